import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { freePort } from '../../support/own-server.ts';
import { buildServer, EXAMPLE_DOCUMENTS, serverProcess, TestProcess } from '../../support/process.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';

const EXAMPLES = 'src/playground/examples/persisted-documents.json';
let world: OwnWorld;
let gateway: GatewayProcess;

beforeAll(async () => {
  [world] = await Promise.all([OwnWorld.make(), buildServer()]);
  // The documents of REST paths would be compiled besides.
  gateway = await GatewayProcess.start({ ...world.environment, ...EXAMPLE_DOCUMENTS, REST: 'false' });
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
});

/** Returns how many operations the gateway has compiled so far. */
async function compiled(): Promise<number> {
  const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
  return Number(/^gateway_compiled_operations\{state="all"\} (\d+)/m.exec(metrics)?.[1]);
}

/** The sandbox's examples, of one operation each: ids and texts. */
const documents = Object.entries(JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Record<string, string>);

test('known documents are compiled once, before their first request', async () => {
  const atReady = await compiled();
  expect(atReady).toBe(documents.length);
  const ids = documents.filter(([, text]) => /^\s*query\b/.test(text)).map(([id]) => id);
  expect(ids.length).toBeGreaterThan(5);
  const authorization = `Bearer ${await gateway.freshToken()}`;
  const headers = { 'content-type': 'application/json', authorization };
  for (const documentId of ids) {
    const body = JSON.stringify({ documentId });
    const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body });
    expect(await response.text()).not.toContain('DOCUMENT_NOT_REGISTERED');
  }
  expect(await compiled()).toBe(atReady);
  for (let times = 0; times < 2; times += 1) await gateway.ask('{ errorCatalogue { code } }');
  expect(await compiled()).toBe(atReady + 1);
});

test('no port reports a process as ready while it still reads its known documents', async () => {
  const folders = new TemporaryFolders();
  const other = await OwnWorld.make();
  const pipe = join(folders.make(), 'documents');
  execFileSync('mkfifo', [pipe]);
  const [port, adminPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), ADMIN_PORT: String(adminPort) };
  const starting = serverProcess({ ...other.environment, ...ports, PERSISTED_DOCUMENTS: pipe });
  const statuses = () =>
    Promise.all([port, adminPort].map(async (at) => (await fetch(`http://127.0.0.1:${at}/health/ready`)).status));
  // The pipe opens when the process begins to read it.
  const documentsOfProcess = await open(pipe, 'w');
  try {
    expect(await statuses()).toEqual([503, 503]);
    await documentsOfProcess.writeFile('{}');
    await documentsOfProcess.close();
    await starting.says(/ready\b/);
    expect(await statuses()).toEqual([200, 200]);
  } finally {
    starting.send('SIGKILL');
    await starting.ended;
    await documentsOfProcess.close();
    await other.remove();
    folders.remove();
  }
});
