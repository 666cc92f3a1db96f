import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endOf } from '../../../src/operator/command.ts';
import { Gateway } from '../../support/gateway.ts';
import { commandNamed } from '../../support/command-named.ts';
import { expectRegistered, register, violationPaths } from '../../support/pix.ts';
import { closePocket, createPocket, expectRefusal, expectSuccess, pocketInput } from '../../support/pockets.ts';

const SIMULATE = `mutation ($input: SimulateStatusInput!) {
  simulateStatus(input: $input) {
    __typename
    ... on SimulateStatusSuccess { subject {
      __typename id
      ... on Pocket { status reason }
      ... on PaymentAccount { accountStatus: status accountReason: reason }
      ... on Customer { customerStatus: status }
    } }
    ... on DomainError { code path }
    ... on InvalidInputError { violations { path code message } }
  }
}`;
const HOLDER = '{ paymentAccount(number: "200001") { status holder { status } } }';
const ANA = '10020030169';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

async function simulate(input: object, client = 'acme-pay') {
  return (await gateway.data({ query: SIMULATE, variables: { input }, client })).simulateStatus;
}

async function newPocket(): Promise<string> {
  return (await expectSuccess(createPocket(gateway, pocketInput({ accountNumber: '200002' })))).pocket.number;
}

describe('simulateStatus', () => {
  test('locks a pocket, lets it rest, and makes it ACTIVE again', async () => {
    const pocketNumber = await newPocket();
    const reasons = { LOCKED: 'BANK_DECISION', DORMANT: 'INACTIVITY', ACTIVE: 'HOLDER_REQUEST' };
    for (const [status, reason] of Object.entries(reasons)) {
      const { subject } = await simulate({ pocketNumber, status });
      expect(subject).toMatchObject({ __typename: 'Pocket', status, reason });
      const closed = status === 'LOCKED' ? await closePocket(gateway, { pocketNumber }) : undefined;
      expect(closed?.code).toBe(status === 'LOCKED' ? 'INVALID_POCKET_STATUS' : undefined);
    }
    expect(await closePocket(gateway, { pocketNumber })).toMatchObject({ changed: true });
    for (const status of ['ACTIVE', 'LOCKED', 'DORMANT'])
      expect(violationPaths(await simulate({ pocketNumber, status }))).toEqual(['status']);
  });

  test('blocks an account, which then gets no pockets', async () => {
    const { subject } = await simulate({ accountNumber: '200003', status: 'BLOCKED' });
    expect(subject).toMatchObject({ accountStatus: 'BLOCKED', accountReason: 'BANK_DECISION' });
    await expectRefusal(createPocket(gateway, pocketInput({ accountNumber: '200003' })), 'INVALID_ACCOUNT_STATUS');
    const again = await simulate({ accountNumber: '200003', status: 'ACTIVE' });
    expect(again.subject).toMatchObject({ accountStatus: 'ACTIVE', accountReason: 'HOLDER_REQUEST' });
    await expectSuccess(createPocket(gateway, pocketInput({ accountNumber: '200003' })));
    expect(violationPaths(await simulate({ accountNumber: '100002', status: 'ACTIVE' }))).toEqual(['status']);
  });

  test('blocks a customer, whose relationship as a holder follows', async () => {
    expect((await simulate({ documentNumber: ANA, status: 'BLOCKED' })).subject).toMatchObject({
      __typename: 'Customer',
      customerStatus: 'BLOCKED',
    });
    expect(await gateway.data({ query: HOLDER })).toEqual({
      paymentAccount: { status: 'ACTIVE', holder: { status: 'BLOCKED' } },
    });
    expect(await register(gateway, { key: { type: 'EVP' }, number: '200001' })).toMatchObject({
      code: 'INVALID_ACCOUNT_HOLDER_STATUS',
      holderStatus: 'BLOCKED',
    });
    expect((await simulate({ documentNumber: ANA, status: 'APPROVED' })).subject.customerStatus).toBe('APPROVED');
    await expectRegistered(gateway, { key: { type: 'EVP' }, number: '200001' });
  });

  test.each([
    ['nothing', { status: 'ACTIVE' }, ['pocketNumber']],
    ['empty texts', { accountNumber: ' ', status: '' }, ['accountNumber', 'status']],
    ['two numbers', { pocketNumber: '1', documentNumber: ANA, status: 'LOCKED' }, ['documentNumber']],
    ['CLOSED of a pocket', { pocketNumber: '1', status: 'CLOSED' }, ['status']],
    ['BLOCKED of a pocket', { pocketNumber: '1', status: 'BLOCKED' }, ['status']],
    ['CLOSED of an account', { accountNumber: '200001', status: 'CLOSED' }, ['status']],
    ['CANCELED of a customer', { documentNumber: ANA, status: 'CANCELED' }, ['status']],
    ['ACTIVE of a customer', { documentNumber: ANA, status: 'ACTIVE' }, ['status']],
    ['APPROVED of one that waits', { documentNumber: '10020030916', status: 'APPROVED' }, ['status']],
  ])('refuses %s', async (_what, input, paths) => {
    expect(violationPaths(await simulate(input))).toEqual(paths);
  });

  test.each([
    [{ pocketNumber: '1', status: 'LOCKED' }, 'POCKET_NOT_FOUND'],
    [{ accountNumber: '200001', status: 'BLOCKED' }, 'ACCOUNT_NOT_FOUND'],
    [{ documentNumber: ANA, status: 'BLOCKED' }, 'CUSTOMER_NOT_FOUND'],
  ])('finds nothing of another partner: %j', async (input, code) => {
    expect(await simulate(input, 'beta-pay')).toMatchObject({ code, path: [Object.keys(input)[0]] });
  });
});

test('npm run set-status refuses what it does not understand in a sentence', async () => {
  const run = (...args: string[]) => endOf(commandNamed('set-status'), { args, environment: {} });
  expect((await run()).errors).toContain('The id of a partner is missing.');
  expect((await run('ACME_PAY')).errors).toContain('The status is missing.');
});
