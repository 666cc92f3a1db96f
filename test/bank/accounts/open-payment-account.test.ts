import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemRandom } from '../../../src/platform/system.ts';
import { newCpf } from '../../support/customers.ts';
import { eventually, Gateway, type Ask } from '../../support/gateway.ts';
import { createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';
import { sql } from '../../support/webhooks.ts';

const OPEN = `mutation ($input: OpenPaymentAccountInput!) {
  openPaymentAccount(input: $input) {
    __typename
    ... on OpenPaymentAccountSuccess {
      replayed
      account {
        id number branch type status pocketLimit bank { ispb }
        holder { name type status registrationStatus document { value type } }
      }
    }
    ... on DomainError { code status path }
    ... on InvalidAccountHolderStatusError { holderStatus }
    ... on ProductNotEligibleForThisCompanyAccountProgramError { companyKey }
  }
}`;
const EVENTS = `query ($filter: WebhookEventFilter) {
  webhookEvents(filter: $filter, last: 5) { nodes {
    __typename name context entityId payload rawContext ... on AccountWasCreatedEvent { account { id number } }
  } }
}`;
/** Ana, an approved customer of the sandbox. */
const CUSTOMER = '10020030169';

let gateway: Gateway;
/** Numbers that the gateway draws next. */
const drawn: number[] = [];

beforeAll(async () => {
  const integer = (min: number, max: number) => drawn.shift() ?? systemRandom.integer(min, max);
  gateway = await Gateway.start({ random: { integer } });
});
afterAll(() => gateway.stop());

async function open(input: object, ask: Partial<Ask> = {}) {
  const variables = { input: { idempotencyKey: randomUUID(), ...input } };
  return (await gateway.data({ query: OPEN, variables, ...ask })).openPaymentAccount;
}

describe('openPaymentAccount', () => {
  test('opens an account on the terms of the program, which can have pockets', async () => {
    await sql(gateway, `update account_program set branch = '0002', pocket_limit = 7 where partner_id = 'ACME_PAY'`);
    const { account, replayed } = await open({ documentNumber: CUSTOMER });
    expect([replayed, account]).toMatchObject([
      false,
      {
        ...{ branch: '0002', pocketLimit: 7, bank: { ispb: '99990001' }, type: 'PAYMENT', status: 'ACTIVE' },
        holder: { document: { value: CUSTOMER, type: 'CPF' }, type: 'CUSTOMER', registrationStatus: 'APPROVED' },
      },
    ]);
    await expectSuccess(createPocket(gateway, pocketInput({ accountNumber: account.number })));
  });

  test('records its event, with the account and no person', async () => {
    const { account } = await open({ documentNumber: CUSTOMER });
    const variables = { filter: { entityIds: [account.number], eventNames: ['ACCOUNT_WAS_CREATED'] } };
    const [event] = await eventually(async () => {
      const { webhookEvents } = await gateway.data({ query: EVENTS, variables });
      return webhookEvents.nodes.length > 0 && webhookEvents.nodes;
    });
    expect(event).toMatchObject({
      __typename: 'AccountWasCreatedEvent',
      ...{ name: 'ACCOUNT_WAS_CREATED', context: 'ACCOUNT', rawContext: 'Account', entityId: account.number },
      account: { id: account.id, number: account.number },
      payload: { data: { number: account.number, branch: account.branch, type: 'PAYMENT', status: 'ACTIVE' } },
    });
    expect(JSON.stringify(event)).not.toContain(CUSTOMER);
  });

  test('replays its key, and refuses it for another person', async () => {
    const idempotencyKey = randomUUID();
    const twins = await Promise.all([1, 2, 3].map(() => open({ documentNumber: CUSTOMER, idempotencyKey })));
    expect(new Set(twins.map(({ account }) => account.id)).size).toBe(1);
    expect(twins.filter(({ replayed }) => replayed === false)).toHaveLength(1);
    const other = await open({ documentNumber: '10020030320', idempotencyKey });
    expect(other).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('draws again a number that its branch has, even of another partner', async () => {
    await sql(
      gateway,
      `update account_program set branch = '0001', bank_ispb = '99990001', pocket_limit = 3 where partner_id = 'GAMA_PAY'`,
    );
    drawn.push(12_345_678);
    const first = await open({ documentNumber: '10020031211' }, { client: 'gama-pay' });
    expect(first.account).toMatchObject({ number: '12345678', branch: '0001' });
    await sql(gateway, `update account_program set branch = '0001' where partner_id = 'ACME_PAY'`);
    drawn.push(12_345_678, 87_654_321);
    expect((await open({ documentNumber: CUSTOMER })).account.number).toBe('87654321');
    await sql(gateway, `update account_program set branch = '0003' where partner_id = 'ACME_PAY'`);
    drawn.push(12_345_678);
    expect((await open({ documentNumber: CUSTOMER })).account.number).toBe('12345678');
  });

  test.each([
    ['no customer', newCpf(), 'acme-pay', { code: 'CUSTOMER_NOT_FOUND', status: 404, path: ['documentNumber'] }],
    ['one of another partner', '10020031130', 'acme-pay', { code: 'CUSTOMER_NOT_FOUND' }],
    ['one who waits', '10020030916', 'acme-pay', { holderStatus: 'PENDING_APPROVAL', path: ['documentNumber'] }],
    ['no document', '1', 'acme-pay', { code: 'INVALID_PARAMETER' }],
    ['a partner without such accounts', '10020031130', 'beta-pay', { companyKey: 'BETA_PAY', path: null }],
  ])('refuses %s', async (_what, documentNumber, client, refusal) => {
    expect(await open({ documentNumber }, { client })).toMatchObject(refusal);
  });

  test('refuses a holder who is blocked', async () => {
    await sql(gateway, `update holder set status = 'BLOCKED' where document_value = '10020030320'`);
    expect(await open({ documentNumber: '10020030320' })).toMatchObject({
      ...{ code: 'INVALID_ACCOUNT_HOLDER_STATUS', holderStatus: 'BLOCKED' },
    });
  });
});

test('openSandboxAccount opens accounts of both types, for partners without a program for them too', async () => {
  const query = `mutation ($input: OpenSandboxAccountInput!) {
    openSandboxAccount(input: $input) { ... on OpenSandboxAccountSuccess { account { type branch } } }
  }`;
  const input = { documentNumber: '10020031130', type: 'CHECKING' };
  const { openSandboxAccount: opened } = await gateway.data({ query, variables: { input }, client: 'beta-pay' });
  expect(opened.account).toEqual({ type: 'CHECKING', branch: '0001' });
});
