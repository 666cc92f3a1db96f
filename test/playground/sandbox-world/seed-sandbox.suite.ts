import { describe, expect, test } from '@jest/globals';
import { createPocket, expectRefusal, pocketInput } from '../../support/pockets.ts';
import { makeWorld } from '../../support/world.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

describe('the sandbox', () => {
  const ACCOUNTS = `{
  paymentAccounts(first: 100) {
    totalCount
    nodes {
      branch number type status reason pocketLimit createdAt
      bank { ispb code name }
      holder { name type status registrationStatus createdAt document { value type } }
      pockets { totalCount }
    }
  }
}`;

  async function accountsOf(client: string) {
    const { paymentAccounts } = await gateway.data({ query: ACCOUNTS, client });
    expect(paymentAccounts.totalCount).toBe(paymentAccounts.nodes.length);
    return paymentAccounts.nodes;
  }

  function person(number: string, document: string, registrationStatus = 'APPROVED') {
    return {
      number,
      status: 'ACTIVE',
      holder: { type: 'CUSTOMER', document: { value: document, type: 'CPF' }, status: 'ACTIVE', registrationStatus },
    };
  }

  function company(number: string, document: string, status = 'ACTIVE') {
    return {
      number,
      status,
      holder: {
        type: 'BUSINESS',
        document: { value: document, type: 'CNPJ' },
        status: 'ACTIVE',
        registrationStatus: 'APPROVED',
      },
    };
  }

  describe('the sandbox world', () => {
    test('has three partners, with a client each', async () => {
      const query = '{ viewer { partner companyKey } }';
      const partners = ['ACME_PAY', 'BETA_PAY', 'GAMA_PAY'];
      const viewers = ['acme-pay', 'beta-pay', 'gama-pay'].map((client) => gateway.data({ query, client }));
      expect((await Promise.all(viewers)).map(({ viewer }) => viewer.partner)).toEqual(partners);
    });

    test.each([
      [
        'acme-pay',
        [
          company('100001', '99000001000101'),
          company('100002', '99000002000148', 'CLOSED'),
          company('100003', '99000001000101'),
          person('200001', '10020030169'),
          person('200002', '10020030320'),
          person('200003', '10020030320'),
          person('200004', '10020030916', 'PENDING_APPROVAL'),
          person('200005', '10020031050'),
        ],
      ],
      ['beta-pay', [person('300001', '10020031130')]],
      ['gama-pay', [person('400001', '10020031211')]],
    ])('has the accounts of %s, by number', async (client, accounts) => {
      expect(await accountsOf(client)).toMatchObject(accounts);
    });

    test.each([
      ['acme-pay', 3],
      ['gama-pay', 0],
    ])('allows %s %i pockets for each account', async (client, limit) => {
      for (const { pocketLimit } of await accountsOf(client)) expect(pocketLimit).toBe(limit);
    });

    test('keeps all accounts as payment accounts of one branch and bank, without pockets', async () => {
      const accounts = (await Promise.all(['acme-pay', 'beta-pay', 'gama-pay'].map(accountsOf))).flat();
      expect(accounts).toHaveLength(10);
      for (const account of accounts)
        expect(account).toMatchObject({
          branch: '0001',
          type: 'PAYMENT',
          bank: { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' },
          pockets: { totalCount: 0 },
        });
    });

    test('has one holder for two accounts of one person', async () => {
      const accounts: { number: string; holder: object }[] = await accountsOf('acme-pay');
      const holderOf = (wanted: string) => accounts.find(({ number }) => number === wanted)?.holder;
      expect(holderOf('200003')).toMatchObject({ name: 'Bruno Exemplo' });
      expect(holderOf('200003')).toEqual(holderOf('200002'));
    });

    test('shows a partner no data of another', async () => {
      const query = '{ paymentAccount(number: "300001") { number } }';
      expect(await gateway.data({ query, client: 'acme-pay' })).toEqual({ paymentAccount: null });
      expect(await gateway.data({ query, client: 'beta-pay' })).toEqual({ paymentAccount: { number: '300001' } });
    });

    test('has an account for each refusal that a contract can cause', async () => {
      const refusals = [
        ['acme-pay', '100002', 'INVALID_ACCOUNT_STATUS'],
        ['beta-pay', '300001', 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM'],
        ['gama-pay', '400001', 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT'],
      ] as const;
      for (const [client, accountNumber, code] of refusals)
        await expectRefusal(createPocket(gateway, pocketInput({ accountNumber }), { client }), code);
    });

    test('is created once: another start leaves it unchanged', async () => {
      const before = await accountsOf('acme-pay');
      await makeWorld(gateway.app.database);
      expect(await accountsOf('acme-pay')).toEqual(before);
    });
  });
});
