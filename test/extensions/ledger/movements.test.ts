import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { closePocket } from '../../support/pockets.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { balanceOfAccount, balanceOfPocket, move, newPocket, receive, statementOf, sumsOf } from './money.ts';

const SETTLED = { total: '0.00', available: '0.00', hold: '0.00' };
const SET_STATUS = `mutation ($input: SimulateStatusInput!) { simulateStatus(input: $input) { __typename } }`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());

/** Returns a pocket of an account that has this much. */
async function funded(amount: string, changes: object = {}): Promise<{ account: string; pocketNumber: string }> {
  const account = '200001';
  const pocketNumber = await newPocket(gateway, changes);
  const { available } = await balanceOfAccount(gateway);
  expect(available).toBe('0.00');
  if (amount !== '0.00') await receive(gateway, { amount });
  return { account, pocketNumber };
}

/** Empties a pocket and its account into a pocket that is never used again. */
async function drain(pocketNumber: string): Promise<void> {
  const inPocket = (await balanceOfPocket(gateway, pocketNumber)).available;
  if (inPocket !== '0.00') await move(gateway, 'redeemFromPocket', { pocketNumber, amount: inPocket });
  const { available: amount } = await balanceOfAccount(gateway);
  if (amount !== '0.00') await move(gateway, 'saveToPocket', { pocketNumber: await newPocket(gateway), amount });
}

const idsOf = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);
const setStatus = (input: object) => gateway.data({ query: SET_STATUS, variables: { input } });

describe('a saving and a redeem', () => {
  test('move money between an account and its pocket, with entries, links and events', async () => {
    const { pocketNumber } = await funded('10.50');
    const saved = await move(gateway, 'saveToPocket', { pocketNumber, amount: '4.5', description: ' School trip ' });
    const { id } = saved.transaction;
    expect(saved).toMatchObject({
      __typename: 'SaveToPocketSuccess',
      replayed: false,
      transaction: {
        authenticationCode: id,
        type: 'SAVING',
        status: 'DONE',
        amount: { value: '4.50', currency: 'BRL' },
        description: 'School trip',
        pocket: { number: pocketNumber },
      },
      links: [
        { rel: 'get_pocket_transaction', method: 'GET' },
        { rel: 'get_pocket_balances', method: 'GET' },
      ],
    });
    expect(saved.links[0].url).toMatch(new RegExp(`/pockets/${pocketNumber}/transactions/${id}$`));
    expect(await balanceOfAccount(gateway)).toEqual({ total: '6.00', available: '6.00', hold: '0.00' });
    expect(await balanceOfPocket(gateway, pocketNumber)).toEqual({ total: '4.50', available: '4.50', hold: '0.00' });
    const redeemed = await move(gateway, 'redeemFromPocket', { pocketNumber, amount: '1' });
    expect(redeemed).toMatchObject({
      __typename: 'RedeemFromPocketSuccess',
      transaction: { type: 'REDEEM', description: null },
    });
    const entries = await statementOf(gateway);
    expect(
      entries.map(({ sequence, kind, amount, balanceAfter }) => [sequence, kind, amount.value, balanceAfter.value]),
    ).toEqual([
      [1, 'CASH_IN', '10.50', '10.50'],
      [2, 'SAVING', '-4.50', '6.00'],
      [3, 'REDEEM', '1.00', '7.00'],
    ]);
    expect(entries[0]?.cashIn).not.toBeNull();
    expect(entries[1]?.pocketTransaction).toEqual({ id });
    const query = `query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter, first: 100) { nodes {
      name context payload
      ... on PocketAccountSavingWasCompletedEvent { transaction { id } }
      ... on PocketAccountRedeemWasCompletedEvent { transaction { id } }
    } } }`;
    const found = await eventually(async () => {
      const { webhookEvents } = await gateway.data({ query, variables: { filter: { entityIds: [pocketNumber] } } });
      return webhookEvents.nodes.length === 3 && webhookEvents.nodes;
    });
    expect(found).toMatchObject([
      {},
      {
        name: 'POCKET_ACCOUNT_SAVING_WAS_COMPLETED',
        context: 'POCKET',
        transaction: { id },
        payload: {
          version: '2.0',
          data: {
            authenticationCode: id,
            type: 'SAVING',
            status: 'DONE',
            amount: { value: 4.5, currency: 'BRL' },
            pocket: { number: pocketNumber },
            account: { branch: '0001', number: '200001' },
          },
        },
      },
      { name: 'POCKET_ACCOUNT_REDEEM_WAS_COMPLETED', transaction: { id: redeemed.transaction.id } },
    ]);
    await drain(pocketNumber);
  });

  test('can be found by code and by node, and listed with filters, only by the partner itself', async () => {
    const { pocketNumber } = await funded('3.00');
    const saved = await move(gateway, 'saveToPocket', { pocketNumber });
    const redeemed = await move(gateway, 'redeemFromPocket', { pocketNumber });
    const query = `query ($code: UUID!, $id: ID!, $number: String!, $filter: PocketTransactionFilter) {
      pocketTransaction(authenticationCode: $code) { id type }
      node(id: $id) { ... on PocketTransaction { id } }
      pocket(number: $number) { transactions(filter: $filter) { totalCount nodes { id } } }
    }`;
    const { id } = saved.transaction;
    const variables = { code: id, id, number: pocketNumber, filter: null };
    expect(await gateway.data({ query, variables })).toEqual({
      pocketTransaction: { id, type: 'SAVING' },
      node: { id },
      pocket: { transactions: { totalCount: 2, nodes: [{ id: redeemed.transaction.id }, { id }] } },
    });
    for (const [filter, expected] of [
      [{ types: ['SAVING'] }, [id]],
      [{ statuses: ['CREATED', 'ERROR'] }, []],
      [{ types: ['REDEEM'], statuses: ['DONE'] }, [redeemed.transaction.id]],
      [{ since: redeemed.transaction.createdAt, types: ['REDEEM'] }, [redeemed.transaction.id]],
      [{ until: saved.transaction.createdAt }, []],
    ] as const) {
      const { pocket } = await gateway.data({ query, variables: { ...variables, filter } });
      expect(idsOf(pocket.transactions.nodes)).toEqual(expected);
    }
    expect(await gateway.data({ query, variables, client: 'gama-pay' })).toEqual({
      pocketTransaction: null,
      node: null,
      pocket: null,
    });
    await drain(pocketNumber);
  });
});

describe('refusals', () => {
  test.each([
    ['amount', { amount: '0.00' }, 'RANGE'],
    ['amount', { amount: '0.001' }, 'RANGE'],
    ['amount', { amount: '100000000000000.00' }, 'RANGE'],
    ['pocketNumber', { pocketNumber: ' ' }, 'REQUIRED'],
    ['currency', { currency: 'XXX' }, 'NOT_ALLOWED'],
    ['description', { description: '' }, 'REQUIRED'],
    ['description', { description: 'x'.repeat(141) }, 'LENGTH'],
  ])('an invalid %s %j is an invalid input', async (path, changes, code) => {
    const refused = await move(gateway, 'saveToPocket', { pocketNumber: '1BRL', ...changes });
    expect(refused).toMatchObject({ __typename: 'InvalidInputError', violations: [{ path: [path], code }] });
  });

  test('are in the order of the contract', async () => {
    const pocketNumber = await newPocket(gateway, { currency: 'USD' });
    const input = { pocketNumber, amount: '1.00', currency: 'USD' };
    const refused = async (ask: object = {}) => {
      const {
        __typename,
        retryable,
        nextStep,
        message: _message,
        ...rest
      } = await move(gateway, 'saveToPocket', input, ask);
      expect([retryable, nextStep]).toEqual([false, null]);
      return rest;
    };
    const path = ['pocketNumber'];
    expect(await refused({ client: 'gama-pay' })).toEqual({ code: 'POCKET_NOT_FOUND', status: 404, path });
    await setStatus({ pocketNumber, status: 'LOCKED' });
    await setStatus({ accountNumber: '200001', status: 'BLOCKED' });
    const accountStatus = 'BLOCKED';
    expect(await refused()).toEqual({ code: 'INVALID_ACCOUNT_STATUS', status: 422, path, accountStatus });
    await setStatus({ accountNumber: '200001', status: 'ACTIVE' });
    const pocketStatus = 'LOCKED';
    expect(await refused()).toEqual({ code: 'INVALID_POCKET_STATUS', status: 422, path, pocketStatus });
    await setStatus({ pocketNumber, status: 'DORMANT' });
    expect(await refused()).toEqual({
      code: 'CURRENCY_MISMATCH',
      status: 422,
      path: ['currency'],
      pocketCurrency: 'USD',
      accountCurrency: 'BRL',
    });
    const { pocket } = await gateway.data({
      query:
        'query ($number: String!) { pocket(number: $number) { balance { total { value currency } } lastMovementAt } }',
      variables: { number: pocketNumber },
    });
    expect(pocket).toEqual({ balance: { total: { value: '0.00', currency: 'USD' } }, lastMovementAt: null });
  });

  test('by funds shows what is available', async () => {
    const { pocketNumber } = await funded('2.00');
    const refused = await move(gateway, 'saveToPocket', { pocketNumber, amount: '2.01' });
    expect(refused).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      status: 422,
      path: ['amount'],
      available: { value: '2.00', currency: 'BRL' },
    });
    expect(await move(gateway, 'redeemFromPocket', { pocketNumber })).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      available: { value: '0.00' },
    });
    await drain(pocketNumber);
  });
});

describe('a key', () => {
  test('replays its transaction, also when the pocket has been closed since; 1 equals 1.00', async () => {
    const { pocketNumber } = await funded('1.00');
    const input = { pocketNumber, amount: '1', idempotencyKey: randomUUID() };
    const saved = await move(gateway, 'saveToPocket', input);
    // The same key serves the other mutation apart.
    expect(await move(gateway, 'redeemFromPocket', input)).toMatchObject({ replayed: false });
    expect(await closePocket(gateway, { pocketNumber })).toMatchObject({ changed: true });
    expect(await move(gateway, 'saveToPocket', { ...input, amount: '1.00' })).toEqual({ ...saved, replayed: true });
    expect(await move(gateway, 'saveToPocket', { ...input, amount: '2.00' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await move(gateway, 'saveToPocket', { pocketNumber })).toMatchObject({
      code: 'INVALID_POCKET_STATUS',
      pocketStatus: 'CLOSED',
    });
    await drain(await newPocket(gateway));
  });

  test('of twins moves money once', async () => {
    const { pocketNumber } = await funded('5.00');
    const input = { pocketNumber, idempotencyKey: randomUUID() };
    const results = await Promise.all(Array.from({ length: 20 }, () => move(gateway, 'saveToPocket', input)));
    expect(new Set(results.map(({ transaction }) => transaction.id)).size).toBe(1);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await balanceOfPocket(gateway, pocketNumber)).available).toBe('1.00');
    await drain(pocketNumber);
  });
});

describe('money', () => {
  test('for 37 of 100 redeems at once is moved 37 times', async () => {
    const { pocketNumber } = await funded('37.00');
    await move(gateway, 'saveToPocket', { pocketNumber, amount: '37.00' });
    const results = await Promise.all(
      Array.from({ length: 100 }, () => move(gateway, 'redeemFromPocket', { pocketNumber })),
    );
    const names = results.map(({ __typename }) => __typename);
    expect(names.filter((name) => name === 'RedeemFromPocketSuccess')).toHaveLength(37);
    expect(names.filter((name) => name === 'InsufficientFundsError')).toHaveLength(63);
    expect(await balanceOfPocket(gateway, pocketNumber)).toEqual(SETTLED);
    await drain(pocketNumber);
  });

  test('crosses without a deadlock, and the sums hold in each snapshot', async () => {
    const pockets = [await newPocket(gateway), await newPocket(gateway)];
    await receive(gateway, { amount: '20.00' });
    for (const pocketNumber of pockets) await move(gateway, 'saveToPocket', { pocketNumber, amount: '5.00' });
    const moves = Array.from({ length: 60 }, (_, nth) =>
      move(gateway, nth % 2 === 0 ? 'saveToPocket' : 'redeemFromPocket', {
        pocketNumber: pockets[nth % 3 === 0 ? 0 : 1],
      }),
    );
    const seen = await Promise.all(Array.from({ length: 10 }, () => sumsOf(gateway)));
    const results = await Promise.all(moves);
    expect(
      results.map(({ code }) => code).filter((code) => code !== undefined && code !== 'INSUFFICIENT_FUNDS'),
    ).toEqual([]);
    for (const sums of [...seen, await sumsOf(gateway)])
      expect(sums).toMatchObject({ entries: '0.00', balances: sums?.entered });
    for (const pocketNumber of pockets) await drain(pocketNumber);
  });

  test('of a cent a thousand times is ten', async () => {
    const { pocketNumber } = await funded('10.00');
    for (let round = 0; round < 20; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, () => move(gateway, 'saveToPocket', { pocketNumber, amount: '0.01' })),
      );
    expect((await balanceOfPocket(gateway, pocketNumber)).total).toBe('10.00');
    await drain(pocketNumber);
  });

  test('of the largest amount is exact, several times', async () => {
    const { pocketNumber } = await funded('99999999999999.99');
    await receive(gateway, { amount: '99999999999999.99' });
    expect((await balanceOfAccount(gateway)).total).toBe('199999999999999.98');
    for (let nth = 0; nth < 2; nth += 1)
      expect(await move(gateway, 'saveToPocket', { pocketNumber, amount: '99999999999999.99' })).toMatchObject({
        replayed: false,
      });
    expect((await balanceOfPocket(gateway, pocketNumber)).total).toBe('199999999999999.98');
  });

  test('of one partner is not seen by another', async () => {
    const pocketNumber = await newPocket(gateway, { accountNumber: '200001' });
    await receive(gateway, { amount: '7.00' });
    await move(gateway, 'saveToPocket', { pocketNumber, amount: '7.00' });
    expect(await move(gateway, 'redeemFromPocket', { pocketNumber }, { client: 'gama-pay' })).toMatchObject({
      code: 'POCKET_NOT_FOUND',
    });
    expect((await balanceOfPocket(gateway, pocketNumber)).available).toBe('7.00');
  });
});
