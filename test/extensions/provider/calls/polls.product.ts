import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { goodInput, newCpf, registerCustomer, submitDocument } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';

/** Shorter than the shortest delay between two polls, and the first poll is due immediately. */
const SETTINGS = { PROVIDER_TIMEOUT_SECONDS: '9', ANALYSIS_SECONDS: '0' };
const REST_SECONDS = [10, 30, 60, 300, 300];

/** Something that the provider decides. */
interface Decided {
  readonly what: string;
  /** Requests it, and returns its id. */
  readonly request: () => Promise<string>;
  /** A query for when an id was requested, and when it is due. */
  readonly due: string;
}

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start(SETTINGS);
  before.double.answer = ({ path, body }, response) => {
    const createdAt = before.gateway.clock.now().toISOString();
    if (body !== '') answer(response, 202, { token: randomUUID() });
    else
      answer(response, 200, { status: path.startsWith('/customers/') ? 'PENDING_APPROVAL' : 'ANALYZING', createdAt });
  };
});
afterAll(() => before.stop());

const registrations: Decided = {
  what: 'registration',
  request: async () => (await registerCustomer(before.gateway, await goodInput(before.gateway))).registration.id,
  due: 'select received_at as since, due_at as at from customer_registration where id = ?::uuid',
};
const pictures: Decided = {
  what: 'picture',
  request: async () => (await submitDocument(before.gateway, { documentNumber: newCpf() })).analysis.token,
  due: 'select submitted_at as since, due_at as at from document_analysis where token = ?',
};

interface Due {
  readonly sinceMs: number;
  readonly atMs: number;
}

describe.each([registrations, pictures])('a $what that the provider does not decide', ({ request, due }) => {
  const dueOf = async (id: string): Promise<Due> => {
    const [row] = await sql<{ since: Date | string; at: Date | string }>(before.gateway, due, [id]);
    if (row === undefined) throw new Error('It is not stored.');
    return { sinceMs: new Date(row.since).getTime(), atMs: new Date(row.at).getTime() };
  };
  const polls = () => before.double.calls.filter(({ body }) => body === '').length;

  test('is polled for less and less often', async () => {
    const polledBefore = polls();
    const id = await request();
    let { sinceMs: lastMs } = await dueOf(id);
    for (const [nth, restSeconds] of REST_SECONDS.entries()) {
      const nextMs = await eventually(async () => {
        const { atMs } = await dueOf(id);
        return atMs > lastMs && atMs;
      });
      await eventually(() => Promise.resolve(polls() > polledBefore + nth));
      expect(nextMs - lastMs).toBeGreaterThanOrEqual(restSeconds * 1_000);
      lastMs = nextMs;
      before.gateway.clock.advance(restSeconds);
    }
  });
});
