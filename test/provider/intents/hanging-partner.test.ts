import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { CREATE_POCKET, createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';
import { answer, BeforeAnother } from './before-another.ts';

/** Nothing of what hangs ends by itself meanwhile; and each read asks the provider. */
const SETTINGS = { PROVIDER_TIMEOUT_SECONDS: '60', PROVIDER_FRESH_SECONDS: '0' };
/** Of one partner: calls in flight, calls that wait for them, and those that are one too many. */
const [IN_FLIGHT, WAITING, REFUSED] = [8, 64, 8];
/** Rounds beside what hangs, each after one without it; of both the fastest counts, as a machine may be busy in any. */
const ROUNDS = 4;
const CALLS = 11;
/** What others may take at most while a partner's calls hang, times what they take without. */
const WANTED = 2;

let before: BeforeAnother;
/** Calls of ACME_PAY that have no answer yet. */
let held: ServerResponse[] = [];

beforeAll(async () => {
  before = await BeforeAnother.start(SETTINGS);
  before.double.answer = ({ client, path, body }, response) => {
    if (client === 'acme-pay') held.push(response);
    else if (path.endsWith('/pockets')) answer(response, 201, toldPocket(body));
    else answer(response, 404, '');
  };
});
afterAll(() => before.stop());

/** The pocket that was asked for, as the provider tells of it. */
function toldPocket(asked: string): object {
  const { data } = JSON.parse(asked) as { readonly data: object };
  const made = { status: 'ACTIVE', reason: 'HOLDER_REQUEST', category: 'POCKET' };
  const createdAt = before.gateway.clock.now().toISOString();
  return { data: { ...data, ...made, number: `300001${randomInt(1_000_000_000)}BRL`, createdAt } };
}

/** Creates a pocket of BETA_PAY and reads it: the provider is asked twice. */
async function createAndRead(): Promise<void> {
  const ofBeta = { client: 'beta-pay' };
  const input = pocketInput({ accountNumber: '300001' });
  const { pocket } = await expectSuccess(createPocket(before.gateway, input, ofBeta));
  const query = `{ pocket(number: "${String(pocket.number)}") { number } }`;
  expect(await before.gateway.data({ query, ...ofBeta })).toEqual({ pocket: { number: pocket.number } });
}

/** The median of how long that takes, in milliseconds. */
async function median(): Promise<number> {
  const took: number[] = [];
  for (let nth = 0; nth < CALLS; nth += 1) {
    const beganAt = performance.now();
    await createAndRead();
    took.push(performance.now() - beganAt);
  }
  return took.toSorted((one, other) => one - other)[Math.floor(CALLS / 2)] ?? NaN;
}

/** Has all places of ACME_PAY taken by pockets that the provider does not answer about. */
async function hang() {
  const statuses: number[] = [];
  const asked = Array.from({ length: IN_FLIGHT + WAITING + REFUSED }, async () => {
    const { status } = await before.gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } });
    statuses.push(status);
  });
  // Where some are refused all others have their places.
  await eventually(() => Promise.resolve(statuses.length === REFUSED));
  expect(statuses).toEqual(Array.from({ length: REFUSED }, () => 503));
  return {
    isComplete: () => held.length === IN_FLIGHT && statuses.length === REFUSED,
    async end() {
      const { answer: holding } = before.double;
      const refuse = (response: ServerResponse) => {
        answer(response, 422, { code: 'INVALID_ACCOUNT_STATUS' });
      };
      before.double.answer = (_got, response) => {
        refuse(response);
      };
      for (const response of held) refuse(response);
      held = [];
      await Promise.all(asked);
      before.double.answer = holding;
    },
  };
}

test('a partner whose calls all hang slows no other', async () => {
  await median();
  const [without, beside]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    without.push(await median());
    const hanging = await hang();
    const sent = before.double.calls.length;
    beside.push(await median());
    expect(before.double.calls.slice(sent).map(({ client }) => client)).toEqual(
      Array.from({ length: 2 * CALLS }, () => 'beta-pay'),
    );
    expect(hanging.isComplete()).toBe(true);
    await hanging.end();
  }
  expect(Math.min(...beside)).toBeLessThanOrEqual(WANTED * Math.min(...without));
});
