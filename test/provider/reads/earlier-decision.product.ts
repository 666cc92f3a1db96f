import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  customer,
  REGISTER_CUSTOMER,
  registerCustomer,
  registration,
  registrationInput,
} from '../../support/customers.ts';
import { eventually } from '../../support/gateway.ts';
import { sql } from '../../support/webhooks.ts';
import { bodyOf, happened, logged, everythingIsShown, taken } from '../events/provider-events.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';

/** Longer than it takes until a mutation that is not found counts as not executed. */
const AFTER_LOOKS_SECONDS = 70;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start({ PROVIDER_FRESH_SECONDS: '0', ANALYSIS_SECONDS: '3600' });
});
afterAll(() => before.stop());

type Input = ReturnType<typeof registrationInput>;

const now = () => before.gateway.clock.now().toISOString();

/** The provider shows the customer of an input like this, and accepts registrations, or never answers them. */
function showing(
  input: Input,
  { updatedAt, status = 'APPROVED', put = 202 }: { updatedAt: string; status?: string; put?: number },
) {
  const { documentation: _documentation, ...record } = input;
  const shown = {
    ...record,
    assertedIncome: { value: '1234.56', currency: 'BRL' },
    status,
    createdAt: '2026-01-31T12:00:00.000Z',
    updatedAt,
  };
  before.double.answer = ({ body }, response) => {
    if (body === '') answer(response, 200, shown);
    else answer(response, put, '');
  };
}

async function register(input: Input): Promise<string> {
  const made = await registerCustomer(before.gateway, input);
  expect(made).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
  return made.registration.id;
}

const again = (input: Input): Input => ({ ...input, registerName: 'Outro Nome' });
const statusOf = async (id: string) => (await registration(before.gateway, id)).status;
const approval = (input: Input, changes: object = {}) =>
  bodyOf(before.gateway, {
    ...{ name: 'CUSTOMER_WAS_APPROVED', context: 'Customer', entityId: input.documentNumber, data: {} },
    ...changes,
  });

/** Registers a person, whom the provider approves at once; a second registration follows a second later. */
async function approved({ byEvent = false } = {}) {
  const input = registrationInput();
  const decidedAt = now();
  showing(input, { updatedAt: decidedAt });
  const first = await register(input);
  if (byEvent) await taken(before.gateway, approval(input, { timestamp: decidedAt }));
  else await customer(before.gateway, input.documentNumber);
  expect(await statusOf(first)).toBe('APPROVED');
  before.gateway.clock.advance(1);
  return { input, first, decidedAt };
}

describe('a registration that follows the approval of an earlier one at once', () => {
  test.each([false, true])('is not approved by it, which an event has told: %s', async (byEvent) => {
    const { input } = await approved({ byEvent });
    const second = await register(again(input));
    await customer(before.gateway, input.documentNumber);
    expect(await statusOf(second)).toBe('PENDING_APPROVAL');
    before.gateway.clock.advance(1);
    showing(again(input), { updatedAt: now() });
    expect(await customer(before.gateway, input.documentNumber)).toMatchObject({ registerName: 'Outro Nome' });
    expect(await statusOf(second)).toBe('APPROVED');
  });

  test('has not succeeded by it if it was not answered', async () => {
    const { input, decidedAt } = await approved();
    showing(input, { updatedAt: decidedAt, put: 500 });
    const idempotencyKey = randomUUID();
    const variables = { input: { ...again(input), idempotencyKey } };
    expect((await before.gateway.ask({ query: REGISTER_CUSTOMER, variables })).status).toBe(503);
    const find = async () => {
      const columns = 'select state, tries from provider_intent where key = ?';
      const [row] = await sql<{ state: string; tries: number }>(before.gateway, columns, [idempotencyKey]);
      return row ?? { state: 'NONE', tries: 0 };
    };
    before.gateway.clock.advance(AFTER_LOOKS_SECONDS);
    const { tries } = await find();
    const state = await eventually(async () => {
      before.gateway.clock.advance(1);
      const found = await find();
      return (found.state !== 'RUNNING' || found.tries > tries + 1) && found.state;
    });
    expect(state).toBe('RUNNING');
    showing(again(input), { updatedAt: now() });
    await eventually(async () => {
      before.gateway.clock.advance(1);
      return (await find()).state === 'SUCCEEDED';
    });
  });

  test('is not approved by an event of it that comes late', async () => {
    const { input, first, decidedAt } = await approved();
    const second = await register(again(input));
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
