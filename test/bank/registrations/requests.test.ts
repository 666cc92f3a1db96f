import { describe, expect, test } from '@jest/globals';
import {
  customer,
  goodInput,
  REGISTER_CUSTOMER,
  registerCustomer,
  registrationInput,
} from '../../support/customers.ts';
import { type GraphqlBody } from '../../support/gateway.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

/** Sends an income exactly as written in the JSON text: JSON.stringify would change some numbers. */
async function sendIncome(json: string) {
  const input = await goodInput(gateway, { assertedIncome: { value: 'INCOME' } });
  const body = JSON.stringify({ query: REGISTER_CUSTOMER, variables: { input } }).replace('"INCOME"', json);
  const response = await fetch(`${gateway.app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await gateway.token('acme-pay')}` },
    body,
  });
  const answer = (await response.json()) as GraphqlBody;
  return { input, status: response.status, result: answer.data?.registerCustomer, errors: answer.errors };
}

describe('an income', () => {
  test.each([
    ['"99999999999999.99"', '99999999999999.99'],
    ['"0.00"', '0.00'],
    ['"0.5"', '0.50'],
    ['1234.56', '1234.56'],
    ['0', '0.00'],
    ['9999999999999.99', '9999999999999.99'],
  ])('of %s is kept to the cent', async (json, kept) => {
    const { input, result } = await sendIncome(json);
    expect(result).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
    expect(await customer(gateway, input.documentNumber)).toMatchObject({
      assertedIncome: { value: kept, currency: 'BRL' },
    });
  });

  test.each([
    '99999999999999.99',
    '"00.5"',
    '"-0"',
    '-0',
    '-0.0',
    '"1e3"',
    '1e21',
    '"1,00"',
    '"+1"',
    '"01"',
    '".5"',
    '""',
    'true',
  ])('of %s has a wrong shape', async (json) => {
    const { status, errors } = await sendIncome(json);
    expect([status, errors?.[0]?.extensions['code']]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test.each(['"100000000000000.00"', '"0.001"', '-1', '"-0.01"'])(
    'of %s has the right shape but an invalid value',
    async (json) => {
      const { result } = await sendIncome(json);
      expect(result).toMatchObject({ code: 'INVALID_PARAMETER', violations: [{ path: ['assertedIncome', 'value'] }] });
    },
  );
});

describe('the input', () => {
  test.each([
    ['a birth date that does not exist', { birthDate: '2001-02-29' }],
    ['an unknown political exposure', { pep: { level: 'SOME' } }],
    ['an unknown range of income', { declaredIncome: 'SOME' }],
    ['an unknown field', { nickname: 'Mari' }],
    ['no name of the mother', { motherName: null }],
  ])('has a wrong shape with %s', async (_what, changes) => {
    const variables = { input: registrationInput(changes) };
    const { status, body } = await gateway.ask({ query: REGISTER_CUSTOMER, variables });
    expect([status, body.errors?.[0]?.extensions['code']]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test('can declare a range of income, which has no effect', async () => {
    const input = await goodInput(gateway, { declaredIncome: 'OVER_TWENTY_THOUSAND' });
    expect(await registerCustomer(gateway, input)).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
  });

  test('is validated against the civil date in São Paulo', async () => {
    const input = registrationInput({ birthDate: '2008-11-21' });
    try {
      gateway.clock.set('2026-11-21T02:50:00Z');
      gateway.forgetTokens();
      expect(await registerCustomer(gateway, input)).toMatchObject({ violations: [{ path: ['birthDate'] }] });
      gateway.clock.set('2026-11-21T03:00:00Z');
      expect(await registerCustomer(gateway, input)).toMatchObject({ code: 'DOCUMENT_ANALYSIS_NOT_APPROVED' });
    } finally {
      gateway.clock.reset();
      gateway.forgetTokens();
    }
  });
});

describe('customers', () => {
  test('are nodes only for clients of their partner that may read them', async () => {
    const { id } = await customer(gateway, '10020030169');
    const query = 'query ($id: ID!) { node(id: $id) { __typename id } }';
    const node = async (options: object) => (await gateway.data({ query, variables: { id }, ...options })).node;
    expect(await node({})).toEqual({ __typename: 'Customer', id });
    expect(await node({ scope: 'account.read' })).toBeNull();
    expect(await node({ client: 'beta-pay' })).toBeNull();
    expect(await customer(gateway, '10020030169', { client: 'beta-pay' })).toBeNull();
    for (const unknown of ['', '\0', '10020030240']) expect(await customer(gateway, unknown)).toBeNull();
  });

  test('are refused as a whole to clients that may not read them', async () => {
    const { status, body } = await gateway.ask({
      query: '{ customer(documentNumber: "1") { id } }',
      scope: 'customer.write',
    });
    expect([status, body.errors?.[0]?.extensions['requiredScopes']]).toEqual([403, ['customer.read']]);
  });
});
