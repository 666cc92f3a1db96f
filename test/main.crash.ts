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
import { buildServer, EXAMPLE_DOCUMENTS, serverProcess, TestProcess } from './support/process.ts';
import { copyOfWorld } from './support/temporary-folders.ts';

/** Longest time that a stop may take with requests in flight, in milliseconds (docs/operations.md, Stop). */
const STOP_MS_MAX = 10_000;
/** Time in which a second process on one folder ends, in milliseconds. */
const REFUSAL_MS_MAX = 2_000;

const folders = new TemporaryFolders();
let folder: string;
let gateway: GatewayProcess;

beforeAll(async () => {
  await buildServer();
  folder = folders.make();
  gateway = await GatewayProcess.start({ DATA_DIR: folder, ...EXAMPLE_DOCUMENTS });
});
afterAll(async () => {
  await TestProcess.endAll();
  folders.remove();
});

/** Runs a printed command as a person would; without curl it sends the same form itself. */
async function runCurl(command: string): Promise<unknown> {
  const [, , url = '', ...fields] = command.split(/ -d | /);
  if (spawnSync('curl', ['--version']).error === undefined) {
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    return JSON.parse(stdout);
  }
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(fields.join('&')) })).json();
}

/** Starts a createPocket that the server is reading, but without its body, which `finish` sends. */
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

  test('is ready once it says so', async () => {
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    expect(await gateway.ask('{ viewer { partner } }')).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });

  test('keeps the folder to itself: a second process names it and ends', async () => {
    // A process that only reads its environment shows how long this machine takes to load the server at present.
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
  ])('says in a sentence that another process listens on its %s', async (name, url) => {
    const { port } = new URL(url());
    const second = serverProcess({ DATA_DIR: copyOfWorld(folders), [name]: port });
    expect(await second.ended).toMatchObject({ code: 1 });
    expect(second.errors).toMatch(new RegExp(`^.* ${name} ${port} .*choose another ${name}\\.\n$`));
  });
});

describe('a process that is stopped', () => {
  const key = randomUUID();
  const keyInFlight = randomUUID();
  let numbers: string[];

  test('answers the request in flight, accepts no new one, and ends with 0', async () => {
    const { number } = await gateway.createPocket(key, '200001');
    const token = await gateway.freshToken();
    const inFlight = await requestInFlight(
      token,
      pocketInput({ idempotencyKey: keyInFlight, accountNumber: '200002' }),
    );
    gateway.process.send('SIGTERM');
    const stoppedAt = performance.now();
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
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS_MAX);
    numbers = [number, body.data.createPocket.pocket.number];
  });

  test('leaves its data, keys and events to the next one, even beside the lock of an ended process', async () => {
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

// All invalid values of variables: config.test.ts.
describe('an invalid environment', () => {
  test.each([
    ['PORT', { PORT: '80000' }],
    ['DATABASE_URL', { SANDBOX: 'false' }],
    ['DATABASE_URL', { HOST: '0.0.0.0', NODE_ENV: 'production' }],
    ['AUTH_ISSUER', { SANDBOX: 'false', EMBEDDED: 'true' }],
  ])('stops the start with a sentence for each setting, the first of which names %s', async (name, environment) => {
    const refused = serverProcess({ DATA_DIR: 'memory://', ...environment });
    expect(await refused.ended).toMatchObject({ code: 1 });
    expect(refused.errors).toMatch(new RegExp(`^${name} is .+\\.\n(?:[A-Z_]+ is .+\\.\n)*$`));
    expect(refused.output).toBe('');
  });
});
