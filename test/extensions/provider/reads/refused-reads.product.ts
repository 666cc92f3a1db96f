import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BeforeAnother } from '../intents/before-another.ts';

const READS = {
  account: '{ paymentAccount(number: "999999") { number } }',
  pocket: '{ pocket(number: "999999") { number } }',
  customer: '{ customer(documentNumber: "52998224725") { id } }',
  // The sandbox has this account, whose lists have not been read yet.
  keys: '{ paymentAccount(number: "200001") { pixEntries { createdAt } } }',
};
const MINUTES_SECONDS = 200;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterEach(() => {
  before.gateway.clock.advance(MINUTES_SECONDS + 1);
});
afterAll(() => before.stop());

async function refused(query: string): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await before.gateway.ask({ query });
  return { status, message: body.errors?.[0]?.message, ...body.errors?.[0]?.extensions };
}

test.each(Object.entries(READS))('during a pause the answer states how long it lasts: %s', async (_what, query) => {
  before.answering(429, '', { 'retry-after': String(MINUTES_SECONDS) });
  await refused(query);
  const callsBefore = before.double.calls.length;
  const refusal = await refused(query);
  const seconds = Number(refusal['retryAfterSeconds']);
  expect(refusal).toMatchObject({
    ...{ status: 503, code: 'SERVICE_UNAVAILABLE' },
    message: `The provider is not available: send the same request again in ${seconds} s. Nothing was done.`,
  });
  // The clock runs.
  expect(seconds).toBeGreaterThan(MINUTES_SECONDS / 2);
  expect(seconds).toBeLessThanOrEqual(MINUTES_SECONDS);
  expect(before.double.calls).toHaveLength(callsBefore);
});

describe.each([400, 422])('a query that the provider refuses with %d reports the refusal', (status) => {
  test.each(Object.entries(READS))('%s', async (_what, query) => {
    before.answering(status, { errors: [{ code: 'INVALID_PARAMETER', messages: ['No.'] }] });
    const refusal = await refused(query);
    expect(refusal).toMatchObject({
      ...{ status: 503, code: 'SERVICE_UNAVAILABLE' },
      message: `The provider refused this query with status ${status}.`,
    });
    expect(refusal).not.toHaveProperty('retryAfterSeconds');
  });
});

test('a pocket with another number does not count as the requested one', async () => {
  const user = { name: 'Ana Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };
  const data = {
    ...{ number: '999998', label: 'Trip', currency: 'BRL', status: 'ACTIVE', reason: 'HOLDER_REQUEST', user },
    ...{ category: 'POCKET', useCase: 'CORPORATE_EXPENSES', createdAt: '2026-01-31T12:00:00Z' },
  };
  before.answering(200, { data: { ...data, account: { number: '200001' } } });
  expect(await refused(READS.pocket)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  before.answering(404, '');
  expect((await before.gateway.data({ query: '{ pocket(number: "999998") { number } }' })).pocket).toBeNull();
});

test('a query that the provider does not permit to this partner reports that', async () => {
  before.answering(403, '');
  const message = 'The provider does not accept the credentials of this partner.';
  expect(await refused(READS.pocket)).toMatchObject({ status: 503, message });
});
