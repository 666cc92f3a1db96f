import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { ownCertificate, type OwnCertificate } from '../../support/own-certificate.ts';
import { eventually } from '../../support/gateway.ts';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnServer, programs, unprivileged } from '../../support/own-server.ts';
import { buildServer, serverProcess, TestProcess } from '../../support/process.ts';
import { sentenceOf } from '../../support/sentence.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';

const CONNECTIONS = `select ssl, application_name as name from pg_stat_ssl join pg_stat_activity using (pid)
  where application_name like 'partner-banking-gateway%'`;
const withServer = programs().postgres === undefined ? describe.skip : describe;
const folders = new TemporaryFolders();

/** Makes the server refuse connections without TLS. */
async function demandTls(server: OwnServer, files: OwnCertificate): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  const folder = rows[0]?.data_directory ?? '';
  for (const [name, from] of [
    ['server.crt', files.cert],
    ['server.key', files.key],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(from));
    chmodSync(file, 0o600);
    const user = unprivileged();
    if (user !== undefined) chownSync(file, user.uid, user.gid);
  }
  writeFileSync(join(folder, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n');
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
}

function environment(address: string): Readonly<Record<string, string>> {
  return { DATABASE_URL: address, SANDBOX: 'true', DATA_DIR: 'memory://' };
}

withServer('a PostgreSQL that takes TLS only', () => {
  const certificate = ownCertificate(folders);
  let server: OwnServer;
  let database = 0;

  const address = (parameters: string, host = 'localhost') =>
    `postgresql://postgres@${host}:${server.port}/bank${(database += 1)}?${parameters}`;

  beforeAll(async () => {
    await buildServer();
    server = await OwnServer.postgreSql();
    await demandTls(server, certificate);
  });
  afterAll(async () => {
    await TestProcess.endAll();
    await server.remove();
    folders.remove();
  });

  test('is used over TLS by all connections, as the address demands', async () => {
    const root = `&sslrootcert=${encodeURIComponent(certificate.cert)}`;
    for (const parameters of ['sslmode=require', `sslmode=verify-ca${root}`, `sslmode=verify-full${root}`]) {
      const url = address(parameters);
      const gateway = await GatewayProcess.start(environment(url));
      const client = new pg.Client({ connectionString: url.split('?')[0], ssl: { rejectUnauthorized: false } });
      await client.connect();
      // The gateway closes connections that it does not need, and opens the one for wake-ups by itself.
      const connections = await eventually(async () => {
        await gateway.ask('{ viewer { companyKey } }').catch(() => undefined);
        const { rows } = await client.query<{ ssl: boolean; name: string }>(CONNECTIONS);
        return new Set(rows.map(({ name }) => name)).size === 2 && rows;
      });
      await client.end();
      expect(new Set(connections.map(({ name }) => name))).toEqual(
        new Set(['partner-banking-gateway', 'partner-banking-gateway-wake-ups']),
      );
      expect(connections.every(({ ssl }) => ssl)).toBe(true);
      await gateway.process.end('SIGTERM');
    }
  });

  test.each([
    ['plain text', '', 'localhost', /no encryption.*sslmode=verify-full/],
    ['an unknown authority', 'sslmode=verify-full', 'localhost', /self.signed certificate.*sslrootcert=/],
    ['another name', `sslmode=verify-full&sslrootcert=ROOT`, '127.0.0.1', /altnames.*sslmode=verify-ca/],
    ['a missing file', 'sslmode=verify-ca&sslrootcert=/nowhere.crt', 'localhost', /The file \/nowhere\.crt, /],
  ])('prevents the start with an error of one sentence: %s', async (_case, parameters, host, sentence) => {
    const url = address(parameters.replace('ROOT', encodeURIComponent(certificate.cert)), host);
    expect(await sentenceOf(serverProcess(environment(url)))).toMatch(sentence);
  });
});

withServer('a PostgreSQL without TLS', () => {
  let server: OwnServer;

  beforeAll(async () => {
    await buildServer();
    server = await OwnServer.postgreSql();
  });
  afterAll(() => server.remove());

  test('is not used in plain text where the address demands TLS', async () => {
    const url = `postgresql://postgres@127.0.0.1:${server.port}/bank?sslmode=require`;
    const sentence = await sentenceOf(serverProcess(environment(url)));
    expect(sentence).toMatch(/does not support SSL connections.*sslmode=disable/);
  });
});
