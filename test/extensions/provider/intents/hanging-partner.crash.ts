import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../../support/gateway.ts';
import { CREATE_POCKET, createPocket, expectSuccess, pocketInput } from '../../../support/pockets.ts';
import { answer, BeforeAnother } from './before-another.ts';

/** No hanging call times out during the test; and each read calls the provider. */
const SETTINGS = { PROVIDER_TIMEOUT_SECONDS: '60', PROVIDER_FRESH_SECONDS: '0' };
/** Of one partner: calls in flight, calls that wait for them, and calls that are too many. */
const [IN_FLIGHT, WAITING, REFUSED] = [8, 64, 8];
/**
 * Number of times that another partner creates and reads a pocket meanwhile, one after the other: few, as the operations
 * of the hanging calls end after ten seconds, on a busy machine too.
 */
const CALLS = 8;

let before: BeforeAnother;
/** Responses to calls of ACME_PAY that have no answer yet. */
let held: ServerResponse[] = [];

beforeAll(async () => {
  before = await BeforeAnother.start(SETTINGS);
  before.double.answer = ({ client, path, body }, response) => {
    if (client === 'acme-pay') held.push(response);
    else if (path.endsWith('/pockets')) answer(response, 201, providerPocket(body));
    else answer(response, 404, '');
  };
});
afterAll(() => before.stop());

/** Returns the requested pocket as the provider reports it. */
function providerPocket(requested: string): object {
  const { data } = JSON.parse(requested) as { readonly data: object };
  const made = { status: 'ACTIVE', reason: 'HOLDER_REQUEST', category: 'POCKET' };
  const createdAt = before.gateway.clock.now().toISOString();
  return { data: { ...data, ...made, number: `300001${randomInt(1_000_000_000)}BRL`, createdAt } };
}

/** Creates a pocket of BETA_PAY and reads it, with two calls to the provider. */
async function createAndRead(): Promise<void> {
  const ofBeta = { client: 'beta-pay' };
  const input = pocketInput({ accountNumber: '300001' });
  const { pocket } = await expectSuccess(createPocket(before.gateway, input, ofBeta));
  const query = `{ pocket(number: "${String(pocket.number)}") { number } }`;
  expect(await before.gateway.data({ query, ...ofBeta })).toEqual({ pocket: { number: pocket.number } });
}

/** Fills all places of ACME_PAY with requests for pockets that the provider does not answer. */
async function hang() {
  const statuses: number[] = [];
  const requested = Array.from({ length: IN_FLIGHT + WAITING + REFUSED }, async () => {
    const { status } = await before.gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } });
    statuses.push(status);
  });
  // Once some are refused, all others have their places.
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
      await Promise.all(requested);
      before.double.answer = holding;
    },
  };
}

test('no partner waits for another whose calls all hang', async () => {
  const hanging = await hang();
  const sent = before.double.calls.length;
  // If one waited for a hanging call, it would never end: those end later.
  for (let nth = 0; nth < CALLS; nth += 1) await createAndRead();
  expect(before.double.calls.slice(sent).map(({ client }) => client)).toEqual(
    Array.from({ length: 2 * CALLS }, () => 'beta-pay'),
  );
  expect(hanging.isComplete()).toBe(true);
  await hanging.end();
});
