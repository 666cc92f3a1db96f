import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  CREATE_POCKET,
  createPocket,
  expectRefusal,
  expectSuccess,
  pocketInput,
  pocketUser,
  setPocketLimit,
} from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

beforeAll(async () => {
  await setPocketLimit(gateway, '200001', 1_000);
});

describe('a created pocket', () => {
  test('shows the requested values, its account and the four links of the partner API', async () => {
    const result = await expectSuccess(
      createPocket(gateway, pocketInput({ label: '  Benefícios  ', currency: 'USD', metadata: { b: 1, a: [null] } })),
    );
    const { pocket } = result;
    expect(pocket.number).toMatch(/^200001\d{1,13}USD$/);
    expect(pocket).toMatchObject({
      label: 'Benefícios',
      suffix: 'USD',
      currency: 'USD',
      type: 'POCKET_USD',
      status: 'ACTIVE',
      reason: 'HOLDER_REQUEST',
      category: 'POCKET',
      useCase: 'CORPORATE_EXPENSES',
      user: {
        name: 'Maria Exemplo',
        birthDate: '1990-01-31',
        document: { value: '10020030240', type: 'CPF' },
      },
      account: { branch: '0001', number: '200001', status: 'ACTIVE', holder: { name: 'Ana Exemplo' } },
    });
    expect(pocket.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(JSON.stringify(result.metadata)).toBe('{"b":1,"a":[null]}');
    expect(result.replayed).toBe(false);
    const address = `${gateway.app.url}/pockets/${pocket.number}`;
    expect(result.links).toEqual([
      { rel: 'get_pocket', method: 'GET', url: address },
      { rel: 'get_pocket_balances', method: 'GET', url: `${address}/balances` },
      { rel: 'create_pocket_transaction_savings', method: 'POST', url: `${address}/transactions/savings` },
      { rel: 'close_pocket', method: 'PATCH', url: `${address}/closure` },
    ]);
  });

  test('is found by its number and its id', async () => {
    const { pocket } = await expectSuccess(createPocket(gateway, pocketInput()));
    const data = await gateway.data({
      query: 'query ($number: String!, $id: ID!) { pocket(number: $number) { id } node(id: $id) { __typename id } }',
      variables: { number: pocket.number, id: pocket.id },
    });
    expect(data).toEqual({ pocket: { id: pocket.id }, node: { __typename: 'Pocket', id: pocket.id } });
  });
});

describe('each refusal', () => {
  const young = pocketUser({ birthDate: '2020-01-31' });
  test.each([
    [
      'another partner has the account',
      {},
      { accountNumber: '300001' },
      'ACCOUNT_NOT_FOUND',
      { status: 404, accountNumber: '300001' },
    ],
    [
      'the account does not exist',
      {},
      { accountNumber: '999999' },
      'ACCOUNT_NOT_FOUND',
      { message: 'Account not found.' },
    ],
    [
      'the account is closed',
      {},
      { accountNumber: '100002' },
      'INVALID_ACCOUNT_STATUS',
      { status: 422, accountStatus: 'CLOSED' },
    ],
    [
      'the program has no pockets',
      { client: 'beta-pay' },
      { accountNumber: '300001' },
      'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM',
      {
        status: 422,
        message: expect.stringMatching(
          /^Product not eligible for company accounts program under this company key BETA_PAY\w*\. Request the product setting to you account manager\.$/,
        ),
      },
    ],
    [
      'the user is too young',
      {},
      { user: young },
      'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
      {
        message: 'The birthdate of the user 2020-01-31 is invalid to use case CORPORATE_EXPENSES.',
        birthDate: '2020-01-31',
        useCase: 'CORPORATE_EXPENSES',
        minimumAge: 18,
        maximumAge: null,
      },
    ],
    [
      'the user is not 16 to 18 years old',
      {},
      { user: young, useCase: 'ACCOUNT_FOR_UNDER_AGE' },
      'INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE',
      {
        message: 'The use case ACCOUNT_FOR_UNDER_AGE is only for user between 16 and 18 years old.',
        minimumAge: 16,
        maximumAge: 18,
      },
    ],
    [
      'the account is full',
      { client: 'gama-pay' },
      { accountNumber: '400001' },
      'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT',
      { status: 422, limit: 0, message: 'Account has reached the maximum pocket counts.' },
    ],
  ])('reports that %s, with helpful data', async (_reason, options, changes, code, carried) => {
    const refusal = await expectRefusal(createPocket(gateway, pocketInput(changes), options), code);
    expect(refusal).toMatchObject(carried);
  });

  test('reports under which company key there are no pockets', async () => {
    const refusal = await createPocket(gateway, pocketInput({ accountNumber: '300001' }), { client: 'beta-pay' });
    const companyKey = gateway.partnerOf('beta-pay');
    expect(refusal).toMatchObject({ companyKey, message: expect.stringContaining(`company key ${companyKey}.`) });
  });

  test.each([
    ['input before key and account', { accountNumber: '999999', label: ' ' }, 'INVALID_PARAMETER'],
    ['account before birth date', { accountNumber: '999999', user: young }, 'ACCOUNT_NOT_FOUND'],
    ['status before birth date', { accountNumber: '100002', user: young }, 'INVALID_ACCOUNT_STATUS'],
  ])('follows the order: %s', async (_order, changes, code) => {
    await expectRefusal(createPocket(gateway, pocketInput(changes)), code);
  });

  test.each([
    ['product before birth date', 'beta-pay', '300001', 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM'],
    ['birth date before quota', 'gama-pay', '400001', 'INVALID_USER_BIRTHDATE_FOR_USE_CASE'],
  ])('follows the order: %s', async (_order, client, accountNumber, code) => {
    const result = createPocket(gateway, pocketInput({ accountNumber, user: young }), { client });
    await expectRefusal(result, code);
  });
});

describe('several mutations in one document', () => {
  test('have their own results', async () => {
    const { body, status } = await gateway.ask({
      query: `
        mutation ($a: CreatePocketInput!, $b: CreatePocketInput!) {
          a: createPocket(input: $a) { __typename }
          b: createPocket(input: $b) { __typename }
        }`,
      variables: { a: pocketInput(), b: pocketInput({ accountNumber: '100002' }) },
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      a: { __typename: 'CreatePocketSuccess' },
      b: { __typename: 'InvalidAccountStatusError' },
    });
  });
});

describe('a scalar of the wrong shape', () => {
  test.each([
    ['a date that does not exist', { user: pocketUser({ birthDate: '2010-02-30' }) }],
    ['a date with a time', { user: pocketUser({ birthDate: '2010-02-20T00:00:01Z' }) }],
    ['a key that is not a UUID of version 4', { idempotencyKey: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' }],
    ['an unknown use case', { useCase: 'HOLIDAY' }],
    ['metadata that is a list', { metadata: [] }],
    ['a missing label', { label: undefined }],
    ['an unknown field', { colour: 'red' }],
  ])('is a top-level error: %s', async (_case, changes) => {
    const { status, body } = await gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput(changes) } });
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors?.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
  });
});
