import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { browserTest, TestBrowser } from '../../support/browser.ts';
import { Gateway } from '../../support/gateway.ts';
import { freePort } from '../../support/own-server.ts';
import { pocketInput } from '../../support/pockets.ts';
import { OutsideIssuer } from '../auth/outside-issuer.ts';

const SCOPE = 'pocket.create pocket.read account.read webhook.read';

const browser = new TestBrowser();
let issuer: OutsideIssuer;
let gateway: Gateway;
let [frontend, foreign]: Server[] = [];
let [allowed, refused] = ['', ''];

/** Serves the page at an origin of its own. */
async function serve(port: number, script: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>A frontend</title><script type="module">${script}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  const ports = await Promise.all([freePort(), freePort()]);
  [allowed, refused] = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`];
  const entryPoints = ['test/clients/traced-page/traced-page.ts'];
  const options = { bundle: true, format: 'esm', write: false, platform: 'browser' } as const;
  const [bundle] = await Promise.all([build({ entryPoints, ...options }), browser.start()]);
  const script = bundle.outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  [frontend, foreign] = await Promise.all(ports.map((port) => serve(port, script)));
  issuer = await OutsideIssuer.start('ES256');
  gateway = await Gateway.start({
    environment: { ...issuer.environment(), CORS_ORIGINS: allowed, SANDBOX: 'false', HOST: '127.0.0.1' },
  });
});
afterAll(async () => {
  await browser.stop();
  for (const server of [frontend, foreign]) server?.closeAllConnections();
  for (const server of [frontend, foreign]) server?.close();
  await gateway.stop();
  await issuer.stop();
});

/** Runs JavaScript in a page. */
const evaluate = (page: Page, script: string): Promise<unknown> => page.evaluate(script);

async function callGateway(page: Page): Promise<unknown> {
  const token = await issuer.token(gateway.clock.now(), { claims: { scope: SCOPE } });
  const values = [gateway.app.url, `Bearer ${token}`, pocketInput()].map((value) => JSON.stringify(value));
  return evaluate(page, `callGateway(${values.join(', ')}).catch((error) => ({ failed: error.name }))`);
}

/** Opens a socket from a page; returns whether it opened or was refused. */
const openSocket = (page: Page) =>
  evaluate(
    page,
    `new Promise((resolve) => {
      const socket = new WebSocket(${JSON.stringify(gateway.app.url.replace(/^http/, 'ws'))} + '/graphql', 'graphql-transport-ws');
      socket.onopen = () => { socket.close(); resolve('open'); };
      socket.onerror = () => resolve('refused');
    })`,
  );

describe('a page of another origin, with Apollo Client and a tracer', () => {
  browserTest('queries, mutates and subscribes where CORS_ORIGINS names it', async () => {
    const { page, errors } = await browser.openApart(allowed);
    const sent: Promise<Record<string, string>>[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.allHeaders());
    });
    const answer = await callGateway(page);
    expect(answer).toEqual({
      outcome: 'CreatePocketSuccess',
      created: expect.stringMatching(/^200001/),
      read: (answer as { created: string }).created,
      heard: (answer as { created: string }).created,
    });
    const headers = await Promise.all(sent);
    expect(headers).toHaveLength(3);
    for (const one of headers)
      expect(one).toMatchObject({
        origin: allowed,
        'apollographql-client-name': 'traced-page',
        'apollographql-client-version': '1.2.3',
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
      });
    expect(await openSocket(page)).toBe('open');
    expect(errors).toEqual([]);
    await page.close();
  });

  browserTest('reads nothing and opens no socket where CORS_ORIGINS does not', async () => {
    const { page } = await browser.openApart(refused);
    expect(await callGateway(page)).toMatchObject({ failed: expect.any(String) });
    const get = `fetch(${JSON.stringify(`${gateway.app.url}/schema.graphql`)})`;
    expect(await evaluate(page, `${get}.then(() => 'read', (error) => error.name)`)).toBe('TypeError');
    expect(await openSocket(page)).toBe('refused');
    await page.close();
  });
});
