import { describe, expect, test } from '@jest/globals';
import { newCpf, openAccount } from '../support/customers.ts';
import { eventually } from '../support/gateway.ts';
import { register, transactionalHash } from '../support/pix.ts';
import { stay } from './current-stay.ts';
import { readLog } from './event-log.ts';
import { analysedPictures, registered } from './person.ts';

const documentNumber = newCpf();
const email = { type: 'EMAIL', value: `${documentNumber}@example.com` };
let account: { readonly number: string };

/** From a picture to money in an account, at the sandbox's own speed. */
describe('a person', () => {
  test('is registered with three approved pictures, and approved', async () => {
    const { stranger, ledger } = stay;
    const analyses = await analysedPictures(stranger, documentNumber);
    expect(Object.values(analyses).map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
    const { received, decided } = await registered(stranger, documentNumber, analyses);
    expect(received).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect(decided).toMatchObject({ status: 'APPROVED', reasons: [], decidedAt: expect.any(String) });
    ledger.keep({ id: decided.id, __typename: 'CustomerRegistration' });
  });

  test('is the subject of two events, in order', async () => {
    const names = await eventually(async () => {
      const events = (await readLog(stay.stranger)).filter(({ entityId }) => entityId === documentNumber);
      return events.length === 2 && events.map(({ name }) => name);
    });
    expect(names).toEqual(['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED']);
  });

  test('holds an account, with a pocket and money', async () => {
    const { stranger, deeds, ledger } = stay;
    const opened = await openAccount(stranger, documentNumber);
    expect(opened).toMatchObject({ __typename: 'OpenSandboxAccountSuccess' });
    ({ account } = opened);
    ledger.keep({ id: opened.account.id, __typename: 'PaymentAccount' });
    await deeds.pocketOn(account.number, crypto.randomUUID());
    await deeds.replay();
    await deeds.cashIn(account.number, 'PIX');
  });

  test('registers an e-mail address with a one-time code, and a random key, as addressing keys', async () => {
    const { stranger, ledger } = stay;
    const proof = await transactionalHash(stranger, documentNumber, email);
    const keys = [{ key: email, transactionalHash: proof }, { key: { type: 'EVP' } }];
    for (const key of keys) {
      const made = await register(stranger, { number: account.number, ...key });
      expect(made).toMatchObject({ __typename: 'RegisterPixEntrySuccess' });
      ledger.keep({ id: made.entry.id, __typename: 'PixEntry' });
    }
    const again = await register(stranger, { number: account.number, key: email, transactionalHash: proof });
    expect(again).toMatchObject({ code: 'INVALID_TRANSACTIONAL_HASH' });
  });
});
