import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  customer,
  documentAnalysis,
  newCpf,
  registerCustomer,
  openAccount,
  registration,
} from '../../../support/customers.ts';
import { registrationInput, submitDocument } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { createTotp, deleteEntry, type Key, register, REGISTER_PIX_ENTRY, validateTotp } from '../../../support/pix.ts';
import { CREATE_POCKET, createPocket, pocketInput } from '../../../support/pockets.ts';
import { BeforeAnother } from '../intents/before-another.ts';
import { StandIn } from './stand-in.ts';

const HOLDER = '10020030592';
/** The provider is polled for its decisions at once. */
const AT_ONCE = { ANALYSIS_SECONDS: '0', DOCUMENT_ANALYSIS_SECONDS: '0' };

const SELFIE = { documentType: 'SELFIE' };
const FRONT = { documentType: 'RG', documentSide: 'FRONT' };
const BACK = { documentType: 'RG', documentSide: 'BACK' };

describe.each(['newer', 'older'] as const)('a provider with the %s shapes', (shapes) => {
  let before: BeforeAnother;
  let bank: StandIn;

  beforeAll(async () => {
    before = await BeforeAnother.start(AT_ONCE);
    bank = new StandIn(before.double, () => before.gateway.clock.now());
    bank.shapes = shapes;
  });
  afterAll(() => before.stop());

  /** Lets work that is due later happen now. */
  const later = <Found>(look: () => Promise<Found | undefined | false>) =>
    eventually(async () => {
      before.gateway.clock.advance(5);
      return look();
    });
  const stateOf = async (key: string) => {
    const query = `{ idempotentOutcome(mutation: REGISTER_PIX_ENTRY, key: "${key}") { state } }`;
    return (await before.gateway.data({ query })).idempotentOutcome?.state;
  };

  /** Sends a picture, and lets the provider judge it. */
  const judged = async (documentNumber: string, picture: object, verdict: object) => {
    const { analysis } = await submitDocument(before.gateway, { documentNumber, ...picture });
    const sent = bank.pictures.get(documentNumber)?.find(({ token }) => token === analysis.token);
    if (sent === undefined) throw new Error('The token is not that of the provider.');
    sent.verdict = verdict;
    const found = await later(async () => {
      const { status } = await documentAnalysis(before.gateway, analysis.token);
      return status !== 'ANALYZING' && String(status);
    });
    return { token: String(analysis.token), status: found };
  };
  const completed = (words: object) => ({ status: 'ANALYSIS_COMPLETED', ...words });
  const found = { liveness: { status: 'LIVENESS_FOUND' } };
  const matched = { faceMatch: { status: 'HAS_FACE_MATCH' }, documentDetails: { status: 'DETECTED_DOCUMENT' } };
  const detected = { documentDetails: { status: 'DETECTED_DOCUMENT' } };

  describe('pictures', () => {
    test.each<[string, object]>([
      ['no person', completed({ liveness: { status: 'LIVENESS_NOT_FOUND' } })],
      ['a word of tomorrow', completed({ liveness: { status: 'LIVENESS_PROBABLE' } })],
      ['no word', completed({})],
      ['a word of another picture', completed(matched)],
      ['an approval of its own', completed({ liveness: { status: 'APPROVED' } })],
      ['an error', { status: 'UNEXPECTED_ERROR' }],
      ['a refusal', { status: 'PHOTO_RECUSED', ...found }],
    ])('are not approved by %s', async (_what, verdict) => {
      expect((await judged(newCpf(), SELFIE, verdict)).status).toBe('REJECTED');
    });

    test('have their words each', async () => {
      const cpf = newCpf();
      expect((await judged(cpf, SELFIE, completed(found))).status).toBe('APPROVED');
      expect((await judged(cpf, FRONT, completed(detected))).status).toBe('REJECTED');
      expect((await judged(cpf, FRONT, completed(matched))).status).toBe('APPROVED');
      expect((await judged(cpf, BACK, completed(detected))).status).toBe('APPROVED');
    });

    test('stay under analysis until they are analysed', async () => {
      const documentNumber = newCpf();
      const { analysis } = await submitDocument(before.gateway, { documentNumber, ...SELFIE });
      const [sent] = bank.pictures.get(documentNumber) ?? [];
      if (sent === undefined) throw new Error('It was not sent.');
      sent.verdict = { status: 'PARTIALLY_ANALYZED', ...found };
      const polls = () =>
        before.double.calls.filter(({ path, method }) => method === 'GET' && path.includes(sent.token));
      await later(() => Promise.resolve(polls().length > 1));
      expect((await documentAnalysis(before.gateway, analysis.token)).status).toBe('ANALYZING');
    });
  });

  /** Registers a person with approved pictures. */
  const registered = async () => {
    const documentNumber = newCpf();
    const tokenOf = async (picture: object, words: object) =>
      (await judged(documentNumber, picture, completed(words))).token;
    const documentation = {
      selfie: await tokenOf(SELFIE, found),
      idCardFront: await tokenOf(FRONT, matched),
      idCardBack: await tokenOf(BACK, detected),
    };
    const result = await registerCustomer(before.gateway, registrationInput({ documentNumber, documentation }));
    expect(result).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
    return { documentNumber, documentation, id: String(result.registration.id) };
  };
  const decisionOn = (id: string) =>
    later(async () => {
      const { status } = await registration(before.gateway, id);
      return status !== 'PENDING_APPROVAL' && String(status);
    });

  test('a customer is registered and approved', async () => {
    const { documentNumber, documentation, id } = await registered();
    bank.decide(documentNumber, 'APPROVED');
    expect(await decisionOn(id)).toBe('APPROVED');
    expect(await customer(before.gateway, documentNumber)).toMatchObject({
      ...{ status: 'APPROVED', registerName: 'Maria Exemplo', birthDate: '1990-01-31', pep: { level: 'NONE' } },
    });
    const sent = Object(bank.customers.get(documentNumber)?.sent);
    expect(sent.documentation).toEqual(documentation);
    expect(sent.address).not.toHaveProperty('complement');
  });

  test.each(['REPROVED', 'CANCELED', 'REVOKED', 'BLACKLISTED', 'BLOCKLISTED'])(
    'nothing stays pending on a customer who is %s',
    async (status) => {
      const { documentNumber, id } = await registered();
      bank.decide(documentNumber, status);
      expect(await decisionOn(id)).toBe('REPROVED');
      expect((await customer(before.gateway, documentNumber)).status).not.toBe('PENDING_APPROVAL');
    },
  );

  test('an account is shown without a holder', async () => {
    const number = bank.open(HOLDER);
    const query = `{ paymentAccount(number: "${number}") { number branch type status bank { ispb } } }`;
    expect((await before.gateway.data({ query })).paymentAccount).toEqual({
      ...{ number, branch: '0001', type: 'PAYMENT', status: 'ACTIVE', bank: { ispb: '88880001' } },
    });
  });

  test('a customer is changed and cancelled, and the account before that closed', async () => {
    const { documentNumber, id } = await registered();
    bank.decide(documentNumber, 'APPROVED');
    await decisionOn(id);
    const { account } = await openAccount(before.gateway, documentNumber);
    const mutation = async (name: string, input: object) => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) {
        __typename ... on ${type}Success { changed } ... on DomainError { code path }
      } }`;
      return (await before.gateway.data({ query, variables: { input } }))[name];
    };
    const changed = { __typename: expect.stringMatching(/Success$/), changed: true };

    expect(await mutation('updateCustomer', { documentNumber, socialName: 'Mia', occupation: 'OCP0007' })).toEqual(
      changed,
    );
    expect(bank.customers.get(documentNumber)?.sent).toMatchObject({ socialName: 'Mia', occupation: 'OCP0007' });
    expect(await customer(before.gateway, documentNumber)).toMatchObject({ socialName: 'Mia' });

    expect(await mutation('cancelCustomer', { documentNumber })).toMatchObject({ code: 'CUSTOMER_HAS_OPEN_ACCOUNTS' });
    const key = bank.addKey(account.number, 'EVP');
    const closure = { accountNumber: account.number, reason: 'COMMERCIAL_DISAGREEMENT' };
    expect(await mutation('closePaymentAccount', closure)).toMatchObject({ code: 'ACCOUNT_CANNOT_BE_CLOSED' });
    bank.removeKey(key);
    expect(await mutation('closePaymentAccount', closure)).toEqual(changed);
    expect(await mutation('cancelCustomer', { documentNumber })).toEqual(changed);
    expect(bank.customers.get(documentNumber)?.status).toBe('CANCELED');
    before.gateway.clock.advance(60);
    const query = `{ paymentAccount(number: "${account.number}") { status } }`;
    expect((await before.gateway.data({ query })).paymentAccount.status).toBe('CLOSED');
    expect((await customer(before.gateway, documentNumber)).status).toBe('CANCELED');
  });

  test('a pocket is made, and all pockets of its account are listed', async () => {
    const accountNumber = bank.open(HOLDER);
    for (let nth = 0; nth < 24; nth += 1) bank.addPocket(accountNumber, `Made elsewhere ${nth}`);
    const made = await createPocket(before.gateway, pocketInput({ accountNumber }));
    expect(made).toMatchObject({ __typename: 'CreatePocketSuccess', replayed: false });
    const query = `{ paymentAccount(number: "${accountNumber}") { pockets(first: 100) { totalCount nodes { number } } } }`;
    const { paymentAccount } = await before.gateway.data({ query });
    expect(paymentAccount.pockets).toMatchObject({ totalCount: 25 });
  });

  test('what is sent again has the same bytes', async () => {
    const accountNumber = bank.open(HOLDER);
    bank.losesAnswers = true;
    const metadata = { zebra: 1.5, apple: { two: [1e2, null], one: '' } };
    const input = { ...pocketInput({ accountNumber, useCase: 'CORPORATE_EXPENSES' }), metadata };
    const { status } = await before.gateway.ask({ query: CREATE_POCKET, variables: { input } });
    bank.losesAnswers = false;
    expect(status).toBe(503);
    const made = await later(async () => {
      const { body } = await before.gateway.ask({ query: CREATE_POCKET, variables: { input } });
      return body.errors === undefined && body.data?.createPocket;
    });
    expect(made).toMatchObject({ __typename: 'CreatePocketSuccess' });
    const sent = before.double.calls.filter(({ path }) => path === `/accounts/${accountNumber}/pockets`);
    const bodies = sent.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
    expect(bodies.length).toBeGreaterThan(1);
    expect(new Set(bodies).size).toBe(1);
    expect(bank.accounts.get(accountNumber)?.pockets).toHaveLength(1);
  });

  describe('keys', () => {
    const keysOf = async (number: string) => {
      const query = `{ paymentAccount(number: "${number}") { pixEntries { addressingKey { type value } } } }`;
      const { paymentAccount } = await before.gateway.data({ query });
      const entries: readonly { readonly addressingKey: Key }[] = paymentAccount.pixEntries;
      return entries.map(({ addressingKey }) => addressingKey);
    };

    test('are registered as they are sent, and listed', async () => {
      const [number, cpf] = [bank.open(HOLDER), newCpf()];
      expect(await keysOf(number)).toEqual([]);
      const key = { type: 'CPF', value: cpf };
      const result = await register(before.gateway, { key, number });
      expect(result).toMatchObject({ __typename: 'RegisterPixEntrySuccess', entry: { addressingKey: key } });
      before.gateway.clock.advance(60);
      expect(await keysOf(number)).toEqual([key]);
      // The key has told who holds the account.
      const lists = before.double.calls.filter(({ path }) => path === `/accounts/${number}/addressing-keys`);
      expect(lists.map(({ headers }) => headers['x-svc-pix-user-id'])).toEqual([
        undefined,
        shapes === 'newer' ? cpf : HOLDER,
      ]);
    });

    test('at random are those that were not there before', async () => {
      const number = bank.open(HOLDER);
      const old = bank.addKey(number, 'EVP');
      const result = await register(before.gateway, { key: { type: 'EVP' }, number, idempotencyKey: randomUUID() });
      expect(result).toMatchObject({ __typename: 'RegisterPixEntrySuccess' });
      const [, made] = bank.accounts.get(number)?.keys ?? [];
      expect(result.entry.addressingKey).toEqual({ type: 'EVP', value: made?.value });
      before.gateway.clock.advance(60);
      const values = (await keysOf(number)).map(({ value }) => value);
      expect(new Set(values)).toEqual(new Set([old, made?.value]));
    });

    test('are deleted by their holder alone', async () => {
      const [number, value] = [bank.open(HOLDER), newCpf()];
      await register(before.gateway, { key: { type: 'CPF', value }, number });
      expect(await deleteEntry(before.gateway, { key: value, userId: newCpf() })).toMatchObject({
        code: 'PERMISSION_NOT_GRANTED',
      });
      expect(await deleteEntry(before.gateway, { key: value, userId: HOLDER })).toMatchObject({
        ...{ __typename: 'DeletePixEntrySuccess', addressingKey: { type: 'CPF', value } },
      });
      expect(bank.accounts.get(number)?.keys).toEqual([]);
      expect(await deleteEntry(before.gateway, { key: value })).toMatchObject({ code: 'PIX_ENTRY_NOT_FOUND' });
    });

    test('whose answer was lost are found', async () => {
      const number = bank.open(HOLDER);
      bank.addKey(number, 'EVP');
      const input = {
        addressingKey: { type: 'EVP' },
        account: { branch: '0001', number, type: 'PAYMENT' },
        idempotencyKey: randomUUID(),
      };
      bank.losesAnswers = true;
      await before.gateway.ask({ query: REGISTER_PIX_ENTRY, variables: { input } });
      bank.losesAnswers = false;
      expect(
        await later(async () => (await stateOf(input.idempotencyKey)) !== 'RUNNING' && stateOf(input.idempotencyKey)),
      ).toBe('SUCCEEDED');
      expect(bank.accounts.get(number)?.keys).toHaveLength(2);
    });

    test('of an address need its code', async () => {
      const number = bank.open(HOLDER);
      const key = { type: 'EMAIL', value: `${randomUUID()}@example.com` };
      const { hash, sandboxCode } = await createTotp(before.gateway, HOLDER, key);
      expect(await validateTotp(before.gateway, hash, '000000')).toMatchObject({ code: 'INVALID_TOTP_CODE' });
      const validated = await validateTotp(before.gateway, hash, sandboxCode);
      expect(validated).toMatchObject({ __typename: 'ValidateTotpSuccess' });
      expect(await register(before.gateway, { key, number, transactionalHash: 'another' })).toMatchObject({
        code: 'INVALID_TRANSACTIONAL_HASH',
      });
      const { transactionalHash } = validated;
      expect(await register(before.gateway, { key, number, transactionalHash })).toMatchObject({
        entry: { addressingKey: key },
      });
    });
  });
});
