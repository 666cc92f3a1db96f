import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectRegistered, forgetEntries, register } from '../../../support/pix.ts';
import { sql } from '../../../support/webhooks.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';
import { Rig } from '../rig.ts';

const FRESH_SECONDS = 30;
const LIST = `query ($number: String!) { paymentAccount(number: $number) { pixEntries { id } } }`;
const FIND = `query ($key: String!, $id: ID!) { pixEntry(key: $key) { id account { number } } node(id: $id) { id } }`;

const EVP = { type: 'EVP' };
const CPF = { type: 'CPF', value: '10020030320' };

describe.each(['true', 'false'])('what changes at the provider, row-level security %s', (security) => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.start({ ROW_LEVEL_SECURITY: security, PROVIDER_TIMEOUT_SECONDS: '60' });
    for (const gateway of [rig.bank, rig.front])
      for (const number of ['200001', '200002', '200003']) await forgetEntries(gateway, number);
  });
  afterAll(() => rig.stop());

  const listed = async (number: string): Promise<string[]> => {
    rig.front.clock.advance(FRESH_SECONDS + 1);
    const { paymentAccount } = await rig.front.data({ query: LIST, variables: { number } });
    const entries: readonly { readonly id: string }[] = paymentAccount.pixEntries;
    return entries.map(({ id }) => id);
  };
  const deleteAtBank = (value: string) => sql(rig.bank, 'delete from pix_entry where key_value = ?', [value]);

  test('a deleted key is no longer listed or found, and a replay of its registration still returns it', async () => {
    const deleted = { key: EVP, number: '200001', idempotencyKey: randomUUID() };
    const entry = await expectRegistered(rig.front, deleted);
    rig.front.clock.advance(600);
    const { id: other } = await expectRegistered(rig.front, { key: EVP, number: '200002' });
    expect(await listed('200001')).toEqual([entry.id]);
    await deleteAtBank(entry.addressingKey.value);
    expect(await listed('200001')).toEqual([]);
    expect(await listed('200002')).toEqual([other]);
    const variables = { key: entry.addressingKey.value, id: entry.id };
    expect(await rig.front.data({ query: FIND, variables })).toEqual({ pixEntry: null, node: null });
    expect(await register(rig.front, deleted)).toMatchObject({ entry });
  });

  test('a deleted key can be registered for another account, before and after it was found deleted', async () => {
    const first = { key: CPF, number: '200002', idempotencyKey: randomUUID() };
    const entry = await expectRegistered(rig.front, first);
    await deleteAtBank(CPF.value);
    const second = { key: CPF, number: '200003', idempotencyKey: randomUUID() };
    const moved = await expectRegistered(rig.front, second);
    expect(await register(rig.front, first)).toMatchObject({ entry });

    await deleteAtBank(CPF.value);
    expect(await listed('200003')).not.toContain(moved.id);
    const again = await expectRegistered(rig.front, { key: CPF, number: '200002' });
    expect(await listed('200002')).toContain(again.id);
    expect(await register(rig.front, second)).toMatchObject({ entry: moved });
    const found = await rig.front.data({ query: FIND, variables: { key: CPF.value, id: again.id } });
    expect(found).toEqual({ pixEntry: { id: again.id, account: { number: '200002' } }, node: { id: again.id } });
  });
});

describe('keys that a list of the provider does not name', () => {
  const ACCOUNT = {
    ...{ branch: '0001', number: '200001', type: 'PAYMENT', status: 'ACTIVE', createdAt: '2026-01-31T12:00:00.000Z' },
    bank: { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' },
  };
  let before: BeforeAnother;

  beforeAll(async () => {
    before = await BeforeAnother.start({ ROW_LEVEL_SECURITY: 'true', PROVIDER_TIMEOUT_SECONDS: '60' });
  });
  afterAll(() => before.stop());

  const registered = (value: string) => ({ addressingKey: { type: 'EVP', value }, createdAt: ACCOUNT.createdAt });
  /** Reads the keys of the account; the provider answers with this list once `meanwhile` has happened. */
  const listed = async (list: object, meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
    before.gateway.clock.advance(FRESH_SECONDS + 1);
    before.double.answer = ({ path }, response) => {
      if (path.endsWith('/200001')) answer(response, 200, ACCOUNT);
      else
        void meanwhile().then(() => {
          answer(response, 200, list);
        });
    };
    const query = '{ paymentAccount(number: "200001") { pixEntries { addressingKey { value } } } }';
    const { paymentAccount } = await before.gateway.data({ query });
    const entries: readonly Pick<ReturnType<typeof registered>, 'addressingKey'>[] = paymentAccount.pixEntries;
    return entries.map(({ addressingKey }) => addressingKey.value);
  };
  const registerHere = async (value: string) => {
    const { answer: answering } = before.double;
    before.answering(201, registered(value));
    await expectRegistered(before.gateway, { key: EVP, number: '200001' });
    before.double.answer = answering;
  };

  test('are kept if they were registered after it was requested', async () => {
    expect(await listed([])).toEqual([]);
    const value = randomUUID();
    expect(await listed([], () => registerHere(value))).toEqual([value]);
    expect(await listed([])).toEqual([]);
  });

  test('are kept if they were registered again after it was requested', async () => {
    const value = randomUUID();
    await registerHere(value);
    expect(await listed([], () => registerHere(value))).toEqual([value]);
    expect(await listed([])).toEqual([]);
  });

  test.each([
    ['a further page', { links: [{ rel: 'next', href: '/accounts/200001/addressing-keys?page=2' }] }],
    ['more keys', { meta: { page: 1, pageSize: 10, total: 2 } }],
  ])('are kept if it has %s', async (_what, more) => {
    const value = randomUUID();
    await registerHere(value);
    expect(await listed({ data: [], ...more })).toEqual([value]);
    expect(await listed({ data: [] })).toEqual([]);
  });
});
