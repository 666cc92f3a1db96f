import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CREATE_TOTP, VALIDATE_TOTP } from '../../../support/pix.ts';
import { call } from '../../../support/rest.ts';
import { BeforeAnother } from './before-another.ts';

const TOO_MANY = 'TOO_MANY_TOTP_CHALLENGES';
const ODD_NUMBERS = [1.5, -3, 1e12, 'soon'];
const code = { hash: 'a hash', code: '041207' };

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterAll(() => before.stop());

async function validate() {
  const { body } = await before.gateway.ask({ query: VALIDATE_TOTP, variables: { input: code } });
  return body.data?.validateTotp ?? body.errors?.[0]?.extensions;
}

test.each(ODD_NUMBERS)(
  'a code that the provider refuses for %s seconds may be sent again after one',
  async (seconds) => {
    const refusal = { code: 'TOO_MANY_TOTP_TRIES', messages: ['Wait.'], details: { retryAfterSeconds: seconds } };
    before.answering(429, { errors: [refusal] });
    expect(await validate()).toMatchObject({ code: 'TOO_MANY_TOTP_TRIES', retryAfterSeconds: 1 });
    expect(await call(before.gateway, 'PATCH /totp', { body: code })).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_TOTP_TRIES', details: { retryAfterSeconds: 1 } },
    });
  },
);

test.each(ODD_NUMBERS)('a limit of codes that is reached for %s seconds is passed on as it is', async (seconds) => {
  const details = { reached: 'OPEN_OF_KEY', limit: 3, retryAfterSeconds: seconds };
  before.answering(429, { errors: [{ code: TOO_MANY, messages: ['Wait.'], details }] });
  const addressingKey = { type: 'EMAIL', value: 'ana@example.com' };
  const input = { documentNumber: '10020030169', addressingKey };
  const { body } = await before.gateway.ask({ query: CREATE_TOTP, variables: { input } });
  expect(body.data?.createTotp).toMatchObject({ __typename: 'UnmappedRefusalError' });
});

test.each([-3, 1e20, 'soon'])('a hash that is valid for %s seconds is no answer', async (expirationInSeconds) => {
  before.answering(200, { hash: 'another hash', expirationInSeconds });
  expect(await validate()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
