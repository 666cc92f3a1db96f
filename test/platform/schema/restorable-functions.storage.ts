import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OwnDatabase } from '../../support/opened-database.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
});
afterAll(() => own.close());

test('each function can be created again from its text in a dump', async () => {
  const functions = await own.sql<{ name: string; text: string }>(
    `select proname as "name", pg_get_functiondef(oid) as "text" from pg_proc
     where pronamespace = 'public'::regnamespace order by proname`,
  );
  expect(functions.map(({ name }) => name)).toContain('open_partner_epoch');
  const refused: string[] = [];
  for (const { name, text } of functions)
    await own.sql(text).catch((error: unknown) => refused.push(`${name}: ${String(error)}`));
  expect(refused).toEqual([]);
});
