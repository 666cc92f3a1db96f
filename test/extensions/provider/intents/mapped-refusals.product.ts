import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { REGISTER_CUSTOMER, registrationInput } from '../../../support/customers.ts';
import { register, violationPaths } from '../../../support/pix.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { call } from '../../../support/rest.ts';
import { BeforeAnother } from './before-another.ts';

const UPSTREAM = '... on UnmappedRefusalError { upstreamStatus upstreamCode upstreamMessages }';
const showingUpstream = (query: string) => query.replace('... on DomainError', `${UPSTREAM} ... on DomainError`);

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start({ PROVIDER_HEADER_PREFIX: 'x-bank-' });
});
afterAll(() => before.stop());

test.each(['REQUEST_ERROR', 'INVALID_PARAMETER'])('%s is invalid input at any status', async (code) => {
  before.answering(422, { errors: [{ code, propertyName: 'data.label', messages: ['Too long.'] }] });
  const { createPocket } = await before.gateway.data({ query: CREATE_POCKET, variables: { input: pocketInput() } });
  expect(createPocket).toMatchObject({
    code: 'INVALID_PARAMETER',
    violations: [{ path: ['label'], message: 'Too long.' }],
  });
});

test('a 404 without a code, where nothing can be missing, has no code', async () => {
  before.answering(404, '');
  const variables = { input: registrationInput() };
  const { registerCustomer } = await before.gateway.data({ query: showingUpstream(REGISTER_CUSTOMER), variables });
  expect(registerCustomer).toMatchObject({ code: 'UNMAPPED_REFUSAL', upstreamStatus: 404, upstreamCode: '' });
});

test.each(['x-bank-pix-user-id', 'X-Bank-Pix-User-Id', 'x-svc-pix-user-id'])(
  'an invalid header is named by the field that it has: %s',
  async (propertyName) => {
    before.answering(400, { errors: [{ code: 'INVALID_PARAMETER', propertyName, messages: ['Wrong.'] }] });
    const key = { type: 'EVP' };
    const refused = await register(before.gateway, { key, number: '200003', userId: '10020030320' });
    expect(violationPaths(refused)).toEqual(['userId']);
    const answered = await call(before.gateway, 'POST /pix/entries', {
      body: { addressingKey: key, account: { branch: '0001', number: '200003', type: 'PAYMENT' } },
    });
    expect(answered.body.errors).toEqual([
      {
        code: 'INVALID_PARAMETER',
        propertyName: 'x-svc-pix-user-id',
        messages: ['Wrong.'],
        details: { code: 'FORMAT' },
      },
    ]);
  },
);
