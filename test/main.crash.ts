import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from './support/gateway.ts';
import { GatewayProcess, TemporaryFolders } from './support/gateway-process.ts';
import { CREATE_POCKET, pocketInput } from './support/pockets.ts';
import { buildServer, serverProcess, TestProcess } from './support/process.ts';
import { copyOfWorld } from './support/temporary-folders.ts';

/** Longest wait for requests in flight when it is told to stop, in milliseconds (running.md, Stop). */
const STOP_MS_MAX = 10_000;
/** Time in which a second process on one folder gives up, in milliseconds (reliability.md, Faults). */
const REFUSAL_MS_MAX = 2_000;

const folders = new TemporaryFolders();
let folder: string;
let gateway: GatewayProcess;

beforeAll(async () => {
  await buildServer();
  folder = folders.make();
  gateway = await GatewayProcess.start({ DATA_DIR: folder });
});
afterAll(async () => {
  await TestProcess.endAll();
  folders.remove();
});

/** Runs a printed command as a person would; where there is no curl, its words are sent without it. */
async function runCurl(command: string): Promise<unknown> {
  const [, , url = '', ...fields] = command.split(/ -d | /);
  if (spawnSync('curl', ['--version']).error === undefined) {
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    return JSON.parse(stdout);
  }
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(fields.join('&')) })).json();
}

/** A createPocket that the server has begun to read and that waits for its body; `finish` sends it. */
async function requestInFlight(token: string, input: object): Promise<{ finish: () => Promise<IncomingMessage> }> {
  const body = JSON.stringify({ query: CREATE_POCKET, variables: { input } });
  const outgoing = request(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  return {
    async finish() {
      const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
      outgoing.end(body);
      const [response] = await answered;
      return response;
    },
  };
}

describe('a process on a new folder', () => {
  test('prints its address, a client, its secret and a command that gets a token', async () => {
    const { output, errors } = gateway.process;
    expect(errors).toBe('');
    expect(output).toContain(`${gateway.url}/graphql`);
    expect(output).toMatch(/client id +acme-pay\n/);
    expect(output).toMatch(/client secret +acme-pay-secret\n/);
    const answer = await runCurl(/^ *(curl .*)$/m.exec(output)?.[1] ?? '');
    expect(answer).toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) });
  });

  test('is ready when it says so', async () => {
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    expect(await gateway.ask('{ viewer { partner } }')).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });

  test('keeps the folder to itself: a second process names it and ends', async () => {
    // What only reads its environment tells how long this machine takes to load the server at this moment.
    const [second, reader] = [serverProcess({ DATA_DIR: folder }), serverProcess({ PORT: 'none' })];
    const [{ code, livedMs }, { livedMs: loadMs }] = await Promise.all([second.ended, reader.ended]);
    expect(code).toBe(1);
    expect(second.errors).toMatch(
      new RegExp(`^The folder ${folder} is in use by process ${gateway.process.pid}: .+\\.\n$`),
    );
    expect(livedMs - loadMs).toBeLessThan(REFUSAL_MS_MAX);
  });

  test.each([
    ['PORT', () => gateway.url],
    ['ADMIN_PORT', () => gateway.adminUrl],
  ])('says in a sentence that another listens on its %s', async (name, url) => {
    const { port } = new URL(url());
    const second = serverProcess({ DATA_DIR: copyOfWorld(folders), [name]: port });
    expect(await second.ended).toMatchObject({ code: 1 });
    expect(second.errors).toMatch(new RegExp(`^.* ${name} ${port} .*choose another ${name}\\.\n$`));
  });
});

describe('a process that is told to stop', () => {
  const key = randomUUID();
  const keyInFlight = randomUUID();
  let numbers: string[];

  test('answers the request in flight, takes no new one, and ends with 0', async () => {
    const { number } = await gateway.createPocket(key, '200001');
    const token = await gateway.freshToken();
    const inFlight = await requestInFlight(
      token,
      pocketInput({ idempotencyKey: keyInFlight, accountNumber: '200002' }),
    );
    gateway.process.send('SIGTERM');
    const toldAt = performance.now();
    await eventually(() =>
      fetch(`${gateway.url}/health/live`).then(
        () => false,
        () => true,
      ),
    );
    const response = await inFlight.finish();
    const body = (await json(response)) as { data: { createPocket: { pocket: { number: string } } } };
    expect(response.statusCode).toBe(200);
    expect(body).toMatchObject({ data: { createPocket: { __typename: 'CreatePocketSuccess', replayed: false } } });
    expect(await gateway.process.ended).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - toldAt).toBeLessThan(STOP_MS_MAX);
    numbers = [number, body.data.createPocket.pocket.number];
  });

  test('is followed by one that finds its data, keys and events, beside the lock of a process that is gone', async () => {
    writeFileSync(join(folder, 'gateway.pid'), `${gateway.process.pid} 1`);
    gateway = await GatewayProcess.start({ DATA_DIR: folder });
    expect(await gateway.createPocket(key, '200001')).toEqual({ number: numbers[0], replayed: true });
    expect(await gateway.createPocket(keyInFlight, '200002')).toEqual({ number: numbers[1], replayed: true });
    const subjects = await eventually(async () => {
      const { webhookEvents } = await gateway.ask(
        '{ webhookEvents(filter: { contexts: [POCKET] }) { nodes { entityId } } }',
      );
      return webhookEvents.nodes.length >= numbers.length && webhookEvents.nodes;
    });
    expect(subjects).toEqual(numbers.map((entityId) => ({ entityId })));
    expect(await gateway.process.end('SIGTERM')).toMatchObject({ code: 0 });
  });
});

// What is wrong with which variable: config.test.ts.
describe('an environment that is wrong', () => {
  test.each([
    ['PORT', { PORT: '80000' }],
    ['DATABASE_URL', { SANDBOX: 'false' }],
    ['DATABASE_URL', { HOST: '0.0.0.0', NODE_ENV: 'production' }],
    ['AUTH_ISSUER', { SANDBOX: 'false', EMBEDDED: 'true' }],
  ])('stops the start with one sentence that names %s', async (name, environment) => {
    const refused = serverProcess({ DATA_DIR: 'memory://', ...environment });
    expect(await refused.ended).toMatchObject({ code: 1 });
    expect(refused.errors).toMatch(new RegExp(`^${name} is .+\\.\n$`));
    expect(refused.output).toBe('');
  });
});
