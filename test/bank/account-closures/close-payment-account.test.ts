import { expect, test } from '@jest/globals';
import type { Ask } from '../../support/gateway.ts';
import { createPocket, pocketInput } from '../../support/pockets.ts';
import { register } from '../../support/pix.ts';
import { gateway } from '../../support/sandbox-gateway.ts';
import { openAccount } from '../../support/customers.ts';
import { sql } from '../../support/webhooks.ts';

const CLOSE = `mutation ($input: ClosePaymentAccountInput!) {
  closePaymentAccount(input: $input) {
    __typename
    ... on ClosePaymentAccountSuccess { changed account { number status reason } }
    ... on DomainError { code status path nextStep { mutation } }
    ... on InvalidInputError { violations { path code } }
    ... on AccountNotFoundError { accountNumber }
    ... on InvalidAccountStatusError { accountStatus }
    ... on AccountCannotBeClosedError { openPockets pixEntries }
  }
}`;

const close = async (input: object, ask: Partial<Ask> = {}) =>
  (await gateway.data({ query: CLOSE, variables: { input }, ...ask })).closePaymentAccount;

/** Opens an account of a seeded customer without keys of its own. */
async function newAccount(): Promise<string> {
  return (await openAccount(gateway, '10020030169')).account.number;
}

const keyOf = (number: string) => register(gateway, { key: { type: 'EVP' }, number });

const closuresOf = (number: string) =>
  sql(
    { app: gateway.teller },
    `select event_id from outbox where entity_id = ? and name = 'ACCOUNT_WAS_CLOSED'
     union all select id from event where entity_id = ? and name = 'ACCOUNT_WAS_CLOSED'`,
    [number, number],
  );

test('an empty account is closed once, with its event', async () => {
  const accountNumber = await newAccount();
  const first = await close({ accountNumber, reason: 'COMMERCIAL_DISAGREEMENT' });
  expect(first).toMatchObject({ changed: true, account: { status: 'CLOSED', reason: 'COMMERCIAL_DISAGREEMENT' } });
  expect(await close({ accountNumber })).toEqual({ ...first, changed: false });
  expect(await closuresOf(accountNumber)).toHaveLength(1);
  expect(await createPocket(gateway, pocketInput({ accountNumber }))).toMatchObject({ code: 'INVALID_ACCOUNT_STATUS' });
  expect(await keyOf(accountNumber)).toMatchObject({ code: 'INVALID_ACCOUNT_STATUS' });
});

test('open pockets and keys stand in its way', async () => {
  const accountNumber = await newAccount();
  await createPocket(gateway, pocketInput({ accountNumber }));
  await keyOf(accountNumber);
  expect(await close({ accountNumber })).toMatchObject({
    ...{ code: 'ACCOUNT_CANNOT_BE_CLOSED', status: 422, path: ['accountNumber'], nextStep: null },
    ...{ openPockets: 1, pixEntries: 1 },
  });
  expect(await closuresOf(accountNumber)).toEqual([]);
});

test.each([
  ['999999', { code: 'ACCOUNT_NOT_FOUND', accountNumber: '999999', path: ['accountNumber'] }],
  ['300001', { code: 'ACCOUNT_NOT_FOUND' }],
  [' ', { violations: [{ path: ['accountNumber'], code: 'REQUIRED' }] }],
  ['100002', { changed: false }],
])('the account %s', async (accountNumber, outcome) => {
  expect(await close({ accountNumber })).toMatchObject(outcome);
});

test('a blocked account is not closed', async () => {
  const accountNumber = await newAccount();
  await sql(gateway, `update payment_account set status = 'BLOCKED' where number = ?`, [accountNumber]);
  expect(await close({ accountNumber })).toMatchObject({ code: 'INVALID_ACCOUNT_STATUS', accountStatus: 'BLOCKED' });
});

test('no pocket or key comes into an account that is closed at the same time', async () => {
  for (let round = 0; round < 6; round += 1) {
    const accountNumber = await newAccount();
    const [one, other, pocket, key] = await Promise.all([
      close({ accountNumber }),
      close({ accountNumber }),
      createPocket(gateway, pocketInput({ accountNumber })),
      keyOf(accountNumber),
    ]);
    const isClosed = [one, other].filter(({ changed }) => changed === true).length;
    const come = [pocket, key].filter(({ code }) => code === undefined).length;
    expect([round, isClosed, come > 0]).toEqual([round, come > 0 ? 0 : 1, come > 0]);
    expect(await closuresOf(accountNumber)).toHaveLength(isClosed);
  }
});
