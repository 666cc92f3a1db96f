import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { customer, REGISTER_CUSTOMER, registration, registrationInput } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { BeforeAnother } from '../intents/before-another.ts';
import { again, register, showing, type RegistrationInput } from '../reads/shown-customer.ts';
import { bodyOf, everythingIsShown, logged, taken } from './provider-events.ts';

/** Between two steps: longer than clocks differ, and than an event is dated after its decision. */
const STEP_SECONDS = 120;

let before: BeforeAnother;

/** The provider is asked only by reads. */
beforeAll(async () => {
  before = await BeforeAnother.start({
    ...{ PROVIDER_FRESH_SECONDS: '0', ANALYSIS_SECONDS: '3600', PROVIDER_TIMEOUT_SECONDS: '60' },
  });
});
afterAll(() => before.stop());

const now = () => before.gateway.clock.now().toISOString();
const later = (seconds = STEP_SECONDS) => {
  before.gateway.clock.advance(seconds);
};

/** Sends an event of a customer, and waits until it is decided what becomes of it. */
async function event(name: string, { documentNumber: entityId }: RegistrationInput, changes: object = {}) {
  await taken(before.gateway, bodyOf(before.gateway, { name, context: 'Customer', entityId, data: {}, ...changes }));
  await everythingIsShown(before.gateway);
}

const statusesOf = (...made: readonly { readonly id: string }[]) =>
  Promise.all(made.map(async ({ id }) => (await registration(before.gateway, id)).status));

/** Ids of the person's registrations that are under analysis. */
async function analysed({ documentNumber }: RegistrationInput): Promise<readonly string[]> {
  const query = 'select id from customer_registration where document_number = ? and due_at is not null';
  return (await sql<{ id: string }>(before.gateway, query, [documentNumber])).map(({ id }) => id);
}

/** Reads a customer until the provider has answered in time, and has decided. */
const untilRead = ({ documentNumber }: RegistrationInput, status: string) =>
  eventually(async () => {
    const read = await customer(before.gateway, documentNumber);
    return read.status === status && read;
  });

/** A person whom the provider has approved, which a read shows. */
async function approved() {
  const input = registrationInput();
  showing(before.double, input, { updatedAt: now(), status: 'PENDING_APPROVAL' });
  const first = await register(before.gateway, input);
  showing(before.double, input, { updatedAt: now() });
  await untilRead(input, 'APPROVED');
  later();
  return { input, first };
}

/** The provider rejects the second registration, which no read shows, and accepts the third one. */
async function replaced() {
  const { input, first } = await approved();
  const second = await register(before.gateway, again(input));
  later();
  const rejectedAt = now();
  later();
  const third = await register(before.gateway, again(input, 'Terceiro Nome'));
  return { input, first, second, third, rejectedAt };
}

describe('a registration that the provider has rejected, before it accepted a later one', () => {
  test.each(['correlation id', 'time'])(
    'is decided by its late event, which has its %s; the later one is not',
    async (by) => {
      const { input, first, second, third, rejectedAt } = await replaced();
      const ids = by === 'time' ? {} : { correlationId: second.correlationId };
      await event('CUSTOMER_WAS_REPROVED', input, { timestamp: rejectedAt, ...ids });
      expect(await statusesOf(first, second, third)).toEqual(['APPROVED', 'REPROVED', 'PENDING_APPROVAL']);
      later();
      await event('CUSTOMER_WAS_APPROVED', input, by === 'time' ? {} : { correlationId: third.correlationId });
      expect(await statusesOf(first, second, third)).toEqual(['APPROVED', 'REPROVED', 'APPROVED']);
      const known = await logged(before.gateway, input.documentNumber);
      expect(known.map(({ __typename }) => __typename)).toEqual([
        ...['CustomerWasReceivedEvent', 'CustomerWasApprovedEvent', 'CustomerWasReceivedEvent'],
        ...['CustomerWasReceivedEvent', 'CustomerWasReprovedEvent', 'CustomerWasApprovedEvent'],
      ]);
    },
  );

  test('is no longer asked for', async () => {
    const { input, third } = await replaced();
    expect(await analysed(input)).toEqual([third.id]);
  });

  test('is settled after the later one, if its answer was lost, and does not replace that', async () => {
    const { input } = await approved();
    const updatedAt = now();
    later();
    showing(before.double, input, { updatedAt, put: 500 });
    const correlationId = randomUUID();
    const variables = { input: { ...again(input), idempotencyKey: randomUUID() } };
    const headers = { 'x-correlation-id': correlationId };
    expect((await before.gateway.ask({ query: REGISTER_CUSTOMER, variables, headers })).status).toBe(503);
    const sentAt = now();
    later(1);
    showing(before.double, input, { updatedAt });
    const third = await register(before.gateway, again(input, 'Terceiro Nome'));
    const body = { name: 'CUSTOMER_WAS_REPROVED', context: 'Customer', entityId: input.documentNumber };
    await taken(before.gateway, bodyOf(before.gateway, { ...body, correlationId, timestamp: sentAt }));
    await eventually(async () => {
      later(1);
      const query = 'select id, status from customer_registration where correlation_id = ?';
      const [second] = await sql<{ status: string }>(before.gateway, query, [correlationId]);
      return second?.status === 'REPROVED';
    });
    expect(await statusesOf(third)).toEqual(['PENDING_APPROVAL']);
    expect(await analysed(input)).toEqual([third.id]);
    await event('CUSTOMER_WAS_APPROVED', input, { correlationId: third.correlationId });
    expect(await statusesOf(third)).toEqual(['APPROVED']);
  });
});

describe('a first registration that the provider has decided unseen, before it accepted a second one', () => {
  /** The first one is decided a second before the second one follows. */
  async function bothPending() {
    const input = registrationInput();
    showing(before.double, input, { updatedAt: now(), status: 'PENDING_APPROVAL' });
    const first = await register(before.gateway, input);
    later();
    const decidedAt = now();
    later(1);
    return { input, first, decidedAt, second: await register(before.gateway, again(input)) };
  }

  test('puts its record in force by its late approval, and the second one is not approved by it', async () => {
    const { input, first, second, decidedAt } = await bothPending();
    showing(before.double, input, { updatedAt: decidedAt });
    await customer(before.gateway, input.documentNumber);
    expect(await statusesOf(first, second)).toEqual(['PENDING_APPROVAL', 'PENDING_APPROVAL']);
    const ofFirst = { correlationId: first.correlationId, timestamp: decidedAt };
    await event('CUSTOMER_WAS_APPROVED', input, ofFirst);
    expect(await untilRead(input, 'APPROVED')).toMatchObject({ registerName: 'Maria Exemplo' });
    expect(await statusesOf(first, second)).toEqual(['APPROVED', 'PENDING_APPROVAL']);
    later();
    await event('CUSTOMER_WAS_REPROVED', input, { correlationId: second.correlationId });
    expect(await untilRead(input, 'APPROVED')).toMatchObject({ registerName: 'Maria Exemplo' });
    expect(await statusesOf(first, second)).toEqual(['APPROVED', 'REPROVED']);
  });

  test('leaves the customer to the rejection of the second one', async () => {
    const { input, first, second } = await bothPending();
    later();
    showing(before.double, again(input), { updatedAt: now(), status: 'REPROVED' });
    await event('CUSTOMER_WAS_REPROVED', input, { correlationId: second.correlationId });
    expect(await untilRead(input, 'REPROVED')).toMatchObject({ registerName: 'Outro Nome' });
    expect(await statusesOf(first, second)).toEqual(['PENDING_APPROVAL', 'REPROVED']);
  });
});

describe('a registration of a known customer that was made elsewhere', () => {
  test('has events without a subject, each of which is logged', async () => {
    const { input, first } = await approved();
    const names = ['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED'];
    for (const name of names) await event(name, input);
    const others = await eventually(async () => {
      later(1);
      const known = await logged(before.gateway, input.documentNumber);
      const other = known.filter(({ __typename }) => __typename === 'OtherEvent');
      return other.length === names.length && other;
    });
    expect(others.map(({ rawName }) => rawName)).toEqual(names);
    expect(await statusesOf(first)).toEqual(['APPROVED']);
  });
});
