import { describe, expect, test } from '@jest/globals';
import {
  customer,
  decided,
  eventsOf,
  goodInput,
  newMobile,
  openAccount,
  registerCustomer,
} from '../../support/customers.ts';
import type { Ask } from '../../support/gateway.ts';
import { gateway } from '../../support/prompt-gateway.ts';
import { sql } from '../../support/webhooks.ts';

const REFUSED = `... on DomainError { code status path retryable nextStep { mutation } }
  ... on InvalidInputError { violations { path code } }`;
const UPDATE = `mutation ($input: UpdateCustomerInput!) {
  updateCustomer(input: $input) {
    __typename
    ... on UpdateCustomerSuccess { changed customer { status socialName email updatedAt phone { number } } }
    ${REFUSED}
    ... on InvalidCustomerStatusError { customerStatus }
    ... on PhoneCountryCodeNotAllowedError { countryCode }
  }
}`;
const CANCEL = `mutation ($input: CancelCustomerInput!) {
  cancelCustomer(input: $input) {
    __typename
    ... on CancelCustomerSuccess { changed customer { status updatedAt } }
    ${REFUSED}
    ... on InvalidCustomerStatusError { customerStatus }
    ... on CustomerHasOpenAccountsError { accounts { number status } }
  }
}`;
const CLOSE = `mutation ($input: ClosePaymentAccountInput!) {
  closePaymentAccount(input: $input) { __typename ... on ClosePaymentAccountSuccess { changed } }
}`;

const update = async (input: object, ask: Partial<Ask> = {}) =>
  (await gateway.data({ query: UPDATE, variables: { input }, ...ask })).updateCustomer;
const cancel = async (input: object, ask: Partial<Ask> = {}) =>
  (await gateway.data({ query: CANCEL, variables: { input }, ...ask })).cancelCustomer;
const phone = () => ({ countryCode: '55', number: newMobile() });

/** Registers a person who is approved; returns the input. */
async function approved(changes: object = {}) {
  const input = await goodInput(gateway, changes);
  expect(await decided(gateway, input)).toMatchObject({ status: 'APPROVED' });
  return input;
}

const namesOf = async (documentNumber: string) => (await eventsOf(gateway, documentNumber)).map(({ name }) => name);
const formerOf = (documentNumber: string) =>
  sql<{ record: object }>(
    { app: gateway.teller },
    `select record from customer_former_record as former
     join customer_registration as registration on registration.id = former.registration_id
     where registration.document_number = ? order by former.id`,
    [documentNumber],
  );

describe('updateCustomer', () => {
  test('changes what is given, keeps what was in force, and says nothing personal in its event', async () => {
    const input = await approved({ socialName: 'Mia' });
    const { documentNumber } = input;
    const address = {
      ...(await customer(gateway, documentNumber)).address,
      zipCode: '70040-010',
      city: 'Brasília',
      state: 'DF',
    };
    const changes = {
      ...{ socialName: null, phone: phone(), email: `New-${input.email}`, address, occupation: 'OCP0105' },
      ...{ assertedIncome: { value: '10.5' }, pep: { level: 'SELF' } },
    };
    const result = await update({ documentNumber, ...changes });
    expect(result).toMatchObject({
      changed: true,
      customer: { socialName: null, phone: { number: changes.phone.number } },
    });
    expect(await customer(gateway, documentNumber)).toMatchObject({
      ...{ registerName: 'Maria Exemplo', socialName: null, email: `new-${input.email}`, occupation: 'OCP0105' },
      ...{ phone: changes.phone, pep: { level: 'SELF' }, assertedIncome: { value: '10.50' } },
      ...{ address: { city: 'Brasília', zipCode: '70040010' }, updatedAt: result.customer.updatedAt },
    });
    const [former, ...others] = await formerOf(documentNumber);
    expect(others).toEqual([]);
    expect(former?.record).toMatchObject({
      socialName: 'Mia',
      email: input.email,
      incomeValue: '1234.56',
      pepLevel: 'NONE',
    });
    expect(await namesOf(documentNumber)).toEqual([
      ...['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_UPDATED'],
    ]);
    const { webhookEvents } = await gateway.data({
      query:
        '{ webhookEvents(last: 20, filter: { eventNames: [CUSTOMER_WAS_UPDATED] }) { nodes { entityId payload } } }',
    });
    const nodes: readonly { entityId: string; payload: { data: object } }[] = webhookEvents.nodes;
    const event = nodes.find(({ entityId }) => entityId === documentNumber);
    expect(Object.keys(event?.payload.data ?? {}).toSorted()).toEqual(['registrationId', 'status']);
  });

  test('what is so already is no change, with neither event nor record', async () => {
    const { documentNumber, email, phone: own } = await approved();
    for (const same of [
      {},
      { email: email.toUpperCase(), phone: own, socialName: ' ' },
      { occupation: null, address: null },
    ])
      expect(await update({ documentNumber, ...same })).toMatchObject({ changed: false });
    expect(await formerOf(documentNumber)).toEqual([]);
    expect(await namesOf(documentNumber)).not.toContain('CUSTOMER_WAS_UPDATED');
  });

  test('twins make one change', async () => {
    const { documentNumber } = await approved();
    const twins = await Promise.all(Array.from({ length: 5 }, () => update({ documentNumber, socialName: 'Mia' })));
    expect(twins.filter(({ changed }) => changed === true)).toHaveLength(1);
    expect((await namesOf(documentNumber)).filter((name) => name === 'CUSTOMER_WAS_UPDATED')).toHaveLength(1);
  });

  test('new contacts are held, and the former ones are free', async () => {
    const former = await approved();
    const { documentNumber } = former;
    const changes = { phone: phone(), email: `new-${former.email}` };
    expect(await update({ documentNumber, ...changes })).toMatchObject({ changed: true });
    for (const [contact, code] of [
      [{ phone: changes.phone }, 'PHONE_ALREADY_IN_USE'],
      [{ email: changes.email }, 'EMAIL_ALREADY_IN_USE'],
    ] as const)
      expect(await registerCustomer(gateway, await goodInput(gateway, contact))).toMatchObject({ code });
    const taker = await approved({ phone: former.phone, email: former.email });
    expect(await update({ documentNumber, phone: former.phone })).toMatchObject({
      code: 'PHONE_ALREADY_IN_USE',
      path: ['phone', 'number'],
    });
    expect(await update({ documentNumber, email: taker.email, occupation: 'OCP9999' })).toMatchObject({
      code: 'EMAIL_ALREADY_IN_USE',
      path: ['email'],
    });
    expect(await customer(gateway, documentNumber)).toMatchObject({ email: changes.email });
  });

  test('keeps the contacts of a registration under analysis', async () => {
    const input = await approved();
    const { documentNumber } = input;
    const round = { ...input, email: `round-${input.email}`, phone: phone() };
    await sql(gateway, 'update customer set updated_at = updated_at where document_number = ?', [documentNumber]);
    const { registration } = await registerCustomer(gateway, round);
    await update({ documentNumber, socialName: 'Mia' });
    expect(registration.id).toEqual(expect.any(String));
    expect(await registerCustomer(gateway, await goodInput(gateway, { email: round.email }))).toMatchObject({
      code: 'EMAIL_ALREADY_IN_USE',
    });
  });

  test.each([
    ['10020030916', { customerStatus: 'PENDING_APPROVAL', code: 'INVALID_CUSTOMER_STATUS', status: 422 }],
    ['10020030754', { code: 'CUSTOMER_NOT_FOUND', status: 404, path: ['documentNumber'] }],
    ['10020031130', { code: 'CUSTOMER_NOT_FOUND' }],
  ])('refuses %s', async (documentNumber, refusal) => {
    const changes = { phone: { countryCode: '7', number: '9123456789' }, occupation: 'OCP9999' };
    expect(await update({ documentNumber, ...changes })).toMatchObject(refusal);
  });

  test('refuses what is not allowed, in the order of the contract', async () => {
    const { documentNumber } = await approved();
    const blocked = { countryCode: '7', number: '9123456789' };
    expect(await update({ documentNumber, phone: blocked, occupation: 'OCP9999' })).toMatchObject({
      code: 'PHONE_COUNTRY_CODE_NOT_ALLOWED',
      countryCode: '7',
    });
    expect(await update({ documentNumber, occupation: 'OCP9999' })).toMatchObject({ code: 'INVALID_OCCUPATION' });
    expect(
      await update({ documentNumber: '1', email: '', occupation: '', phone: { countryCode: '55', number: '1' } }),
    ).toMatchObject({
      violations: [
        { path: ['documentNumber'], code: 'FORMAT' },
        { path: ['email'], code: 'REQUIRED' },
        { path: ['occupation'], code: 'REQUIRED' },
        { path: ['phone', 'number'], code: 'FORMAT' },
      ],
    });
  });

  test.each(['customer.update', 'customer.write'])('is open to a token with %s', async (scope) => {
    const { documentNumber } = await approved();
    const query = `mutation { updateCustomer(input: { documentNumber: "${documentNumber}" }) { ... on UpdateCustomerSuccess { changed } } }`;
    expect(await gateway.data({ query, scope })).toEqual({ updateCustomer: { changed: false } });
  });
});

describe('cancelCustomer', () => {
  test('ends the relationship once, and frees contacts and person', async () => {
    const input = await approved();
    const { documentNumber } = input;
    const first = await cancel({ documentNumber, reason: 'DECEASED' });
    expect(first).toMatchObject({ changed: true, customer: { status: 'CANCELED' } });
    expect(await cancel({ documentNumber })).toEqual({ ...first, changed: false });
    expect(await update({ documentNumber, socialName: 'Mia' })).toMatchObject({ customerStatus: 'CANCELED' });
    expect(await openAccount(gateway, documentNumber)).toMatchObject({ code: 'INVALID_ACCOUNT_HOLDER_STATUS' });
    expect(await namesOf(documentNumber)).toEqual([
      ...['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_CANCELED'],
    ]);
    await approved({ phone: input.phone, email: input.email });
    const again = { ...input, phone: phone(), email: `again-${input.email}`, registerName: 'Maria Nova' };
    expect(await decided(gateway, again)).toMatchObject({ status: 'APPROVED' });
    expect(await customer(gateway, documentNumber)).toMatchObject({ status: 'APPROVED', registerName: 'Maria Nova' });
  });

  test('waits until the accounts are closed', async () => {
    const { documentNumber } = await approved();
    const { account } = await openAccount(gateway, documentNumber);
    expect(await cancel({ documentNumber })).toMatchObject({
      code: 'CUSTOMER_HAS_OPEN_ACCOUNTS',
      status: 422,
      path: ['documentNumber'],
      nextStep: null,
      accounts: [{ number: account.number, status: 'ACTIVE' }],
    });
    const variables = { input: { accountNumber: account.number } };
    expect(await gateway.data({ query: CLOSE, variables })).toMatchObject({ closePaymentAccount: { changed: true } });
    expect(await cancel({ documentNumber })).toMatchObject({ changed: true });
  });

  test.each([
    ['10020030916', { code: 'INVALID_CUSTOMER_STATUS', customerStatus: 'PENDING_APPROVAL' }],
    ['10020030754', { code: 'CUSTOMER_NOT_FOUND' }],
    ['10020031130', { code: 'CUSTOMER_NOT_FOUND' }],
    ['1', { violations: [{ path: ['documentNumber'], code: 'FORMAT' }] }],
  ])('refuses %s', async (documentNumber, refusal) => {
    expect(await cancel({ documentNumber })).toMatchObject(refusal);
  });

  test('twins, and new accounts at the same time, leave no open account of a cancelled customer', async () => {
    const { documentNumber } = await approved();
    const [opened, ...cancelled] = await Promise.all([
      openAccount(gateway, documentNumber),
      ...Array.from({ length: 4 }, () => cancel({ documentNumber })),
    ]);
    const changes = cancelled.filter(({ changed }) => changed === true).length;
    expect(changes).toBe(opened.account === undefined ? 1 : 0);
    expect((await namesOf(documentNumber)).filter((name) => name === 'CUSTOMER_WAS_CANCELED')).toHaveLength(changes);
  });
});

test('a registration under analysis ends with the relationship', async () => {
  const input = await approved();
  const { documentNumber } = input;
  await sql(gateway, 'update customer_registration set due_at = due_at where document_number = ?', [documentNumber]);
  const { registration } = await registerCustomer(gateway, { ...input, email: `round-${input.email}` });
  const result = await cancel({ documentNumber });
  expect(result).toMatchObject({ changed: true });
  const { customerRegistration } = await gateway.data({
    query: 'query ($id: ID!) { customerRegistration(id: $id) { status } }',
    variables: { id: registration.id },
  });
  expect(['CANCELED', 'APPROVED']).toContain(customerRegistration.status);
  expect(await customer(gateway, documentNumber)).toMatchObject({ status: 'CANCELED' });
});
