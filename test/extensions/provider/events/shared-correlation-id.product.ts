import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { customer, REGISTER_CUSTOMER, registerCustomer, registrationInput } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { sql } from '../../../support/webhooks.ts';
import { BeforeAnother } from '../intents/before-another.ts';
import { again, showing } from '../reads/shown-customer.ts';
import { bodyOf, logged, taken } from './provider-events.ts';

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start({
    ...{ PROVIDER_FRESH_SECONDS: '0', ANALYSIS_SECONDS: '3600', PROVIDER_TIMEOUT_SECONDS: '60' },
  });
});
afterAll(() => before.stop());

test('an event settles its mutation, although another one with the same correlation id is open too', async () => {
  const { gateway, double } = before;
  const input = registrationInput();
  const now = () => gateway.clock.now().toISOString();
  showing(double, input, { updatedAt: now(), status: 'PENDING_APPROVAL' });
  await registerCustomer(gateway, input);
  const updatedAt = now();
  showing(double, input, { updatedAt });
  await eventually(async () => (await customer(gateway, input.documentNumber)).status === 'APPROVED');
  gateway.clock.advance(10);
  showing(double, input, { updatedAt, put: 500 });
  const correlationId = randomUUID();
  for (const [query, open] of [
    [CREATE_POCKET, pocketInput({ accountNumber: '200002' })],
    [REGISTER_CUSTOMER, { ...again(input), idempotencyKey: randomUUID() }],
  ] as const) {
    const ask = { query, variables: { input: open }, headers: { 'x-correlation-id': correlationId } };
    expect((await gateway.ask(ask)).status).toBe(503);
  }
  const approval = { name: 'CUSTOMER_WAS_APPROVED', context: 'Customer', entityId: input.documentNumber };
  await taken(gateway, bodyOf(gateway, { ...approval, correlationId }));
  const known = await eventually(async () => {
    gateway.clock.advance(1);
    const query = `select id from customer_registration where correlation_id = ? and status = 'APPROVED'`;
    const [decided] = await sql(gateway, query, [correlationId]);
    const events = await logged(gateway, input.documentNumber);
    return decided !== undefined && events.length === 4 && events;
  });
  expect(known.map(({ name }) => name)).toEqual([
    ...['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED'],
  ]);
});
