import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { registeredStatements } from '../../../src/platform/database/statement.ts';
import '../../../src/app.ts';
import '../../../src/composition/audit-command.ts';
import '../../../src/composition/erase-customer-command.ts';
import '../../../src/composition/reseal-secrets-command.ts';
import '../../../src/composition/rollback-command.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ isEmpty: true });
  await own.opened.orm.migrator.up();
});
afterAll(() => own.close());

test('every statement can be planned for the schema', async () => {
  // Those of other test files may be registered too.
  const statements = [...registeredStatements()].filter(([name]) => !/(^|_)test(_|$)/.test(name));
  expect(statements.length).toBeGreaterThan(100);
  const refused: string[] = [];
  for (const [name, text] of statements) {
    await own.sql(`prepare "${name}" as ${text}`).catch((error: unknown) => refused.push(`${name}: ${String(error)}`));
    await own.sql(`deallocate "${name}"`).catch(() => undefined);
  }
  expect(refused).toEqual([]);
});
