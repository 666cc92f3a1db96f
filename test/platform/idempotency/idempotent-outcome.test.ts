import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { constantCase } from '../../../src/kernel/text.ts';
import { cashInInput } from '../../support/cash-ins.ts';
import { Gateway, type Ask } from '../../support/gateway.ts';
import { keyed, KEYED_MUTATIONS, send } from '../../support/keyed-mutations.ts';
import { createPocket, pocketInput } from '../../support/pockets.ts';
import { sql } from '../../support/webhooks.ts';

const NEW_YEAR = '2027-01-01T12:00:00.000Z';
const CASH_IN = { name: 'simulateCashIn', made: 'cashIn' };
const OUTCOME = `query ($mutation: IdempotentMutation!, $key: UUID!) { idempotentOutcome(mutation: $mutation, key: $key) {
  state firstSeenAt succeededAt replayableUntil nextTryAt refusal correlationId subject { __typename id }
} }`;

let gateway: Gateway;

/** Without workers, so that registrations stay under analysis. */
beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterEach(() => {
  gateway.clock.reset();
  gateway.forgetTokens();
});
afterAll(() => gateway.stop());

function at(instant: string): void {
  gateway.clock.set(instant);
  gateway.forgetTokens();
}

async function outcomeOf(mutation: string, key: unknown, ask: Partial<Ask> = {}) {
  return (await gateway.data({ query: OUTCOME, variables: { mutation: constantCase(mutation), key }, ...ask }))
    .idempotentOutcome;
}

/** Returns the whole seconds between two instants: an instant that is read back may be moments later. */
function secondsBetween(one: string, other: string): number {
  return Math.floor((Date.parse(other) - Date.parse(one)) / 1_000);
}

describe.each(KEYED_MUTATIONS)('of $name', (mutation) => {
  test('no outcome is known at first, nor after a refusal; a success is known for 7 days', async () => {
    const input = keyed(await mutation.input(gateway));
    const { idempotencyKey: key } = input;
    at(NEW_YEAR);
    expect(await outcomeOf(mutation.name, key)).toBeNull();
    await send(gateway, mutation, { ...mutation.refused(), idempotencyKey: key });
    expect(await outcomeOf(mutation.name, key)).toBeNull();
    const { made } = await send(gateway, mutation, input);
    const outcome = await outcomeOf(mutation.name, key);
    expect(outcome).toMatchObject({ state: 'SUCCEEDED', nextTryAt: null, refusal: null, correlationId: null });
    expect(outcome.subject).toMatchObject({ id: made.id });
    expect(outcome.firstSeenAt).toBe(outcome.succeededAt);
    expect(secondsBetween(NEW_YEAR, outcome.succeededAt)).toBeLessThan(60);
    expect(Date.parse(outcome.replayableUntil) - Date.parse(outcome.succeededAt)).toBe(604_800_000);
    at('2027-01-08T11:59:00.000Z');
    expect(await outcomeOf(mutation.name, key)).toEqual(outcome);
    at('2027-01-08T12:02:00.000Z');
    expect(await outcomeOf(mutation.name, key)).toBeNull();
  });
});

describe('of createPocket', () => {
  test('a success is known even after its replays end, until a newer one replaces it', async () => {
    const input = pocketInput();
    const key = input['idempotencyKey'];
    at(NEW_YEAR);
    const { pocket } = await createPocket(gateway, input);
    const outcome = await outcomeOf('createPocket', key);
    expect(Date.parse(outcome.replayableUntil) - Date.parse(outcome.succeededAt)).toBe(360_000);
    at('2027-01-02T12:00:00.000Z');
    expect(await outcomeOf('createPocket', key)).toEqual(outcome);
    expect(outcome.subject).toEqual({ __typename: 'Pocket', id: pocket.id });
    const { pocket: second } = await createPocket(gateway, input);
    expect(second.id).not.toBe(pocket.id);
    const newest = await outcomeOf('createPocket', key);
    expect(newest.subject.id).toBe(second.id);
    expect(newest.succeededAt > outcome.replayableUntil).toBe(true);
  });
});

describe('the query', () => {
  test('stores nothing, and leaves the key free', async () => {
    const input = keyed(cashInInput());
    for (let times = 0; times < 2; times += 1)
      expect(await outcomeOf('simulateCashIn', input.idempotencyKey)).toBeNull();
    expect(await sql(gateway, 'select from idempotency_key where key = ?', [input.idempotencyKey])).toEqual([]);
    expect(await send(gateway, CASH_IN, input)).toMatchObject({ replayed: false });
  });

  test('accepts any token of the partner, and shows the subject only to tokens that may read it', async () => {
    const input = keyed(cashInInput());
    const { made } = await send(gateway, CASH_IN, input);
    const outcomeBy = (scope: string) => outcomeOf('simulateCashIn', input.idempotencyKey, { scope });
    expect(await outcomeBy('pocket.create')).toMatchObject({ state: 'SUCCEEDED', subject: null });
    expect(await outcomeBy('account.read')).toMatchObject({ subject: { __typename: 'CashIn', id: made.id } });
    const { body } = await gateway.ask({
      query: OUTCOME,
      variables: { mutation: 'SIMULATE_CASH_IN', key: input.idempotencyKey },
      client: null,
    });
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('finds nothing of another partner or of another mutation', async () => {
    const input = keyed(cashInInput());
    await send(gateway, CASH_IN, input);
    expect(await outcomeOf('simulateCashIn', input.idempotencyKey, { client: 'beta-pay' })).toBeNull();
    expect(await outcomeOf('openSandboxAccount', input.idempotencyKey)).toBeNull();
  });

  test.each(['submitDocument', 'nothing', '', '\0', 'viewer'])(
    'is refused for %j, with the mutations that it accepts',
    async (name) => {
      const { body } = await gateway.ask({ query: OUTCOME, variables: { mutation: name, key: randomUUID() } });
      const allowed = KEYED_MUTATIONS.map((mutation) => constantCase(mutation.name));
      const violations = [{ path: ['mutation'], code: 'NOT_ALLOWED', allowed: expect.arrayContaining(allowed) }];
      expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', violations } }]);
    },
  );

  test('may be repeated during concurrent requests with one key, and none of them is lost or duplicated', async () => {
    const input = keyed(cashInInput());
    const answers = Array.from({ length: 20 }, () => send(gateway, CASH_IN, input));
    const queries = Array.from({ length: 20 }, () => outcomeOf('simulateCashIn', input.idempotencyKey));
    const results = await Promise.all(answers);
    expect(results.filter(({ replayed }) => replayed === false)).toHaveLength(1);
    const { id } = results[0].made;
    const known = (await Promise.all(queries)).filter((outcome) => outcome !== null);
    expect(known.filter(({ state, subject }) => state !== 'SUCCEEDED' || subject.id !== id)).toEqual([]);
  });
});
