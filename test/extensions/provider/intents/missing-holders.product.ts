import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPocket, pocketInput } from '../../../support/pockets.ts';
import { register } from '../../../support/pix.ts';
import { answer, BeforeAnother } from './before-another.ts';

const ACCOUNT = '4711000815';
const USER = { name: 'Maria Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };
const LABEL = 'First of its account';

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterAll(() => before.stop());

describe('an account that the provider shows without a holder', () => {
  const holder = { name: 'Secretissima Exemplo', type: 'CUSTOMER', document: { value: '10020030592', type: 'CPF' } };
  const bank = { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' };
  const createdAt = '2026-01-01T00:00:00Z';
  const account = (number: string) => ({ branch: '0001', number, status: 'ACTIVE', createdAt, bank });

  test('gets the holder of its first pocket', async () => {
    before.double.answer = ({ path }, response) => {
      if (path === `/accounts/${ACCOUNT}`) {
        answer(response, 200, account(ACCOUNT));
        return;
      }
      const shown = { ...account(ACCOUNT), holder: { ...holder, status: 'ACTIVE', createdAt } };
      const made = { number: `${ACCOUNT}1BRL`, label: LABEL, currency: 'BRL', status: 'ACTIVE', category: 'POCKET' };
      const data = { ...made, reason: 'HOLDER_REQUEST', useCase: 'CORPORATE_EXPENSES', createdAt, user: USER };
      answer(response, 201, { data: { ...data, account: shown }, links: [], metadata: {} });
    };
    const { pocket: made } = await createPocket(
      before.gateway,
      pocketInput({ accountNumber: ACCOUNT, user: USER, label: LABEL }),
    );
    expect(made).toMatchObject({
      number: `${ACCOUNT}1BRL`,
      account: { number: ACCOUNT, holder: { name: holder.name } },
    });
  });

  test('keeps its holder when it is read', async () => {
    await before.gateway.app.database.entityManager
      .getConnection()
      .execute(`delete from provider_reading where part = ''`);
    before.answering(200, { ...account(ACCOUNT), status: 'BLOCKED' });
    const query = `{ paymentAccount(number: "${ACCOUNT}") { status type holder { name document { value } } } }`;
    expect((await before.gateway.data({ query })).paymentAccount).toEqual({
      ...{ status: 'BLOCKED', type: 'PAYMENT' },
      holder: { name: holder.name, document: { value: holder.document.value } },
    });
  });

  test('gets the holder of a CPF that is registered for it', async () => {
    const number = '4711000816';
    before.double.answer = ({ path }, response) => {
      if (path === `/accounts/${number}`) answer(response, 200, account(number));
      else answer(response, 201, { addressingKey: { type: 'CPF', value: '10020030673' }, createdAt });
    };
    const { entry } = await register(before.gateway, { key: { type: 'CPF', value: '10020030673' }, number });
    expect(entry.account).toMatchObject({ number, holder: { document: { value: '10020030673' } } });
  });

  test('is shown without one until something names its holder', async () => {
    const number = '4711000817';
    before.double.answer = ({ path }, response) => {
      if (path.startsWith('/accounts/')) answer(response, 200, path.endsWith(number) ? account(number) : []);
      else answer(response, 201, { addressingKey: { type: 'CPF', value: '10020030754' }, createdAt });
    };
    const query = `{ paymentAccount(number: "${number}") { number holder { name document { value } } } }`;
    const holderOf = async () => (await before.gateway.data({ query })).paymentAccount.holder;
    expect(await holderOf()).toEqual({ name: '', document: { value: '' } });
    await register(before.gateway, { key: { type: 'CPF', value: '10020030754' }, number });
    before.gateway.clock.advance(60);
    expect(await holderOf()).toMatchObject({ document: { value: '10020030754' } });
  });
});
