import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { customer, REGISTER_CUSTOMER, registration, registrationInput } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { bodyOf, happened, logged, everythingIsShown, taken } from '../events/provider-events.ts';
import { BeforeAnother } from '../intents/before-another.ts';
import { again, register, showing, type RegistrationInput } from './shown-customer.ts';

/** Longer than it takes until a mutation that is not found counts as not executed. */
const AFTER_LOOKS_SECONDS = 70;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start({
    ...{ PROVIDER_FRESH_SECONDS: '0', ANALYSIS_SECONDS: '3600', PROVIDER_TIMEOUT_SECONDS: '60' },
  });
});
afterAll(() => before.stop());

const now = () => before.gateway.clock.now().toISOString();

const statusOf = async (id: string) => (await registration(before.gateway, id)).status;
const approval = (input: RegistrationInput, changes: object = {}) =>
  bodyOf(before.gateway, {
    ...{ name: 'CUSTOMER_WAS_APPROVED', context: 'Customer', entityId: input.documentNumber, data: {} },
    ...changes,
  });

/** Reads a customer until the provider has answered in time that an input like this is approved. */
const untilRead = ({ documentNumber, ...input }: RegistrationInput) =>
  eventually(async () => {
    const { status, registerName } = await customer(before.gateway, documentNumber);
    return status === 'APPROVED' && registerName === input['registerName'];
  });

/** Sends a registration that is not answered, and returns what becomes of it. */
async function unanswered(input: RegistrationInput) {
  const idempotencyKey = randomUUID();
  const variables = { input: { ...input, idempotencyKey } };
  expect((await before.gateway.ask({ query: REGISTER_CUSTOMER, variables })).status).toBe(503);
  return async () => {
    const columns = 'select state, tries from provider_intent where key = ?';
    const [row] = await sql<{ state: string; tries: number }>(before.gateway, columns, [idempotencyKey]);
    return row ?? { state: 'NONE', tries: 0 };
  };
}

/** Returns the state of such a registration once it was searched for again. */
async function stateAfterLooks(find: Awaited<ReturnType<typeof unanswered>>): Promise<string> {
  before.gateway.clock.advance(AFTER_LOOKS_SECONDS);
  const { tries } = await find();
  return eventually(async () => {
    before.gateway.clock.advance(1);
    const found = await find();
    return (found.state !== 'RUNNING' || found.tries > tries + 1) && found.state;
  });
}

/** Registers a person, whom the provider approves at once; a second registration follows a second later. */
async function approved({ byEvent = false } = {}) {
  const input = registrationInput();
  showing(before.double, input, { updatedAt: now(), status: 'PENDING_APPROVAL' });
  const { id: first } = await register(before.gateway, input);
  const decidedAt = now();
  showing(before.double, input, { updatedAt: decidedAt });
  if (byEvent) await taken(before.gateway, approval(input, { timestamp: decidedAt }));
  else await untilRead(input);
  expect(await statusOf(first)).toBe('APPROVED');
  before.gateway.clock.advance(1);
  return { input, first, decidedAt };
}

describe('a registration that follows the approval of an earlier one at once', () => {
  test.each([false, true])('is not approved by it, which an event has told: %s', async (byEvent) => {
    const { input } = await approved({ byEvent });
    const { id: second } = await register(before.gateway, again(input));
    await customer(before.gateway, input.documentNumber);
    expect(await statusOf(second)).toBe('PENDING_APPROVAL');
    before.gateway.clock.advance(1);
    showing(before.double, again(input), { updatedAt: now() });
    await untilRead(again(input));
    expect(await statusOf(second)).toBe('APPROVED');
  });

  test('has not succeeded by it if it was not answered', async () => {
    const { input, decidedAt } = await approved();
    showing(before.double, input, { updatedAt: decidedAt, put: 500 });
    const find = await unanswered(again(input));
    expect(await stateAfterLooks(find)).toBe('RUNNING');
    showing(before.double, again(input), { updatedAt: now() });
    await eventually(async () => {
      before.gateway.clock.advance(1);
      return (await find()).state === 'SUCCEEDED';
    });
  });

  test('is not approved by an event of it that comes late', async () => {
    const { input, first, decidedAt } = await approved();
    const { id: second } = await register(before.gateway, again(input));
    const known = () => logged(before.gateway, input.documentNumber);
    await eventually(async () => (await known()).some(({ name }) => name === 'CUSTOMER_WAS_APPROVED'));
    await taken(before.gateway, approval(input, { timestamp: decidedAt }));
    await everythingIsShown(before.gateway);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['APPROVED', 'PENDING_APPROVAL']);
    expect((await known()).filter(({ name }) => name === 'CUSTOMER_WAS_APPROVED')).toHaveLength(1);
    before.gateway.clock.advance(1);
    await happened(before.gateway, approval(input));
    expect(await statusOf(second)).toBe('APPROVED');
  });
});

describe('a registration that was not answered while another one of the person is pending', () => {
  test('has not succeeded by the state of an earlier one', async () => {
    const input = registrationInput();
    const updatedAt = now();
    showing(before.double, input, { updatedAt, status: 'PENDING_APPROVAL' });
    const { id: first } = await register(before.gateway, input);
    before.gateway.clock.advance(AFTER_LOOKS_SECONDS);
    showing(before.double, input, { updatedAt, status: 'PENDING_APPROVAL', put: 500 });
    const find = await unanswered(again(input));
    expect(await stateAfterLooks(find)).toBe('RUNNING');
    before.gateway.clock.advance(1);
    showing(before.double, input, { updatedAt: now() });
    await untilRead(input);
    expect(await statusOf(first)).toBe('APPROVED');
    expect((await find()).state).toBe('RUNNING');
  });

  test('has not succeeded by the state of a later one', async () => {
    const { input } = await approved();
    const updatedAt = now();
    before.gateway.clock.advance(AFTER_LOOKS_SECONDS);
    showing(before.double, input, { updatedAt, put: 500 });
    const find = await unanswered(again(input));
    before.gateway.clock.advance(AFTER_LOOKS_SECONDS);
    showing(before.double, input, { updatedAt });
    const { id: later } = await register(before.gateway, again(input));
    showing(before.double, input, { updatedAt: now(), status: 'PENDING_APPROVAL' });
    expect(await stateAfterLooks(find)).toBe('RUNNING');
    expect(await statusOf(later)).toBe('PENDING_APPROVAL');
  });
});
