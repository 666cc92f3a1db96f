import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  documentAnalysis,
  goodInput,
  newCpf,
  registerCustomer,
  registration,
  submitDocument,
} from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';

/** No hanging call times out during the test. */
const [TIMEOUT_SECONDS, SETTINGS] = [60, { PROVIDER_TIMEOUT_SECONDS: '60', ANALYSIS_SECONDS: '0' }];
/** What a partner waits for, what is polled for at a time of one partner, and calls of one in flight. */
const [PENDING, POLLED, IN_FLIGHT] = [30, 10, 8];

/** Something that the provider decides. */
interface Decided {
  readonly what: string;
  readonly table: string;
  /** Requests it, and returns its id. */
  readonly request: (client: string) => Promise<string>;
  readonly statusOf: (id: string, client: string) => Promise<unknown>;
}

let before: BeforeAnother;
/** Whether the provider answers polls of ACME_PAY, and those that it has not answered. */
let isHanging: boolean;
let held: ServerResponse[];

beforeEach(async () => {
  before = await BeforeAnother.start(SETTINGS);
  [isHanging, held] = [false, []];
  before.double.answer = ({ client, body }, response) => {
    if (body !== '') answer(response, 202, { token: randomUUID() });
    else if (client === 'beta-pay') decide(response);
    else if (isHanging) held.push(response);
    // It does not show it yet.
    else answer(response, 404, {});
  };
});
afterEach(() => before.stop());

function polls(): number {
  return before.double.calls.filter(({ body }) => body === '').length;
}

/** Answers the poll for a picture or a registration. */
function decide(response: ServerResponse): void {
  const createdAt = before.gateway.clock.now().toISOString();
  const approval = response.req.url?.includes('/document-analysis/')
    ? { status: 'ANALYSIS_COMPLETED', liveness: { status: 'LIVENESS_FOUND' } }
    : { status: 'APPROVED' };
  answer(response, 200, { ...approval, createdAt });
}

const registrations: Decided = {
  what: 'registrations',
  table: 'customer_registration',
  async request(client) {
    const input = await goodInput(before.gateway, {}, client);
    return (await registerCustomer(before.gateway, input, { client })).registration.id;
  },
  statusOf: async (id, client) => (await registration(before.gateway, id, { client })).status,
};
const pictures: Decided = {
  what: 'pictures',
  table: 'document_analysis',
  request: async (client) =>
    (await submitDocument(before.gateway, { documentNumber: newCpf() }, { client })).analysis.token,
  statusOf: async (token, client) => (await documentAnalysis(before.gateway, token, { client })).status,
};

describe.each([registrations, pictures])('a partner whose polls for $what all hang', ({ table, request, statusOf }) => {
  test('delays no other, and more of its own are polled as they end', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < PENDING; nth += 1) ids.push(await request('acme-pay'));
    await eventually(() => Promise.resolve(polls() >= PENDING));
    isHanging = true;
    before.gateway.clock.advance(TIMEOUT_SECONDS + 1);
    await eventually(() => Promise.resolve(held.length === IN_FLIGHT));
    const ofBeta = await request('beta-pay');
    await eventually(async () => (await statusOf(ofBeta, 'beta-pay')) === 'APPROVED');
    expect(held.some(({ closed }) => closed)).toBe(false);
    expect(held).toHaveLength(IN_FLIGHT);
    const claimed = `select count(*)::int as claimed from ${table} where due_at > ?`;
    const now = before.gateway.clock.now().toISOString();
    expect(await sql(before.gateway, claimed, [now])).toEqual([{ claimed: POLLED }]);
    // Each that is answered makes room for another.
    for (let nth = 0; nth < PENDING; nth += 1) decide(await eventually(() => Promise.resolve(held[nth])));
    for (const id of ids) await eventually(async () => (await statusOf(id, 'acme-pay')) === 'APPROVED');
  });
});
