import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import type { Gateway } from '../../support/gateway.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { sql } from '../../support/webhooks.ts';

const PARTY = '{ name document { type value } bank { ispb name } branch number }';
const PARTIES = `query ($id: ID!) { node(id: $id) { ... on CashIn { payer ${PARTY} payee ${PARTY} } } }`;
const PLACES = `query ($id: ID!) { node(id: $id) { ... on CashIn { payer { number } payee { branch number } } } }`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());

async function received(changes: object): Promise<string> {
  const { cashIn } = await simulateCashIn(gateway, cashInInput(changes));
  return cashIn.id as string;
}

describe('the parties of a cash-in', () => {
  test.each(['PIX', 'TED'])('by %s are a person at the other bank, and the holder of the account', async (rail) => {
    const variables = { id: await received({ rail, accountNumber: '100001' }) };
    expect(await gateway.data({ query: PARTIES, variables })).toEqual({
      node: {
        payer: {
          name: 'Gustavo Exemplo',
          document: { type: 'CPF', value: '10020039972' },
          bank: { ispb: '99990002', name: 'Outro Banco S.A.' },
          branch: '0001',
          number: '900001',
        },
        payee: {
          name: 'Padaria Exemplo Ltda.',
          document: { type: 'CNPJ', value: '99000001000101' },
          bank: { ispb: '99990001', name: 'Banco Exemplo S.A.' },
          branch: '0001',
          number: '100001',
        },
      },
    });
  });

  test('show names and documents only with cash-in.read, and accounts without it', async () => {
    const variables = { id: await received({}) };
    const { status, body } = await gateway.ask({ query: PARTIES, variables, scope: 'account.read' });
    expect([status, body.errors?.[0]?.extensions]).toEqual([
      403,
      { code: 'FORBIDDEN', requiredScopes: ['cash-in.read'] },
    ]);
    expect(await gateway.data({ query: PLACES, variables, scope: 'account.read' })).toEqual({
      node: { payer: { number: '900001' }, payee: { branch: '0001', number: '200001' } },
    });
  });

  test('are null where they are not known', async () => {
    const variables = { id: await received({}) };
    await sql(gateway, 'update cash_in set parties = null where id = ?::uuid', [variables.id]);
    expect(await gateway.data({ query: PARTIES, variables })).toEqual({ node: { payer: null, payee: null } });
  });

  test('are sealed where they are stored, and not in the log', async () => {
    const id = await received({ accountNumber: '200002' });
    const stored = `select cash_in.*::text as row from cash_in where id = ?::uuid
      union all select outbox.*::text from outbox union all select event.*::text from event`;
    const rows = await sql<{ row: string }>(gateway, stored, [id]);
    for (const text of ['Gustavo Exemplo', 'Bruno Exemplo', '10020039972'])
      expect(rows.filter(({ row }) => row.includes(text))).toEqual([]);
  });
});
