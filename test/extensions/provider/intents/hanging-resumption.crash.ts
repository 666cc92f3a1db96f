import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../../../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { sql } from '../../../support/webhooks.ts';
import { answer, BeforeAnother } from './before-another.ts';

/** No hanging call times out during the test. */
const SETTINGS = { PROVIDER_TIMEOUT_SECONDS: '60' };
/** Intents that a partner leaves open, those of one partner that are claimed at a time, and calls of one in flight. */
const [OPEN, TAKEN_UP, IN_FLIGHT] = [30, 10, 8];
/** Time by which a gateway that waits for nothing has stopped, in milliseconds. */
const STOPPED_BY_THEN_MS = 3_000;
const OUTCOME = `query ($key: UUID!) { idempotentOutcome(mutation: CREATE_POCKET, key: $key) { state } }`;

interface Held {
  readonly response: ServerResponse;
  readonly body: string;
}

let before: BeforeAnother;
/** Second calls of ACME_PAY that have no answer yet. */
let held: Held[];
let isStopped: boolean;

beforeEach(async () => {
  before = await BeforeAnother.start(SETTINGS);
  [held, isStopped] = [[], false];
  const seen = new Set<unknown>();
  before.double.answer = ({ client, headers, body }, response) => {
    const key = headers['idempotency-key'];
    if (body === '') answer(response, 200, { data: [] });
    // It cannot be read: it decides nothing.
    else if (!seen.has(key)) answer(response, 201, {});
    else if (client === 'acme-pay') held.push({ response, body });
    else answer(response, 201, providerPocket(body));
    seen.add(key);
  };
});
afterEach(() => (isStopped ? before.double.stop() : before.stop()));

/** Returns the requested pocket as the provider reports it. */
function providerPocket(requested: string): object {
  const { data } = JSON.parse(requested) as { readonly data: object };
  const made = { status: 'ACTIVE', reason: 'HOLDER_REQUEST', category: 'POCKET' };
  const createdAt = before.gateway.clock.now().toISOString();
  return { data: { ...data, ...made, number: `300001${randomInt(1_000_000_000)}BRL`, createdAt } };
}

/** Leaves the intent of a pocket open; returns its key. */
async function leaveOpen(client: string, accountNumber: string): Promise<string> {
  const input = pocketInput({ accountNumber });
  const { body } = await before.gateway.ask({ query: CREATE_POCKET, variables: { input }, client });
  expect(body.errors?.[0]?.extensions['outcome']).toMatchObject({ state: 'RUNNING' });
  return String(input['idempotencyKey']);
}

async function stateOf(key: string, client: string): Promise<unknown> {
  const { idempotentOutcome } = await before.gateway.data({ query: OUTCOME, variables: { key }, client });
  return idempotentOutcome?.state;
}

/** Leaves this many intents of ACME_PAY open, and waits until all of its calls in flight hang. */
async function hang(open: number): Promise<readonly string[]> {
  const keys = await Promise.all(Array.from({ length: open }, () => leaveOpen('acme-pay', '200001')));
  await eventually(() => Promise.resolve(held.length === Math.min(open, IN_FLIGHT)));
  return keys;
}

function release({ response, body }: Held): void {
  answer(response, 201, providerPocket(body));
}

test('a partner whose open intents all hang holds up no other, and more of its own are claimed as they end', async () => {
  const keys = await hang(OPEN);
  const ofBeta = await leaveOpen('beta-pay', '300001');
  await eventually(async () => (await stateOf(ofBeta, 'beta-pay')) === 'SUCCEEDED');
  expect(held.some(({ response }) => response.closed)).toBe(false);
  expect(held).toHaveLength(IN_FLIGHT);
  const leased = `select count(*)::int as leased from provider_intent where lease is not null`;
  expect(await sql(before.gateway, leased)).toEqual([{ leased: TAKEN_UP }]);
  // Each that is answered makes room for another.
  for (let nth = 0; nth < OPEN; nth += 1) release(await eventually(() => Promise.resolve(held[nth])));
  for (const key of keys) await eventually(async () => (await stateOf(key, 'acme-pay')) === 'SUCCEEDED');
});

test('a gateway that stops waits for the answer of a call in flight', async () => {
  await hang(1);
  const stopping = before.gateway.stop().then(() => (isStopped = true));
  await Promise.race([stopping, wait(STOPPED_BY_THEN_MS)]);
  expect(isStopped).toBe(false);
  for (const one of held) release(one);
  await stopping;
  const calls = before.log.filter((line) => line.includes('"provider call"')).map((line) => JSON.parse(line) as object);
  // The first answer does not say what was made: that is looked for before it is asked again.
  expect(calls).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }, { outcome: 'answered' }]);
});
