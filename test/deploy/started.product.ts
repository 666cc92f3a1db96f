import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OutsideIssuer } from '../platform/auth/outside-issuer.ts';
import { eventually } from '../support/gateway.ts';
import { GatewayProcess, TemporaryFolders } from '../support/gateway-process.ts';
import { freePort, OwnServer, programs } from '../support/own-server.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';
import { buildServer, serverProcess, TestProcess } from '../support/process.ts';
import { ThreeLogins } from '../support/three-logins.ts';
import { composeProcesses, handbookSql, kubernetesProcesses, type DeployedProcess } from './deploy-file.ts';

const { postgres, nats } = programs();
const withServers = postgres === undefined || nats === undefined ? describe.skip : describe;

interface Machine {
  readonly logins: ThreeLogins;
  readonly nats: OwnServer;
  readonly issuer: OutsideIssuer;
  readonly folder: string;
}

/** Returns the environment of a process, with hosts and ports of this machine. */
async function here({ environment }: DeployedProcess, { logins, nats: server, issuer, folder }: Machine) {
  const { username } = new URL(environment['DATABASE_URL'] ?? '');
  const { AUTH_JWKS_URL: jwks } = environment;
  const port = await freePort();
  return {
    ...environment,
    DATABASE_URL: logins.urlOf(username),
    NATS_URL: `nats://127.0.0.1:${server.port}`,
    ...(jwks !== undefined && { AUTH_JWKS_URL: jwks.replace('https://id.example.com', issuer.url) }),
    ...{ PUBLIC_URL: `http://127.0.0.1:${port}`, HOST: '127.0.0.1', PORT: String(port) },
    RATE_LIMIT: '180/10',
    ...{ ADMIN_HOST: '127.0.0.1', ADMIN_PORT: '0', DATA_DIR: folder },
  };
}

function named(processes: readonly DeployedProcess[], name: string): DeployedProcess {
  const found = processes.find((one) => one.name.startsWith(name));
  if (found === undefined) throw new Error(`The file has no ${name}.`);
  return found;
}

/** Creates a partner and an account as in the handbook, and a pocket with a token of the external issuer. */
async function createPocketOfNewPartner({ url }: GatewayProcess, { logins, issuer }: Machine): Promise<void> {
  for (const sql of ['begin;\ninsert into partner', 'with holder'].map(handbookSql)) await logins.sql('gateway', sql);
  const claims = { iss: 'https://id.example.com', aud: 'partner-banking-gateway', partner_id: 'NOVA_PAY' };
  const token = await issuer.token(new Date(), { claims: { ...claims, scope: 'pocket.create' } });
  const input = pocketInput({ accountNumber: '500001' });
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: CREATE_POCKET, variables: { input } }),
  });
  const answer: unknown = await response.json();
  expect(answer).toMatchObject({ data: { createPocket: { __typename: 'CreatePocketSuccess' } } });
}

withServers.each([
  ['kubernetes.yaml', kubernetesProcesses()],
  ['compose.yaml', composeProcesses()],
])('what %s starts', (file, processes) => {
  const folders = new TemporaryFolders();
  let machine: Machine;
  let api: GatewayProcess;
  let worker: GatewayProcess;
  const started: TestProcess[] = [];
  const count = async (table: string) => Number(await machine.logins.sql('postgres', `select count(*) from ${table}`));

  beforeAll(async () => {
    await buildServer();
    const [logins, server, issuer] = await Promise.all([
      ThreeLogins.make(),
      OwnServer.nats(),
      OutsideIssuer.start('ES256'),
    ]);
    machine = { logins, nats: server, issuer, folder: folders.make() };
  });
  afterAll(async () => {
    await TestProcess.endAll();
    await Promise.all([machine.logins.remove(), machine.nats.remove(), machine.issuer.stop()]);
    folders.remove();
  });

  test('waits if it must not migrate, and says so', async () => {
    const waiting = serverProcess(await here(named(processes, 'worker'), machine));
    await waiting.says(
      /lacks migrations .* start a process with DATABASE_MIGRATION_URL\. The gateway waits for them\./,
    );
    const migrate = named(processes, 'migrate');
    const migrating = new TestProcess([...migrate.command], await here(migrate, machine));
    expect(await migrating.ended).toMatchObject({ code: 0 });
    expect(migrating.output).toContain('The database is up to date.');
    await waiting.says(/The worker is ready/);
    await waiting.end('SIGTERM');
  });

  test('creates a pocket, and the worker numbers its event', async () => {
    api = await GatewayProcess.start(await here(named(processes, 'api'), machine));
    worker = await GatewayProcess.start(await here(named(processes, 'worker'), machine));
    started.push(api.process, worker.process);
    const events = await count('event');
    if (file === 'compose.yaml') await api.createPocket(randomUUID(), '200001');
    else await createPocketOfNewPartner(api, machine);
    await eventually(async () => (await count('event')) > events);
    await eventually(async () => (await count('audit_entry')) > 0);
    expect(await count('pocket')).toBeGreaterThan(0);
  });

  test('serves metrics, and the database denies it nothing', async () => {
    for (const { adminUrl } of [api, worker]) expect((await fetch(`${adminUrl}/metrics`)).status).toBe(200);
    expect(await (await fetch(`${worker.adminUrl}/metrics`)).text()).toContain('gateway_relay_backlog');
    for (const { output, errors } of started) expect(output + errors).not.toMatch(/permission denied|"level":[56]0/);
    for (const { url } of [api, worker]) {
      const ready = await fetch(`${url}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    }
  });
});

withServers('an api login', () => {
  const folders = new TemporaryFolders();
  let logins: ThreeLogins;

  beforeAll(async () => {
    await buildServer();
    logins = await ThreeLogins.make();
  });
  afterAll(async () => {
    await TestProcess.endAll();
    await logins.remove();
    folders.remove();
  });

  const environment = () => ({
    DATABASE_URL: logins.urlOf('gateway_api'),
    DATABASE_MIGRATION_URL: logins.urlOf('gateway'),
    DATA_DIR: folders.make(),
    SANDBOX: 'true',
    ROLES: 'api',
  });

  test('serves a database that DATABASE_MIGRATION_URL has migrated', async () => {
    const gateway = await GatewayProcess.start({ ...environment(), ROW_LEVEL_SECURITY: 'true' });
    expect(await gateway.createPocket(randomUUID(), '200001')).toMatchObject({ replayed: false });
  });

  test('is refused without row-level security', async () => {
    const refused = serverProcess(environment());
    expect(await refused.ended).toMatchObject({ code: 1 });
    expect(refused.errors).toMatch(/^The login of DATABASE_URL does not own the tables.*ROW_LEVEL_SECURITY=true\.\n$/);
  });
});
