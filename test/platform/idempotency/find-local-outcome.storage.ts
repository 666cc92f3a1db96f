import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findLocalOutcome } from '../../../src/platform/idempotency/find-local-outcome.ts';
import { claimKey, claimNewKey, type KeyClaim } from '../../../src/platform/idempotency/once-per-key.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
// PGlite runs one transaction at a time, so that none is in flight while another looks.
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

function newClaim(changes: Partial<KeyClaim> = {}): KeyClaim {
  return {
    ...{ partnerId: 'ACME_PAY', mutation: 'createPocket', key: randomUUID(), fingerprint: 'f' },
    ...{ resultId: randomUUID(), now: NOW, replaySeconds: 360 },
    ...changes,
  };
}

const find = ({ partnerId, mutation, key }: KeyClaim, now = NOW) =>
  findLocalOutcome(own.database, { partnerId, mutation, key, now });

/** Begins a transaction that claims a key; returns a function that ends it. */
async function inFlight(claim: KeyClaim, claims: typeof claimKey | typeof claimNewKey = claimNewKey) {
  const claimed = Promise.withResolvers<true>();
  const ending = Promise.withResolvers<'commit' | 'roll back'>();
  const ended = own.database
    .transaction(async (transaction) => {
      await claims(transaction, claim);
      claimed.resolve(true);
      if ((await ending.promise) === 'roll back') throw new Error('It is told to.');
    })
    .catch(() => undefined);
  await claimed.promise;
  return async (how: 'commit' | 'roll back') => {
    ending.resolve(how);
    await ended;
  };
}

/** Resolves once a statement waits for another transaction. */
async function untilStatementWaits(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`;
  while ((await own.sql(waiting)).length === 0);
}

onPostgreSql('of a request that is being done', () => {
  test.each([
    ['commit', 'SUCCEEDED'],
    ['roll back', undefined],
  ] as const)('the outcome is known once it has ended: %s', async (how, state) => {
    const claim = newClaim();
    const end = await inFlight(claim);
    const outcome = find(claim);
    await untilStatementWaits();
    await end(how);
    expect((await outcome)?.state).toBe(state);
  });

  test('the outcome is RUNNING if that takes too long, also for a key that was used before', async () => {
    const fresh = newClaim();
    const used = newClaim();
    await own.database.transaction((transaction) => claimNewKey(transaction, used));
    const later = new Date(NOW.getTime() + HOUR_MS);
    const ends = [await inFlight(fresh), await inFlight({ ...used, now: later, resultId: randomUUID() }, claimKey)];
    const running = { state: 'RUNNING', firstSeenAt: later.toISOString() };
    expect(await Promise.all([find(fresh, later), find(used, later)])).toEqual([running, running]);
    for (const end of ends) await end('roll back');
    expect((await find(used, later))?.subjectId).toBe(used.resultId);
  });
});
