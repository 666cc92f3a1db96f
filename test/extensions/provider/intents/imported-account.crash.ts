import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPocket, expectSuccess, pocketInput } from '../../../support/pockets.ts';
import { sql } from '../../../support/webhooks.ts';
import { Rig } from '../rig.ts';

const FRESH_SECONDS = 30;
const ACCOUNT = `query ($number: String!) { paymentAccount(number: $number) {
  number branch type status createdAt pocketLimit bank { ispb code name }
  holder { name type status registrationStatus createdAt document { value type } }
} }`;

describe.each(['true', 'false'])('an account that the gateway does not know yet, row-level security %s', (security) => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.start({ ROW_LEVEL_SECURITY: security, PROVIDER_TIMEOUT_SECONDS: '2' });
    for (const number of ['100003', '200005'])
      await sql(rig.front, `update payment_account set number = '9' || number where number = ?`, [number]);
  });
  afterAll(() => rig.stop());

  const account = (of: 'bank' | 'front', number: string) => rig[of].ask({ query: ACCOUNT, variables: { number } });

  test('is imported when it is read, with bank and holder', async () => {
    const { data: atBank } = (await account('bank', '200005')).body;
    const { body } = await account('front', '200005');
    expect(body.data).toEqual({ paymentAccount: atBank?.paymentAccount });
    const { paymentAccounts } = await rig.front.data({ query: '{ paymentAccounts(first: 50) { nodes { number } } }' });
    expect(paymentAccounts.nodes).toContainEqual({ number: '200005' });
  });

  test('is imported when a pocket of it is created', async () => {
    const { pocket } = await expectSuccess(createPocket(rig.front, pocketInput({ accountNumber: '100003' })));
    expect(pocket.account).toMatchObject({ number: '100003', branch: '0001', status: 'ACTIVE' });
  });

  test('is opened in the sandbox of the provider, once per key', async () => {
    const query = `mutation ($input: OpenSandboxAccountInput!) { openSandboxAccount(input: $input) {
      __typename ... on OpenSandboxAccountSuccess { replayed account { number } } ... on DomainError { code } ... on InvalidInputError { violations { path message } } ... on UnmappedRefusalError { upstreamStatus upstreamCode upstreamMessages }
    } }`;
    const open = async (documentNumber: string, idempotencyKey: string) =>
      (await rig.front.data({ query, variables: { input: { documentNumber, idempotencyKey } } })).openSandboxAccount;
    const key = randomUUID();
    const first = await open('10020030169', key);
    expect(first).toMatchObject({ __typename: 'OpenSandboxAccountSuccess' });
    const { account: opened, replayed } = first;
    expect(replayed).toBe(false);
    expect(await open('10020030169', key)).toMatchObject({ replayed: true, account: opened });
    await expectSuccess(createPocket(rig.front, pocketInput({ accountNumber: opened.number })));
    expect(await open('10020030320', key)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await open('10020030916', randomUUID())).toMatchObject({ code: 'INVALID_ACCOUNT_HOLDER_STATUS' });
    expect(await open('1', randomUUID())).toMatchObject({ code: 'INVALID_PARAMETER' });
  });

  test('is null if the provider has none, or one of another partner', async () => {
    for (const number of ['999999', '300001'])
      expect((await account('front', number)).body.data?.paymentAccount).toBeNull();
  });

  test('is not shown while the provider does not answer', async () => {
    await rig.failRead('500');
    const { status, body } = await account('front', '999998');
    expect(status).toBe(503);
    expect(body.errors?.[0]).toMatchObject({
      message: 'The provider has not answered yet: send the same request again.',
      extensions: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 },
    });
  });

  test.each([7, 9, null])('has the limit of pockets that the operator has set last: %s', async (limit) => {
    await sql(rig.front, 'update provider_partner set pocket_limit = ?', [limit]);
    rig.front.clock.advance(FRESH_SECONDS + 1);
    expect((await account('front', '200005')).body.data?.paymentAccount.pocketLimit).toBe(limit ?? 0);
  });
});
