import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OwnWorld } from '../support/own-world.ts';
import { buildServer, TestProcess } from '../support/process.ts';
import { serverUrl, TestDatabases, urlOf } from '../support/test-database.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
let world: OwnWorld;

beforeAll(async () => {
  await buildServer();
  world = await OwnWorld.make();
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
});

async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const command = new TestProcess(['dist/server/run-command.js', ...args], environment);
  const { code } = await command.ended;
  return { code, output: command.output, errors: command.errors };
}

async function tablesIn(connectionString: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as "name" from pg_tables where schemaname = 'public'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

describe("an operator's command", () => {
  test('is run by its name on the database of the environment', async () => {
    const ended = await run(['audit', '--partner', 'ACME_PAY'], world.environment);
    expect(ended).toEqual({ code: 0, output: 'No entries match.\n', errors: '' });
  });

  test('prints what a terminal would obey by its code', async () => {
    const { code, errors } = await run(['audit', '--partner', 'A\u001B[2J\u202E\u{E0041}'], world.environment);
    expect([code, errors]).toEqual([1, expect.stringContaining(String.raw`"A\u001b[2J\u202e\udb40\udc41"`)]);
  });

  test('creates no database where there is none, and says so', async () => {
    const folder = join(world.environment['DATA_DIR'] ?? '', 'mistyped');
    const { code, errors } = await run(['rollback'], { DATA_DIR: folder });
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The folder \S+ contains no database: name another folder with DATA_DIR/),
    ]);
    expect(existsSync(folder)).toBe(false);
  });

  test('says what it accepts, and all of them say which there are', async () => {
    expect(await run(['audit', '--help'])).toEqual({
      code: 0,
      output: expect.stringMatching(/^npm run audit/),
      errors: '',
    });
    const output = expect.stringMatching(
      /^node dist\/server\/run-command\.js COMMAND .*\n\nCommands: audit, check-ledger, decide, erase-/,
    );
    for (const option of ['--help', '-h']) expect(await run([option])).toEqual({ code: 0, output, errors: '' });
  });

  test('that is unknown is refused with the list of all, which npm knows by the same names', async () => {
    const { code, errors } = await run(['constructor']);
    const names = Object.entries(scripts).flatMap(([name, script]) => (script.includes('run-command') ? [name] : []));
    expect([code, errors]).toEqual([1, `Give one of these commands: ${names.join(', ')}.\n`]);
    for (const name of names) expect(scripts[name]).toMatch(new RegExp(`run-command\\.js ${name}$`));
  });
});

onPostgreSql("an operator's command on PostgreSQL", () => {
  test.each([
    [
      'rollback',
      [],
      /^The database has no migrations of the gateway, so there is nothing to revert: check DATABASE_URL/,
    ],
    ['rollback', ['--to', 'Migration1', '--yes'], /^The database has no migrations of the gateway, /],
    ['audit', ['--partner', 'ACME_PAY'], /^The database is not migrated to this release: /],
    ['retention', ['--drop-now'], /^The database is not migrated to this release: /],
  ])('leaves an empty database empty, and says so: %s %j', async (name, args, sentence) => {
    const databases = new TestDatabases();
    const url = (await databases.create()) ?? '';
    try {
      const { code, output, errors } = await run([name, ...args], { DATABASE_URL: url, SANDBOX: 'true' });
      expect([code, output, errors]).toEqual([1, '', expect.stringMatching(sentence)]);
      expect(await tablesIn(url)).toEqual([]);
    } finally {
      await databases.drop();
    }
  });

  test('creates no database where there is none, and says so', async () => {
    const url = urlOf(serverUrl ?? '', `mistyped_${randomUUID()}`);
    for (let tries = 0; tries < 2; tries += 1) {
      const { code, errors } = await run(['rollback'], { DATABASE_URL: url });
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(/does not exist\. Create the database, or correct its name\.\n$/),
      ]);
    }
  });
});
