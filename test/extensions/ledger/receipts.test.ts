import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { systemRandom } from '../../../src/platform/system.ts';
import { signingKey } from '../../../src/playground/sandbox/signing-key.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { copyOfWorld, TemporaryFolders } from '../../support/temporary-folders.ts';
import { sumOf } from '../../../src/extensions/ledger/books/cents.ts';
import { balanceOfAccount, type Balance, move, newPocket, receive, statementOf } from './money.ts';

const CASH_IN = `cashIn { id status clearedAt createdAt endToEndId amount { value }
  payer { name document { value } bank { ispb name } branch number } payee { name } }`;
const RECORD = `mutation ($input: RecordCashInInput!) { recordCashIn(input: $input) {
  __typename
  ... on RecordCashInSuccess { replayed ${CASH_IN} }
  ... on DomainError { code status path }
  ... on InvalidInputError { violations { path code } }
} }`;
const CLEAR = `mutation ($input: ClearCashInInput!) { clearCashIn(input: $input) {
  __typename
  ... on ClearCashInSuccess { changed ${CASH_IN} }
  ... on DomainError { code status path }
} }`;
const PAYER = {
  name: 'Gustavo Exemplo',
  document: { value: '10020039972', type: 'CPF' },
  bank: { ispb: '99990002', name: 'Outro Banco' },
  branch: '0001',
  number: '55501',
};

const folders = new TemporaryFolders();
let gateway: Gateway;
let bank: { readonly token: string };

beforeAll(async () => {
  const directory = copyOfWorld(folders);
  gateway = await Gateway.start({ environment: { DATA_DIR: directory } });
  bank = { token: await bankToken(directory) };
});
afterAll(async () => {
  await gateway.stop();
  folders.remove();
});

/** Returns the token of a system of the bank, for the partner of ACME_PAY. */
async function bankToken(directory: string): Promise<string> {
  const token = await gateway.token('acme-pay');
  const { alg = '', ...header } = decodeProtectedHeader(token);
  const { privateKey } = await signingKey(directory, systemRandom);
  return new SignJWT({ ...decodeJwt(token), scope: 'bank.cash-in.write account.read cash-in.read' })
    .setProtectedHeader({ ...header, alg })
    .sign(privateKey);
}

function plus(before: Balance, { available, hold }: Pick<Balance, 'available' | 'hold'>): Balance {
  const all = { available: sumOf(before.available, available), hold: sumOf(before.hold, hold) };
  return { ...all, total: sumOf(all.available, all.hold) };
}

async function record(changes: object = {}) {
  const good = { idempotencyKey: randomUUID(), accountNumber: '200001', amount: '10.00', rail: 'PIX' };
  const variables = { input: { ...good, ...changes } };
  return (await gateway.data({ query: RECORD, variables, ...bank })).recordCashIn;
}

async function clear(cashInId: string) {
  return (await gateway.data({ query: CLEAR, variables: { input: { cashInId } }, ...bank })).clearCashIn;
}

async function namesOf(id: string, count: number): Promise<string[]> {
  const query = `query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter, first: 100) { nodes { name } } }`;
  const nodes = await eventually(async () => {
    const { webhookEvents } = await gateway.data({ query, variables: { filter: { entityIds: [id] } } });
    return webhookEvents.nodes.length === count && (webhookEvents.nodes as { name: string }[]);
  });
  return nodes.map(({ name }) => name);
}

describe('simulateCashIn', () => {
  test('clears at once: the money is available', async () => {
    const before = await balanceOfAccount(gateway, '200002');
    const { cashIn } = await receive(gateway, { accountNumber: '200002', amount: '3.00' });
    expect(cashIn).toMatchObject({ status: 'CLEARED', clearedAt: cashIn.createdAt });
    expect(await balanceOfAccount(gateway, '200002')).toEqual(plus(before, { available: '3.00', hold: '0.00' }));
  });

  test('holds the money until a worker clears it', async () => {
    const before = await balanceOfAccount(gateway, '200003');
    const shown = await statementOf(gateway, { number: '200003' });
    const ask = { accountNumber: '200003', amount: '8.00' };
    const { cashIn } = await receive(gateway, { ...ask, clearAfterSeconds: 300 });
    expect(cashIn).toMatchObject({ status: 'RECEIVED', clearedAt: null });
    expect(await balanceOfAccount(gateway, '200003')).toEqual(plus(before, { available: '0.00', hold: '8.00' }));
    expect(await statementOf(gateway, { number: '200003' })).toEqual(shown);
    expect(await namesOf(cashIn.id, 1)).toEqual(['PIX_CASH_IN_WAS_RECEIVED']);
    gateway.clock.advance(300);
    expect(await namesOf(cashIn.id, 2)).toEqual(['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED']);
    expect(await balanceOfAccount(gateway, '200003')).toEqual(plus(before, { available: '8.00', hold: '0.00' }));
    expect((await statementOf(gateway, { number: '200003' })).slice(shown.length)).toMatchObject([
      { sequence: shown.length + 1, kind: 'CASH_IN', amount: { value: '8.00' }, cashIn: { id: cashIn.id } },
    ]);
  });

  test.each([-1, 301])('refuses to clear after %i seconds', async (clearAfterSeconds) => {
    expect(await receive(gateway, { clearAfterSeconds })).toEqual({
      code: 'INVALID_PARAMETER',
      violations: [{ path: ['clearAfterSeconds'], code: 'RANGE' }],
    });
  });
});

describe('recordCashIn', () => {
  test('posts money once per key, with its parties', async () => {
    const input = { idempotencyKey: randomUUID(), payer: PAYER };
    const recorded = await record(input);
    expect(recorded).toMatchObject({
      __typename: 'RecordCashInSuccess',
      replayed: false,
      cashIn: {
        status: 'CLEARED',
        payer: { name: PAYER.name, bank: PAYER.bank, branch: '0001' },
        payee: { name: 'Ana Exemplo' },
      },
    });
    expect(recorded.cashIn.endToEndId).toMatch(/^E99990002/);
    expect(await record(input)).toEqual({ ...recorded, replayed: true });
    expect(await record({ ...input, amount: '11.00' })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await namesOf(recorded.cashIn.id, 2)).toHaveLength(2);
  });

  test('holds what is RECEIVED until clearCashIn clears it, once', async () => {
    const before = await balanceOfAccount(gateway);
    const { cashIn } = await record({ status: 'RECEIVED', rail: 'TED', amount: '9.00' });
    expect(cashIn).toMatchObject({ status: 'RECEIVED', clearedAt: null, endToEndId: null });
    expect((await balanceOfAccount(gateway)).available).toBe(before.available);
    const [first, ...others] = await Promise.all([clear(cashIn.id), clear(cashIn.id), clear(cashIn.id)]);
    expect([first, ...others].filter(({ changed }) => changed)).toHaveLength(1);
    expect(first.cashIn).toMatchObject({ id: cashIn.id, status: 'CLEARED' });
    expect(await balanceOfAccount(gateway)).toMatchObject({ hold: before.hold });
    expect(await namesOf(cashIn.id, 2)).toEqual(['TED_CASH_IN_WAS_RECEIVED', 'TED_CASH_IN_WAS_CLEARED']);
  });

  test.each([
    [{ endToEndId: 'E1' }, ['endToEndId'], 'FORMAT'],
    [{ rail: 'TED', endToEndId: `E${'1'.repeat(31)}` }, ['endToEndId'], 'CONFLICT'],
    [{ rail: 'TED', addressingKey: { type: 'EVP', value: randomUUID() } }, ['addressingKey'], 'CONFLICT'],
    [{ addressingKey: { type: 'CPF', value: '1' } }, ['addressingKey', 'value'], 'FORMAT'],
    [{ payer: { ...PAYER, document: { value: '1', type: 'CPF' } } }, ['payer', 'document', 'value'], 'FORMAT'],
    [{ payee: { ...PAYER, bank: { ispb: '1', name: 'x' } } }, ['payee', 'bank', 'ispb'], 'FORMAT'],
    [{ amount: '0' }, ['amount'], 'RANGE'],
  ])('refuses %j', async (changes, path, code) => {
    expect((await record(changes)).violations).toEqual([{ path, code }]);
  });

  test('refuses an identification that another cash-in has', async () => {
    const endToEndId = `E99990002${'7'.repeat(23)}`;
    expect(await record({ endToEndId })).toMatchObject({ cashIn: { endToEndId } });
    expect((await record({ endToEndId })).violations).toEqual([{ path: ['endToEndId'], code: 'NOT_UNIQUE' }]);
  });

  test('and clearCashIn need a scope that no partner has, and refuse what does not exist', async () => {
    const { body } = await gateway.ask({ query: RECORD, variables: { input: {} } });
    expect(JSON.stringify(body.errors)).toMatch(/FORBIDDEN|BAD_USER_INPUT/);
    const cleared = await gateway.ask({ query: CLEAR, variables: { input: { cashInId: randomUUID() } } });
    expect(cleared.body.errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    expect(await record({ accountNumber: '999999' })).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', status: 404 });
    for (const id of [randomUUID(), 'nothing'])
      expect(await clear(id)).toMatchObject({ code: 'CASH_IN_NOT_FOUND', path: ['cashInId'] });
  });
});

describe('a closure of an account', () => {
  test('is refused while there is money, and shows how much', async () => {
    const query = `mutation { closePaymentAccount(input: { accountNumber: "200002" }) {
      ... on AccountCannotBeClosedError { code openPockets pixEntries balance { total { value } } }
    } }`;
    expect((await gateway.data({ query })).closePaymentAccount).toEqual({
      code: 'ACCOUNT_CANNOT_BE_CLOSED',
      openPockets: expect.any(Number),
      pixEntries: expect.any(Number),
      balance: { total: { value: (await balanceOfAccount(gateway, '200002')).total } },
    });
  });
});

describe('a statement', () => {
  test('is walked while money moves: each entry once, in order, without a gap', async () => {
    const pocketNumber = await newPocket(gateway);
    await receive(gateway, { amount: '500.00' });
    const moving = Promise.all(Array.from({ length: 60 }, () => move(gateway, 'saveToPocket', { pocketNumber })));
    const walked = await statementOf(gateway, { first: 7 });
    await moving;
    for (const entries of [walked, await statementOf(gateway, { first: 100 })]) {
      expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, nth) => nth + 1));
      let balance = 0n;
      for (const { amount, balanceAfter } of entries) {
        balance += BigInt(amount.value.replace('.', ''));
        expect(BigInt(balanceAfter.value.replace('.', ''))).toBe(balance);
      }
    }
    const newest = await statementOf(gateway, { orderBy: 'NEWEST', first: 30 });
    expect(newest.map(({ sequence }) => sequence)).toEqual(newest.map((_, nth) => newest.length - nth));
  });

  test('is filtered by kind and time', async () => {
    const all = await statementOf(gateway);
    const savings = await statementOf(gateway, { filter: { kinds: ['SAVING'] }, first: 9 });
    expect(savings).toEqual(all.filter(({ kind }) => kind === 'SAVING'));
    const since = all[5]?.occurredAt ?? '';
    expect(await statementOf(gateway, { filter: { since } })).toEqual(
      all.filter(({ occurredAt }) => occurredAt >= since),
    );
    expect(await statementOf(gateway, { filter: { until: since, kinds: ['CASH_IN', 'REDEEM'] } })).toEqual(
      all.filter(({ occurredAt, kind }) => occurredAt < since && kind !== 'SAVING'),
    );
    const query = 'query ($id: ID!) { node(id: $id) { ... on StatementEntry { sequence } } }';
    expect((await gateway.data({ query, variables: { id: all[1]?.id } })).node).toEqual({ sequence: 2 });
  });
});
