// Provokes each refusal of the three mutations of the contract: where a form places it, and what leads on from it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bankGateway, isThroughProvider } from '../support/bank-gateway.ts';
import { goodInput, registerCustomer, submitDocument } from '../support/customers.ts';
import type { Gateway } from '../support/gateway.ts';
import { accountInput, createTotp, expectRegistered, register, transactionalHash } from '../support/pix.ts';
import { createPocket, pocketInput, pocketUser } from '../support/pockets.ts';

type Mutation = 'createPocket' | 'registerCustomer' | 'registerPixEntry';

interface Refused {
  readonly path?: readonly string[];
  readonly retryable?: true;
  readonly nextStep?: object;
  /** Fields that the refusal has besides, and what they are. */
  readonly fields?: string;
  readonly data?: object;
}

const ANA = '10020030169';
const RUI = '10020030320';
const EVP = { type: 'EVP' };
const email = (value: string) => ({ type: 'EMAIL', value });
const cpf = (value: string) => ({ type: 'CPF', value });
const entry = (addressingKey: object, number: string, changes: object = {}) => ({
  addressingKey,
  account: accountInput(number),
  ...changes,
});

let gateway: Gateway;

beforeAll(async () => {
  gateway = await bankGateway({ LOOKUP_BUDGET_PERSON: '5/600000', ANALYSIS_SECONDS: '600', TOTP_OPEN_MAX: '3' });
});
afterAll(() => gateway.stop());

/** Sends a mutation that must be refused; the refusal has exactly these common members, and this data. */
async function expectRefusal(mutation: Mutation, code: string, input: object, refused: Refused = {}) {
  const { path = null, retryable = false, nextStep = null, fields = '', data = {} } = refused;
  const [name, type] = [mutation.charAt(0).toUpperCase() + mutation.slice(1), typeOf(code)];
  const query = `mutation ($input: ${name}Input!) { ${mutation}(input: $input) {
    __typename ... on DomainError { code path retryable nextStep { mutation input } } ... on ${type} { code ${fields} }
  } }`;
  const result = (await gateway.data({ query, variables: { input } }))[mutation];
  expect(result).toEqual({ __typename: type, code, path, retryable, nextStep, ...data });
}

function typeOf(code: string): string {
  if (code === 'INVALID_PARAMETER') return 'InvalidInputError';
  return `${code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())}Error`;
}

test.each<[code: string, mutation: Mutation, changed: object, refused?: Refused]>([
  [
    'ACCOUNT_NOT_FOUND',
    'createPocket',
    { accountNumber: '999999' },
    { path: ['accountNumber'], fields: 'accountNumber', data: { accountNumber: '999999' } },
  ],
  [
    'INVALID_ACCOUNT_STATUS',
    'createPocket',
    { accountNumber: '100002' },
    { path: ['accountNumber'], fields: 'accountStatus', data: { accountStatus: 'CLOSED' } },
  ],
  [
    'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
    'createPocket',
    { user: pocketUser({ birthDate: '2020-01-31' }) },
    { path: ['user', 'birthDate'] },
  ],
  [
    'INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE',
    'createPocket',
    { useCase: 'ACCOUNT_FOR_UNDER_AGE' },
    { path: ['user', 'birthDate'] },
  ],
  [
    'PHONE_COUNTRY_CODE_NOT_ALLOWED',
    'registerCustomer',
    { phone: { countryCode: '7', number: '9161234567' } },
    { path: ['phone', 'countryCode'], fields: 'countryCode', data: { countryCode: '7' } },
  ],
  ['INVALID_OCCUPATION', 'registerCustomer', { occupation: 'OCP0106' }, { path: ['occupation'] }],
  ['INVALID_USER_ID', 'registerPixEntry', entry(EVP, '200001', { userId: '1' }), { path: ['userId'] }],
  ['PERMISSION_NOT_GRANTED', 'registerPixEntry', entry(EVP, '200001', { userId: RUI }), { path: ['userId'] }],
  [
    'INVALID_ACCOUNT_STATUS',
    'registerPixEntry',
    entry(EVP, '100002'),
    { path: ['account', 'number'], fields: 'accountStatus', data: { accountStatus: 'CLOSED' } },
  ],
  [
    'INVALID_ACCOUNT_HOLDER_STATUS',
    'registerPixEntry',
    entry(EVP, '200004'),
    { path: ['account', 'number'], fields: 'holderStatus', data: { holderStatus: 'PENDING_APPROVAL' } },
  ],
  [
    'ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE',
    'registerPixEntry',
    entry(cpf(ANA), '100001'),
    { path: ['addressingKey', 'type'] },
  ],
  [
    'ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT',
    'registerPixEntry',
    entry(cpf(RUI), '200001'),
    { path: ['addressingKey', 'value'] },
  ],
  [
    'INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY',
    'registerPixEntry',
    entry({ type: 'PHONE', value: '+551133334444' }, '200001', { transactionalHash: 'x' }),
    { path: ['addressingKey', 'value'] },
  ],
  [
    'MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT',
    'registerPixEntry',
    entry(EVP, '200005'),
    { path: ['account', 'number'], fields: 'limit used', data: { limit: 5, used: 5 } },
  ],
])('%s of %s is placed', async (code, mutation, changed, refused) => {
  const valid = {
    createPocket: () => Promise.resolve(pocketInput()),
    registerCustomer: () => goodInput(gateway),
    registerPixEntry: () => Promise.resolve({}),
  };
  await expectRefusal(mutation, code, { ...(await valid[mutation]()), ...changed }, refused);
});

test('a key that was used with another input is placed at the key', async () => {
  const idempotencyKey = randomUUID();
  const input = pocketInput({ idempotencyKey });
  expect(await createPocket(gateway, input)).toMatchObject({ __typename: 'CreatePocketSuccess' });
  const other = { ...input, label: 'Other' };
  await expectRefusal('createPocket', 'IDEMPOTENCY_KEY_REUSED', other, { path: ['idempotencyKey'] });
});

test('violations have the paths, the refusal has none', async () => {
  await expectRefusal('createPocket', 'INVALID_PARAMETER', pocketInput({ label: ' ' }), {
    fields: 'violations { path code }',
    data: { violations: [{ path: ['label'], code: 'REQUIRED' }] },
  });
});

test('a full account and a program without pockets say so', async () => {
  for (let nth = 0; nth < 3; nth += 1) await createPocket(gateway, pocketInput());
  await expectRefusal('createPocket', 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', pocketInput(), {
    path: ['accountNumber'],
    fields: 'limit used',
    data: { limit: 3, used: 3 },
  });
  const query = `mutation ($input: CreatePocketInput!) { createPocket(input: $input) {
    ... on DomainError { code path retryable nextStep { mutation } } } }`;
  const variables = { input: pocketInput({ accountNumber: '300001' }) };
  expect(await gateway.data({ query, variables, client: 'beta-pay' })).toEqual({
    createPocket: {
      code: 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM',
      path: null,
      retryable: false,
      nextStep: null,
    },
  });
});

test('a person who waits is told which registration is open; contacts in use are placed at each', async () => {
  const input = await goodInput(gateway);
  const { registration } = await registerCustomer(gateway, input);
  await expectRefusal('registerCustomer', 'CUSTOMER_AWAIT_EVALUATION', input, {
    path: ['documentNumber'],
    retryable: true,
    fields: 'openRegistration { id status }',
    data: { openRegistration: { id: registration.id, status: 'PENDING_APPROVAL' } },
  });
  const other = await goodInput(gateway, { phone: input.phone });
  await expectRefusal('registerCustomer', 'PHONE_ALREADY_IN_USE', other, { path: ['phone', 'number'] });
  const third = await goodInput(gateway, { email: input.email });
  await expectRefusal('registerCustomer', 'EMAIL_ALREADY_IN_USE', third, { path: ['email'] });
  // Five look-ups of a person are allowed.
  for (let nth = 1; nth < 5; nth += 1) await registerCustomer(gateway, third);
  await expectRefusal('registerCustomer', 'TOO_MANY_LOOKUPS', third, { retryable: true });
});

test('pictures are refused one by one; waiting is enough while all of them are analysed', async () => {
  const input = await goodInput(gateway);
  const { documentNumber, documentation } = input;
  const { analysis } = await submitDocument(gateway, { documentNumber });
  const refusal = (changed: object, pictures: readonly object[], retryable?: true) =>
    expectRefusal(
      'registerCustomer',
      'DOCUMENT_ANALYSIS_NOT_APPROVED',
      { ...input, documentation: { ...documentation, ...changed } },
      {
        path: ['documentation'],
        ...(retryable && { retryable }),
        fields: 'pictures { path status }',
        data: { pictures },
      },
    );
  const analysed = { path: ['documentation', 'selfie'], status: 'ANALYZING' };
  const unknown = (field: string) => ({ path: ['documentation', field], status: 'UNKNOWN' });
  await refusal({ selfie: analysis.token }, [analysed], true);
  await refusal({ selfie: analysis.token, idCardBack: randomUUID() }, [analysed, unknown('idCardBack')]);
  // A picture of another role is none of this one.
  await refusal({ selfie: documentation.idCardFront }, [unknown('selfie')]);
});

test('a hash says why it proves nothing, and the next code can be sent as it is', async () => {
  const key = email(`${randomUUID()}@example.com`);
  const own = await transactionalHash(gateway, ANA, key);
  const [ofAnotherKey, ofAnother] = [
    await transactionalHash(gateway, ANA, email(`${randomUUID()}@example.com`)),
    await transactionalHash(gateway, RUI, key),
  ];
  const nextStep = { mutation: 'createTotp', input: { documentNumber: ANA, addressingKey: key } };
  const refused = async (hash: string, reason: string) =>
    expectRefusal('registerPixEntry', 'INVALID_TRANSACTIONAL_HASH', entry(key, '200001', { transactionalHash: hash }), {
      path: ['transactionalHash'],
      nextStep,
      fields: 'reason',
      data: { reason },
    });
  await refused('x', 'UNKNOWN');
  await refused(ofAnotherKey, 'OTHER_KEY');
  await refused(ofAnother, 'OTHER_HOLDER');
  await expectRegistered(gateway, { key, number: '200001', transactionalHash: own });
  await refused(own, 'USED');
  const { documentNumber, addressingKey } = nextStep.input;
  expect(await createTotp(gateway, documentNumber, addressingKey)).toMatchObject({ __typename: 'CreateTotpSuccess' });
});

test('no code is offered that its limits would refuse', async () => {
  const key = email(`${randomUUID()}@example.com`);
  const query = `mutation ($input: RegisterPixEntryInput!) { registerPixEntry(input: $input) {
    ... on DomainError { code nextStep { mutation } } } }`;
  const variables = { input: entry(key, '200005', { transactionalHash: 'x' }) };
  const offered = async (scope = '') => (await gateway.data({ query, variables, scope })).registerPixEntry.nextStep;
  expect(await offered('pix.entries.create')).toEqual({ mutation: 'createTotp' });
  if (isThroughProvider()) return;
  while ((await createTotp(gateway, '10020031050', key)).__typename === 'CreateTotpSuccess');
  expect(await offered()).toBeNull();
});

test.each([
  ['an unknown number', accountInput('999999'), []],
  ["another partner's account", accountInput('300001', { branch: '9999' }), []],
  ['another branch', accountInput('200001', { branch: '0002' }), ['BRANCH']],
  ['another type', accountInput('200001', { type: 'CHECKING' }), ['TYPE']],
  ['both', accountInput('200001', { branch: '0002', type: 'CHECKING' }), ['BRANCH', 'TYPE']],
])('an account that does not exist says what differs: %s', async (_what, account, mismatches) => {
  for (const addressingKey of [EVP, email('ana@example.com')]) {
    const input = { addressingKey, account, transactionalHash: 'x' };
    const refused = { path: ['account'], fields: 'mismatches', data: { mismatches } };
    await expectRefusal('registerPixEntry', 'TARGET_ACCOUNT_DOES_NOT_EXIST', input, refused);
  }
});

test('a key that exists is shown if it is of the partner', async () => {
  const mail = email(`${randomUUID()}@example.com`);
  const hash = await transactionalHash(gateway, RUI, mail);
  const { id } = await expectRegistered(gateway, { key: mail, number: '200003', transactionalHash: hash });
  const existingEntry = { id, addressingKey: mail, account: { number: '200003' } };
  const change = { mutation: 'changePixEntryAccount', input: { key: mail.value, account: accountInput('200002') } };
  const offered = isThroughProvider() ? {} : { nextStep: change };
  for (const [code, number, next] of [
    ['ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT', '200003', {}],
    ['ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT', '200002', offered],
  ] as const)
    await expectRefusal(
      'registerPixEntry',
      code,
      entry(mail, number, { transactionalHash: await transactionalHash(gateway, RUI, mail) }),
      {
        path: ['addressingKey', 'value'],
        ...next,
        fields: 'existingEntry { id addressingKey { type value } account { number } }',
        data: { existingEntry },
      },
    );
  // It can be sent as it is.
  const query = `mutation ($input: ChangePixEntryAccountInput!) {
    changePixEntryAccount(input: $input) { ... on ChangePixEntryAccountSuccess { entry { account { number } } } } }`;
  const changed = await gateway.data({ query, variables: { input: change.input } });
  expect(changed.changePixEntryAccount).toEqual({ entry: { account: { number: '200002' } } });
});

test.each([
  ['ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER', RUI, '200002', 'mine.elsewhere@example.com'],
  ['ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER', ANA, '200001', 'taken@example.com'],
])('%s is placed at the key', async (code, document, number, address) => {
  const key = email(address);
  const input = entry(key, number, { transactionalHash: await transactionalHash(gateway, document, key) });
  await expectRefusal('registerPixEntry', code, input, { path: ['addressingKey', 'value'] });
});

test('an EVP key that is too early shows the last one', async () => {
  const { id } = await expectRegistered(gateway, { key: EVP, number: '200003' });
  expect(await register(gateway, { key: EVP, number: '200003' })).toMatchObject({ waiting: 'WAIT' });
  await expectRefusal('registerPixEntry', 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL', entry(EVP, '200003'), {
    path: ['addressingKey', 'type'],
    retryable: true,
    fields: 'lastEntry { id }',
    data: { lastEntry: isThroughProvider() ? null : { id } },
  });
});
