import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spendProofsIn } from '../../../src/extensions/bound-tokens/spent-proofs.rows.ts';
import { boundTokensCapability } from '../../../src/extensions/bound-tokens/bound-tokens.capability.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

test('a proof is spent once when many try at the same time', async () => {
  const [one, other] = [spendProofsIn(own.database), spendProofsIn(own.database)];
  const tried = await Promise.all(Array.from({ length: 50 }, (_, nth) => (nth % 2 ? one : other)('raced', later(300))));
  expect(tried.filter(Boolean)).toHaveLength(1);
  expect(await other('another', later(300))).toBe(true);
});

test('proofs that have expired are deleted, and no others', async () => {
  const spend = spendProofsIn(own.database);
  await own.sql('delete from spent_proof');
  for (const seconds of [-1, 0, 1]) await spend(`at ${seconds}`, later(seconds));
  const retention = boundTokensCapability.retention?.find(({ name }) => name === 'spent-proofs');
  expect(await retention?.forget(own.database, NOW)).toBe(false);
  expect(await own.sql('select id from spent_proof')).toEqual([{ id: 'at 1' }]);
  expect(await spend('at 1', later(300))).toBe(false);
});

test('proofs are in an unlogged table: no commit waits for the disk', async () => {
  expect(await own.sql(`select relpersistence::text as kept from pg_class where relname = 'spent_proof'`)).toEqual([
    { kept: 'u' },
  ]);
});
