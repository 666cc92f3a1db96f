import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { registrationInput } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { bodyOf, taken } from '../events/provider-events.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';
import { again, register, shownAs, showing, type RegistrationInput } from './shown-customer.ts';

/** Longer than what was read counts as current. */
const STEP_SECONDS = 60;
const SHOWN = 'id status registerName freshness { isStale }';
const READ = `query ($documentNumber: String!) { customer(documentNumber: $documentNumber) { ${SHOWN} } }`;
const STORED = `query ($id: ID!) { node(id: $id) { ... on Customer { ${SHOWN} } } }`;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start({ ANALYSIS_SECONDS: '3600', PROVIDER_TIMEOUT_SECONDS: '60' });
});
afterAll(() => before.stop());

const now = () => before.gateway.clock.now().toISOString();
const read = async ({ documentNumber }: RegistrationInput) =>
  (await before.gateway.data({ query: READ, variables: { documentNumber } })).customer;
/** Reads a customer until the provider has answered in time. */
const current = (input: RegistrationInput) =>
  eventually(async () => {
    const customer = await read(input);
    return !customer.freshness.isStale && customer;
  });
const stored = async (id: string) => (await before.gateway.data({ query: STORED, variables: { id } })).node;

/** Registers a person, whose decision is read. */
async function decided(status: string) {
  const input = registrationInput();
  showing(before.double, input, { updatedAt: now(), status: 'PENDING_APPROVAL' });
  await register(before.gateway, input);
  const decidedAt = now();
  showing(before.double, input, { updatedAt: decidedAt, status });
  const customer = await current(input);
  expect(customer).toMatchObject({ status });
  before.gateway.clock.advance(STEP_SECONDS);
  return { input, decidedAt, id: String(customer.id) };
}

test('a response that an event has overtaken does not replace the record that the event put in force', async () => {
  const { gateway, double } = before;
  const { input, decidedAt, id } = await decided('APPROVED');
  const { correlationId } = await register(gateway, again(input));
  gateway.clock.advance(STEP_SECONDS);
  const [asked, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  double.answer = (_request, response) => {
    asked.resolve(undefined);
    void released.promise.then(() => {
      answer(response, 200, shownAs(input, { updatedAt: decidedAt }));
    });
  };
  const reading = read(input);
  await asked.promise;
  const approval = { name: 'CUSTOMER_WAS_APPROVED', context: 'Customer', entityId: input.documentNumber };
  await taken(gateway, bodyOf(gateway, { ...approval, correlationId }));
  const decidedLater = now();
  released.resolve(undefined);
  await reading;
  const inForce = { id, status: 'APPROVED', registerName: 'Outro Nome' };
  expect(await stored(id)).toEqual({ ...inForce, freshness: { isStale: true } });
  showing(double, again(input), { updatedAt: decidedLater });
  expect(await current(input)).toEqual({ ...inForce, freshness: { isStale: false } });
});

test('a customer whom the provider shows as pending by a registration made elsewhere stays stale', async () => {
  const { input } = await decided('REPROVED');
  showing(before.double, again(input), { updatedAt: now(), status: 'PENDING_APPROVAL' });
  expect(await read(input)).toMatchObject({ status: 'REPROVED', freshness: { isStale: true } });
  showing(before.double, again(input), { updatedAt: now() });
  expect(await current(input)).toMatchObject({ status: 'APPROVED', registerName: 'Outro Nome' });
});
