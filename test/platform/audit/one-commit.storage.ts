import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Gateway } from '../../support/gateway.ts';
import { newConfiguration } from '../../support/configurations.ts';
import { CREATE_TOTP, VALIDATE_TOTP } from '../../support/pix.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { eventually } from '../../support/gateway.ts';
import { sql } from '../../support/webhooks.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterAll(() => gateway.stop());

interface Written {
  readonly mutation: string;
  readonly result: string;
  readonly subject: string | null;
  readonly count: number;
  readonly transaction: string;
}

/** Returns the entries that meet a condition, with the transaction that wrote each. */
async function entries(condition: string, values: readonly string[] = []): Promise<Written[]> {
  return sql<Written>(
    gateway,
    `select mutation, result, subject, count, xmin::text as "transaction" from audit_outbox where ${condition} order by id`,
    values,
  );
}

const ofCorrelation = (id: string) => entries('correlation_id = ?::uuid', [id]);

/** The transactions that wrote the newest row of each table. */
async function transactionsOf(...tables: string[]): Promise<string[]> {
  const all = await Promise.all(
    tables.map((table) =>
      sql<{ transaction: string }>(
        gateway,
        `select xmin::text as "transaction" from ${table} order by xmin::text::bigint desc limit 1`,
      ),
    ),
  );
  return all.map(([row]) => row?.transaction ?? '');
}

const cashIn = `mutation { simulateCashIn(input: { accountNumber: "200001", amount: "10.00", rail: PIX }) { __typename } }`;

describe('an effect and its audit entry', () => {
  test('commit together: createPocket, its key and its event', async () => {
    const correlationId = randomUUID();
    const headers = { 'x-correlation-id': correlationId };
    await gateway.data({ query: CREATE_POCKET, variables: { input: pocketInput() }, headers });
    const [entry, ...others] = await ofCorrelation(correlationId);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ mutation: 'createPocket', result: 'CreatePocketSuccess' });
    const wanted = Array.from({ length: 3 }, () => entry?.transaction);
    expect(await transactionsOf('pocket', 'idempotency_key', 'outbox')).toEqual(wanted);
  });

  test.each([
    ['a cash-in', cashIn, {}, 'cash_in', 'SimulateCashInSuccess'],
    [
      'a one-time code',
      CREATE_TOTP,
      { input: { documentNumber: '10020030169', addressingKey: { type: 'EMAIL', value: 'audit@example.com' } } },
      'totp_challenge',
      'CreateTotpSuccess',
    ],
  ])('commit together: %s', async (_what, query, variables, table, result) => {
    const correlationId = randomUUID();
    await gateway.data({ query, variables, headers: { 'x-correlation-id': correlationId } });
    const [entry, ...others] = await ofCorrelation(correlationId);
    expect(others).toEqual([]);
    expect(entry?.result).toBe(result);
    expect(await transactionsOf(table)).toEqual([entry?.transaction]);
  });

  test('commit together: a configuration', async () => {
    await newConfiguration(gateway);
    const [entry] = await entries("mutation = 'createWebhookConfiguration'");
    expect(entry?.result).toBe('CreateWebhookConfigurationSuccess');
    expect(await transactionsOf('webhook_configuration')).toEqual([entry?.transaction]);
  });

  test('commit together even if the mutation is refused: a counted wrong code', async () => {
    const addressingKey = { type: 'EMAIL', value: 'wrong@example.com' };
    const { createTotp } = await gateway.data({
      query: CREATE_TOTP,
      variables: { input: { documentNumber: '10020030169', addressingKey } },
    });
    const { hash, sandboxCode } = createTotp;
    const code = sandboxCode === '000000' ? '000001' : '000000';
    const correlationId = randomUUID();
    const headers = { 'x-correlation-id': correlationId };
    await gateway.data({ query: VALIDATE_TOTP, variables: { input: { hash, code } }, headers });
    const [entry, ...others] = await ofCorrelation(correlationId);
    expect(others).toEqual([]);
    expect(entry?.result).toBe('InvalidTotpCodeError');
    expect(await transactionsOf('totp_challenge')).toEqual([entry?.transaction]);
  });
});

describe('an act without effect', () => {
  test('is recorded too: a refusal, and a read of a person', async () => {
    const [refused, read, found] = [randomUUID(), randomUUID(), randomUUID()];
    await gateway.data({
      query: CREATE_POCKET,
      variables: { input: pocketInput({ accountNumber: '999999' }) },
      headers: { 'x-correlation-id': refused },
    });
    expect(await ofCorrelation(refused)).toMatchObject([{ result: 'AccountNotFoundError' }]);
    const query = 'query ($documentNumber: String!) { customer(documentNumber: $documentNumber) { id } }';
    const { customer } = await gateway.data({
      query,
      variables: { documentNumber: '10020030169' },
      headers: { 'x-correlation-id': read },
    });
    expect(await ofCorrelation(read)).toMatchObject([{ mutation: 'customer', result: 'Read', subject: customer.id }]);
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    await gateway.data({ query: node, variables: { id: customer.id }, headers: { 'x-correlation-id': found } });
    expect(await ofCorrelation(found)).toMatchObject([{ mutation: 'node', result: 'Read', subject: customer.id }]);
  });

  test('is recorded too: refused logins, by reason and number', async () => {
    for (let times = 0; times < 3; times += 1) await gateway.ask({ query: '{ viewer { companyKey } }', token: 'none' });
    await eventually(async () => (await entries("mutation = 'login'")).length > 0);
    expect(await entries("mutation = 'login'")).toMatchObject([{ result: 'malformed', count: 3 }]);
  });
});
