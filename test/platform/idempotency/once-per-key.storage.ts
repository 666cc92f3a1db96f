import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { invalidAccountStatus } from '../../../src/bank/accounts/account.errors.ts';
import type { Sql } from '../../../src/platform/database/database.ts';
import {
  claimKey,
  claimNewKey,
  fingerprintOf,
  isUsedKey,
  OUTCOME_KEPT_SECONDS,
  REPLAY_SECONDS,
  resultOfKey,
  type KeyClaim,
} from '../../../src/platform/idempotency/once-per-key.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { forget } from '../../support/retention.ts';

const T0 = new Date('2026-11-20T12:00:00.000Z');
const LIFETIME_SECONDS = 360;
const LIFETIME_MS = LIFETIME_SECONDS * 1_000;
const KEPT_MS = OUTCOME_KEPT_SECONDS * 1_000;
const after = (milliseconds: number) => new Date(T0.getTime() + milliseconds);

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
beforeEach(() => own.sql('delete from idempotency_key'));
afterAll(() => own.close());

function claimAt(now: Date, changes: Partial<KeyClaim> = {}): KeyClaim {
  return {
    partnerId: 'ACME_PAY',
    mutation: 'createPocket',
    key: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
    fingerprint: 'first',
    resultId: randomUUID(),
    now,
    replaySeconds: LIFETIME_SECONDS,
    ...changes,
  };
}

/** Claims in its own transaction; returns what the key stands for afterwards. */
function settle(claim: KeyClaim) {
  return own.database.transaction(async (transaction) =>
    (await claimKey(transaction, claim)) ? ('claimed' as const) : resultOfKey(transaction, claim),
  );
}

/** Does the same for a key that is assumed to be new; returns `used` if it is not. */
async function settleNew(claim: KeyClaim) {
  try {
    await own.database.transaction((transaction) => claimNewKey(transaction, claim));
    return 'claimed';
  } catch (error) {
    if (isUsedKey(error)) return 'used';
    throw error;
  }
}

const keysLeft = () => own.sql<{ key: string }>('select key from idempotency_key order by succeeded_at');

describe('a key', () => {
  test('is replayed for 7 days, and its outcome is kept as long', () => {
    expect([REPLAY_SECONDS, OUTCOME_KEPT_SECONDS]).toEqual([604_800, 604_800]);
  });

  test('is claimed as new only once: not again while it is held, nor after it has expired', async () => {
    expect(await settleNew(claimAt(T0))).toBe('claimed');
    expect(await settleNew(claimAt(after(1)))).toBe('used');
    expect(await settleNew(claimAt(after(LIFETIME_MS)))).toBe('used');
    expect(await settle(claimAt(after(LIFETIME_MS)))).toBe('claimed');
  });

  test.each([
    [0, 'replayed'],
    [1, 'replayed'],
    [LIFETIME_MS - 1, 'replayed'],
    [LIFETIME_MS, 'claimed'],
    [LIFETIME_MS + 1, 'claimed'],
    // The clock was set back: the key does not expire early.
    [-600_000, 'replayed'],
  ])('that was claimed %i ms ago is %s', async (elapsedMs, outcome) => {
    const first = claimAt(T0);
    expect(await settle(first)).toBe('claimed');
    const later = await settle(claimAt(after(elapsedMs)));
    expect(later).toEqual(outcome === 'claimed' ? 'claimed' : { id: first.resultId });
  });

  test('does not live longer when it is used again', async () => {
    const first = claimAt(T0);
    await settle(first);
    for (const part of [0.5, 0.9])
      expect(await settle(claimAt(after(part * LIFETIME_MS)))).toEqual({ id: first.resultId });
    expect(await settle(claimAt(after(LIFETIME_MS)))).toBe('claimed');
  });

  test('that has expired can be claimed with any input, for a period of its own', async () => {
    await settle(claimAt(T0));
    const second = claimAt(after(LIFETIME_MS), { fingerprint: 'second' });
    expect(await settle(second)).toBe('claimed');
    expect(await settle(claimAt(after(2 * LIFETIME_MS - 1), { fingerprint: 'second' }))).toEqual({
      id: second.resultId,
    });
    expect(await settle(claimAt(after(2 * LIFETIME_MS - 1)))).toBe('reused');
  });

  test('with another input is reused, and still stands for the first', async () => {
    const first = claimAt(T0);
    await settle(first);
    expect(await settle(claimAt(T0, { fingerprint: 'second' }))).toBe('reused');
    expect(await settle(claimAt(T0))).toEqual({ id: first.resultId });
  });

  test.each([
    ['partner', { partnerId: 'BETA_PAY' }],
    ['mutation', { mutation: 'createTotp' }],
    ['key', { key: randomUUID() }],
  ])('is a different key for another %s', async (_part, changes) => {
    await settle(claimAt(T0));
    expect(await settle(claimAt(T0, changes))).toBe('claimed');
  });

  test('is free again when its transaction was refused or failed', async () => {
    const claim = async (sql: Sql) => {
      expect(await claimKey(sql, claimAt(T0))).toBe(true);
    };
    await own.database.transaction(async (transaction) => {
      await claim(transaction);
      return invalidAccountStatus();
    });
    const failed = own.database.transaction(async (transaction) => {
      await claim(transaction);
      throw new Error('a bug');
    });
    await expect(failed).rejects.toThrow('a bug');
    expect(await settle(claimAt(T0))).toBe('claimed');
  });

  test('is claimed by one of many concurrent requests, and stands for its result to the others', async () => {
    const claims = Array.from({ length: 20 }, () => claimAt(T0));
    const outcomes = await Promise.all(claims.map(settle));
    const winners = claims.filter((_claim, nth) => outcomes[nth] === 'claimed');
    expect(winners).toHaveLength(1);
    const others = outcomes.filter((outcome) => outcome !== 'claimed');
    expect(others).toEqual(others.map(() => ({ id: winners[0]?.resultId })));
  });
});

describe('the cleaning of keys', () => {
  test('deletes those whose outcome is no longer kept, and no others', async () => {
    const ages = [KEPT_MS + 1, KEPT_MS, KEPT_MS - 1, LIFETIME_MS, 0];
    const keys = ages.map(() => randomUUID());
    for (const [nth, age] of ages.entries()) await settle(claimAt(after(-age), { key: keys[nth] ?? '' }));
    expect(await forget('expired-keys')(own.database, T0)).toBe(false);
    expect(await keysLeft()).toEqual(keys.slice(2).map((key) => ({ key })));
  });

  test('continues in batches until none is left', async () => {
    await own.sql(
      `insert into idempotency_key select 'ACME_PAY', 'createPocket', gen_random_uuid(), 'f', gen_random_uuid(), ?::timestamptz, ?::timestamptz
       from generate_series(1, 2500)`,
      [T0.toISOString(), after(-KEPT_MS).toISOString()],
    );
    const hasMore = [];
    for (let runs = 0; runs < 3; runs += 1) hasMore.push(await forget('expired-keys')(own.database, T0));
    expect(hasMore).toEqual([true, true, false]);
    expect(await keysLeft()).toEqual([]);
  });
});

describe('the fingerprint of an input', () => {
  const input = {
    label: 'Trip',
    user: { name: 'Ana', document: { type: 'CPF', value: '1' } },
    metadata: null,
    tags: [1, 2],
  };

  test.each([
    [
      'the order of its keys',
      { tags: [1, 2], metadata: null, user: { document: { value: '1', type: 'CPF' }, name: 'Ana' }, label: 'Trip' },
    ],
    ['fields that are undefined', { ...input, nothing: undefined }],
  ])('ignores %s', (_what, same) => {
    expect(fingerprintOf(same)).toBe(fingerprintOf(input));
  });

  test.each([
    ['a value', { ...input, label: 'trip' }],
    ['the type of a value', { ...input, label: ['Trip'] }],
    ['a field that is null', { ...input, note: null }],
    ['the order of a list', { ...input, tags: [2, 1] }],
    ['the place of a field', { ...input, name: 'Ana', user: { document: input.user.document } }],
  ])('distinguishes %s', (_what, other) => {
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(input));
  });
});
