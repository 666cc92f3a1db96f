import { afterEach, describe, expect, test } from '@jest/globals';
import { cashInInput, SIMULATE_CASH_IN, simulateCashIn } from '../../support/cash-ins.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

afterEach(() => {
  gateway.clock.reset();
  gateway.forgetTokens();
});

interface RowCounts {
  readonly cashIns: number;
  /** Including those without a position yet. */
  readonly events: number;
}

async function countRows(): Promise<RowCounts> {
  const [counts] = await gateway.app.database.entityManager.getConnection().execute<[RowCounts]>(
    `select (select count(*)::int from cash_in) as "cashIns",
         (select count(*)::int from outbox) + (select count(*)::int from event) as "events"`,
  );
  return counts;
}

describe('simulateCashIn', () => {
  test('by PIX returns the cash-in, which the other bank of the sandbox has sent', async () => {
    gateway.clock.set('2026-11-21T12:34:30Z');
    gateway.forgetTokens();
    expect(await simulateCashIn(gateway, cashInInput({ amount: '10.5' }))).toEqual({
      __typename: 'SimulateCashInSuccess',
      cashIn: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        amount: { value: '10.50', currency: 'BRL' },
        endToEndId: expect.stringMatching(/^E99990002202611211234[A-Za-z0-9]{11}$/),
        account: { id: expect.any(String), branch: '0001', number: '200001' },
      },
    });
  });

  test('by TED has no end-to-end identification', async () => {
    expect(await simulateCashIn(gateway, cashInInput({ rail: 'TED' }))).toMatchObject({ cashIn: { endToEndId: null } });
  });

  test('creates a new cash-in each time', async () => {
    const { cashIn: first } = await simulateCashIn(gateway, cashInInput());
    const { cashIn: second } = await simulateCashIn(gateway, cashInInput());
    expect(new Set([first.id, second.id, first.endToEndId, second.endToEndId]).size).toBe(4);
  });
});

describe('an amount', () => {
  test.each([
    ['0.01', '0.01'],
    ['7', '7.00'],
    ['1.1', '1.10'],
    ['99999999999999.99', '99999999999999.99'],
    [0.1, '0.10'],
    [1234.56, '1234.56'],
    [7, '7.00'],
    [9_999_999_999_999.99, '9999999999999.99'],
  ])('of %p in a variable is returned and stored as %s, interpreted and compiled', async (amount, shown) => {
    for (const _ of [1, 2, 3]) {
      const { cashIn } = await simulateCashIn(gateway, cashInInput({ amount }));
      expect(cashIn.amount.value).toBe(shown);
      const [stored] = await gateway.app.database.entityManager
        .getConnection()
        .execute<{ amount: string }[]>('select amount::text from cash_in where id = ?', [cashIn.id]);
      expect(stored).toEqual({ amount: shown });
    }
  });

  test.each(['"0.01"', '0.01', '7', '99999999999999.99', '"99999999999999.99"'])(
    'of %s in a document is kept exactly',
    async (literal) => {
      const query = `mutation { simulateCashIn(input: { accountNumber: "200001", amount: ${literal}, rail: TED }) {
        ... on SimulateCashInSuccess { cashIn { amount { value } } }
      } }`;
      for (const _ of [1, 2, 3]) {
        const { simulateCashIn: result } = await gateway.data({ query });
        expect(result.cashIn.amount.value).toBe(literal.replaceAll('"', '').replace(/^7$/, '7.00'));
      }
    },
  );

  test.each([
    '0',
    '0.00',
    0,
    '-1',
    -1,
    '-0.01',
    '0.001',
    0.001,
    1e-7,
    '1.000',
    '10.123',
    '100000000000000',
    '9'.repeat(40),
  ])('of %p is refused as an input', async (amount) => {
    expect(await simulateCashIn(gateway, cashInInput({ amount }))).toMatchObject({
      __typename: 'InvalidInputError',
      status: 400,
      violations: [{ path: ['amount'], message: 'Give 0.01 to 99999999999999.99, with at most two decimals.' }],
    });
  });

  test.each([Number('99999999999999.99'), 1e21, '00.5', '-0', '1e3', '+1', '1,50', '', ' 1', true, null, {}, ['1']])(
    'of %p has the wrong shape, interpreted and compiled',
    async (amount) => {
      for (const _ of [1, 2, 3]) {
        const variables = { input: cashInInput({ amount }) };
        const { status, body } = await gateway.ask({ query: SIMULATE_CASH_IN, variables });
        expect(status).toBe(400);
        expect(body.data).toBeUndefined();
        expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      }
    },
  );
});

describe('a refusal', () => {
  test.each([
    ['the account does not exist', '999999', 'AccountNotFoundError', { status: 404, accountNumber: '999999' }],
    ['another partner has the account', '300001', 'AccountNotFoundError', { status: 404, accountNumber: '300001' }],
    ['the account is closed', '100002', 'InvalidAccountStatusError', { message: 'Account status is not ACTIVE.' }],
    ['there is no number', ' ', 'InvalidInputError', { violations: [{ path: ['accountNumber'] }] }],
    ['the number cannot be stored', '200001\0', 'InvalidInputError', { violations: [{ path: ['accountNumber'] }] }],
  ])('says that %s', async (_reason, accountNumber, __typename, carried) => {
    const refusal = await simulateCashIn(gateway, cashInInput({ accountNumber }));
    expect(refusal).toMatchObject({ __typename, ...carried });
  });

  test('names all violations together, and checks the input before the account', async () => {
    const refusal = await simulateCashIn(gateway, cashInInput({ accountNumber: '', amount: '0' }));
    expect(refusal).toMatchObject({ violations: [{ path: ['accountNumber'] }, { path: ['amount'] }] });
    const unknown = await simulateCashIn(gateway, cashInInput({ accountNumber: '999999', amount: '0' }));
    expect(unknown).toMatchObject({ code: 'INVALID_PARAMETER' });
  });

  test('stores nothing', async () => {
    const before = await countRows();
    await simulateCashIn(gateway, cashInInput({ accountNumber: '100002' }));
    await simulateCashIn(gateway, cashInInput({ accountNumber: '300001' }));
    await simulateCashIn(gateway, cashInInput({ amount: '0' }));
    expect(await countRows()).toEqual(before);
    await simulateCashIn(gateway, cashInInput());
    expect(await countRows()).toEqual({ cashIns: before.cashIns + 1, events: before.events + 2 });
  });

  test('of a token without sandbox.write precedes all others', async () => {
    const variables = { input: cashInInput() };
    const { status, body } = await gateway.ask({ query: SIMULATE_CASH_IN, variables, scope: 'account.read' });
    expect(status).toBe(403);
    expect(body.errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN', requiredScopes: ['sandbox.write'] });
  });
});
