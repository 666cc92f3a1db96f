import { randomInt, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../../../support/gateway.ts';
import { accountInput, REGISTER_PIX_ENTRY } from '../../../support/pix.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { sql } from '../../../support/webhooks.ts';
import { answer, BeforeAnother } from './before-another.ts';

/** No hanging call times out during the test; and each read calls the provider. */
const TIMEOUT_SECONDS = 60;
const SETTINGS = { PROVIDER_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS), PROVIDER_FRESH_SECONDS: '0' };
/** When the provider has forgotten a key, and when a worker has given up, in seconds. */
const [FORGOTTEN, GIVEN_UP] = [331, 86_401];
/** How long after the end of its last call a mutation that is not found counts as not executed. */
const NOT_EXECUTED_SECONDS = 60;
const OUTCOME = `query ($key: UUID!) { idempotentOutcome(mutation: CREATE_POCKET, key: $key) { state nextTryAt } }`;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start(SETTINGS);
});
afterAll(() => before.stop());
beforeEach(() => {
  before.gateway.forgetTokens();
});

const lose = (response: ServerResponse) => void response.destroy();

/** Returns a pocket like the requested one, which is unknown here. */
function like(requested: string): object {
  const { data } = JSON.parse(requested) as { readonly data: object };
  const made = { status: 'ACTIVE', reason: 'HOLDER_REQUEST', category: 'POCKET' };
  const createdAt = before.gateway.clock.now().toISOString();
  return { ...data, ...made, number: `200001${randomInt(1_000_000_000)}BRL`, createdAt };
}

/** Requests a pocket, whose answer is lost; `listed` answers requests for a list of the provider. */
async function lost(listed: (response: ServerResponse, requested: string) => void) {
  const input = pocketInput();
  let requested = '';
  before.double.answer = ({ body }, response) => {
    if (body === '') {
      listed(response, requested);
    } else {
      requested = body;
      lose(response);
    }
  };
  const ask = () => before.gateway.ask({ query: CREATE_POCKET, variables: { input } });
  expect((await ask()).body.errors?.[0]?.extensions['outcome']).toMatchObject({ state: 'RUNNING' });
  return { ask, key: String(input['idempotencyKey']) };
}

/** Lets time pass, and waits until the outcome of a key is shown as unknown; the key stays taken. */
async function expectUnknown({ ask, key }: Awaited<ReturnType<typeof lost>>, seconds: number): Promise<void> {
  before.gateway.clock.advance(seconds);
  before.gateway.forgetTokens();
  const outcome = await eventually(async () => {
    const { idempotentOutcome } = await before.gateway.data({ query: OUTCOME, variables: { key } });
    return idempotentOutcome?.state === 'UNKNOWN' && idempotentOutcome;
  });
  expect(outcome).toEqual({ state: 'UNKNOWN', nextTryAt: null });
  const sent = before.double.calls.length;
  const { status, body } = await ask();
  expect([status, body.errors?.[0]?.extensions]).toMatchObject([503, { outcome: { key, state: 'UNKNOWN' } }]);
  expect(before.double.calls).toHaveLength(sent);
}

test('a mutation with several possible results has an unknown outcome', async () => {
  const two = (response: ServerResponse, requested: string) => {
    answer(response, 200, { data: [like(requested), like(requested)] });
  };
  await expectUnknown(await lost(two), FORGOTTEN);
});

test('a mutation that the provider does not answer for a day has an unknown outcome', async () => {
  await expectUnknown(await lost(lose), GIVEN_UP);
});

test('a random key waits for another of its account, and is sent after it', async () => {
  const held: ServerResponse[] = [];
  before.double.answer = ({ body }, response) => {
    if (body === '') answer(response, 404, '');
    else held.push(response);
  };
  const registrations = () => before.double.calls.filter(({ body }) => body !== '').length;
  const evp = async () => {
    const input = { addressingKey: { type: 'EVP' }, account: accountInput('200003'), idempotencyKey: randomUUID() };
    return (await before.gateway.data({ query: REGISTER_PIX_ENTRY, variables: { input } })).registerPixEntry;
  };
  const [sent, both] = [registrations(), [evp(), evp()]];
  await eventually(() => Promise.resolve(held.length === 1));
  await wait(500);
  expect(registrations()).toBe(sent + 1);
  for (let nth = 0; nth < 2; nth += 1) {
    const response = await eventually(() => Promise.resolve(held[nth]));
    answer(response, 422, { code: 'INVALID_ACCOUNT_STATUS' });
  }
  expect(await Promise.all(both)).toMatchObject([
    { code: 'INVALID_ACCOUNT_STATUS' },
    { code: 'INVALID_ACCOUNT_STATUS' },
  ]);
  expect(registrations()).toBe(sent + 2);
});

test('random keys with different idempotency keys are different, even if the rest of the input is equal', async () => {
  const held: ServerResponse[] = [];
  before.double.answer = ({ body }, response) => {
    if (body !== '') held.push(response);
    else answer(response, 404, '');
  };
  const evp = async () => {
    const input = { addressingKey: { type: 'EVP' }, account: accountInput('200003'), idempotencyKey: randomUUID() };
    return (await before.gateway.data({ query: REGISTER_PIX_ENTRY, variables: { input } })).registerPixEntry;
  };
  const values = [randomUUID(), randomUUID()];
  const both = [evp(), evp()];
  for (const [nth, value] of values.entries()) {
    const response = await eventually(() => Promise.resolve(held[nth]));
    const createdAt = before.gateway.clock.now().toISOString();
    answer(response, 201, { addressingKey: { type: 'EVP', value }, createdAt });
  }
  const made = await Promise.all(both);
  expect(made.map(({ entry }) => entry?.addressingKey.value as string).toSorted()).toEqual(values.toSorted());
});

test('a mutation whose call ended late is not given up within a minute after that', async () => {
  const calls: ServerResponse[] = [];
  before.double.answer = ({ body }, response) => {
    if (body === '') answer(response, 200, { data: [] });
    else calls.push(response);
  };
  const key = randomUUID();
  const input = { addressingKey: { type: 'EVP' }, account: accountInput('200003'), idempotencyKey: key };
  const asked = before.gateway.ask({ query: REGISTER_PIX_ENTRY, variables: { input } });
  const call = await eventually(() => Promise.resolve(calls[0]));
  before.gateway.clock.advance(TIMEOUT_SECONDS - 1);
  lose(call);
  expect((await asked).status).toBe(503);
  const stateWhere = (is: string) =>
    eventually(async () => {
      const text = `select state from provider_intent where key = ?::uuid and lease is null and (${is})`;
      return (await sql<{ state: string }>(before.gateway, text, [key]))[0]?.state;
    });
  before.gateway.clock.advance(2);
  expect(await stateWhere('tries > 1 or settled_at is not null')).toBe('RUNNING');
  before.gateway.clock.advance(NOT_EXECUTED_SECONDS);
  expect(await stateWhere('settled_at is not null')).toBe('NOT_EXECUTED');
});

test('a read is answered by what is stored while the provider hangs', async () => {
  const held: ServerResponse[] = [];
  before.double.answer = (_got, response) => {
    held.push(response);
  };
  const beganAt = performance.now();
  const query = '{ paymentAccount(number: "200001") { number freshness { isStale } } }';
  expect(await before.gateway.data({ query })).toEqual({
    paymentAccount: { number: '200001', freshness: { isStale: true } },
  });
  expect(held.length).toBeGreaterThan(0);
  // It waits for two seconds, not for as long as a call can take.
  expect(performance.now() - beganAt).toBeLessThan(TIMEOUT_SECONDS * 1_000);
});

test('a call that is repeated ends before the provider forgets its key', async () => {
  const { key } = await lost(lose);
  const held: ServerResponse[] = [];
  before.double.answer = ({ headers }, response) => {
    if (headers['idempotency-key'] === key) held.push(response);
    else answer(response, 404, '');
  };
  before.gateway.clock.advance(FORGOTTEN - 11);
  const beganAt = performance.now();
  const repeated = await eventually(() => Promise.resolve(held[0]));
  await eventually(() => Promise.resolve(repeated.closed));
  // Otherwise it ends when it times out.
  expect(performance.now() - beganAt).toBeLessThan(TIMEOUT_SECONDS * 1_000);
});
