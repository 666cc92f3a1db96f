import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';
import { bodyOf, hmacSigned, logged, taken, sendEvent } from './provider-events.ts';

/** No hanging call times out during the test. */
const SETTINGS = { PROVIDER_TIMEOUT_SECONDS: '60' };
/** Parked events of a partner, those of one partner that are claimed at a time, and calls of one in flight. */
const [PARKED, TAKEN_UP, IN_FLIGHT] = [30, 10, 8];

let before: BeforeAnother;
/** Responses to calls of ACME_PAY that have no answer yet. */
let held: ServerResponse[];

beforeEach(async () => {
  before = await BeforeAnother.start(SETTINGS);
  held = [];
  before.double.answer = ({ client }, response) => {
    if (client === 'acme-pay') held.push(response);
    else release(response);
  };
});
afterEach(() => before.stop());

/** Answers that the provider does not have the pocket: its event is logged without it. */
function release(response: ServerResponse): void {
  answer(response, 404, { code: 'POCKET_NOT_FOUND' });
}

/** Returns an event of an unknown pocket. */
function ofUnknownPocket(client: string): Record<string, unknown> {
  const { gateway } = before;
  const entityId = `200001${randomInt(1_000_000_000)}BRL`;
  const what = { name: 'POCKET_ACCOUNT_WAS_CREATED', context: 'Pocket', version: '2.0' };
  return bodyOf(gateway, { ...what, entityId, companyKey: gateway.partnerOf(client) });
}

async function isLogged(event: Record<string, unknown>, client: string): Promise<boolean> {
  return (await logged(before.gateway, String(event['entityId']), { client })).length > 0;
}

test('a partner whose parked events all hang holds up no other, and more of its own are claimed as they end', async () => {
  const { gateway } = before;
  const events = Array.from({ length: PARKED }, () => ofUnknownPocket('acme-pay'));
  for (const event of events) await taken(gateway, event);
  await eventually(() => Promise.resolve(held.length > 0));
  const ofBeta = ofUnknownPocket('beta-pay');
  const text = JSON.stringify(ofBeta);
  expect((await sendEvent(gateway, text, hmacSigned(gateway, text))).status).toBe(202);
  await eventually(() => isLogged(ofBeta, 'beta-pay'));
  await eventually(() => Promise.resolve(held.length === IN_FLIGHT));
  expect(held.some(({ closed }) => closed)).toBe(false);
  const takenUp = `select count(*)::int as taken from provider_event where tries > 0 and body is not null`;
  expect(await sql(gateway, takenUp)).toEqual([{ taken: TAKEN_UP }]);
  // Each that is answered makes room for another.
  for (let nth = 0; nth < PARKED; nth += 1) release(await eventually(() => Promise.resolve(held[nth])));
  for (const event of events) await eventually(() => isLogged(event, 'acme-pay'));
});
