import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import {
  customer,
  eventsOf,
  goodInput,
  newMobile,
  openAccount,
  registerCustomer,
  registration,
  rejectedInDetail,
} from '../../support/customers.ts';
import { sql } from '../../support/webhooks.ts';

const REPROVED = '99900000188';
const success = { __typename: 'RegisterCustomerSuccess' };

let gateway: Gateway;

/** No analysis is due until a test makes it so. */
beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ANALYSIS_SECONDS: '3600' } });
});
afterAll(() => gateway.stop());

const phone = () => ({ countryCode: '55', number: newMobile() });

/** Registers a person, whose analysis is then pending; returns the id of the registration. */
async function received(input: object): Promise<string> {
  const result = await registerCustomer(gateway, input);
  expect(result).toMatchObject(success);
  return result.registration.id;
}

/** Makes the analysis of a registration due, and waits for the decision. */
async function conclude(id: string) {
  await sql(gateway, 'update customer_registration set due_at = received_at where id = ?::uuid', [id]);
  return eventually(async () => {
    const now = await registration(gateway, id);
    return now.status !== 'PENDING_APPROVAL' && now;
  });
}

/** Registers another person with a contact, and returns the outcome: a code, or the name of a type. */
async function outcomeWith(contact: object): Promise<string> {
  const { code, __typename } = await registerCustomer(gateway, await goodInput(gateway, contact));
  return code ?? __typename;
}

describe('a customer who was approved and registers again', () => {
  test('keeps the record in force until the new round is approved', async () => {
    const first = await goodInput(gateway);
    const { documentNumber } = first;
    const firstId = await received(first);
    expect(await customer(gateway, documentNumber)).toMatchObject({ status: 'PENDING_APPROVAL', updatedAt: null });
    await conclude(firstId);
    const second = { ...first, registerName: 'Maria Nova', email: `new-${first.email}`, phone: phone() };
    const secondId = await received(second);
    expect(await customer(gateway, documentNumber)).toMatchObject({
      status: 'APPROVED',
      registerName: 'Maria Exemplo',
    });
    expect(await registerCustomer(gateway, second)).toMatchObject({ code: 'CUSTOMER_AWAIT_EVALUATION' });
    await conclude(secondId);
    expect(await customer(gateway, documentNumber)).toMatchObject({ status: 'APPROVED', registerName: 'Maria Nova' });
    expect(await registration(gateway, firstId)).toMatchObject({ status: 'APPROVED' });
  });

  test('has the contacts of both rounds while the new one is pending, and those in force afterwards', async () => {
    const first = await goodInput(gateway);
    await conclude(await received(first));
    const second = { ...first, email: `new-${first.email}`, phone: phone() };
    const secondId = await received(second);
    for (const { email, phone: taken } of [first, second]) {
      expect(await outcomeWith({ email })).toBe('EMAIL_ALREADY_IN_USE');
      expect(await outcomeWith({ phone: taken })).toBe('PHONE_ALREADY_IN_USE');
    }
    await conclude(secondId);
    expect(await outcomeWith({ email: second.email })).toBe('EMAIL_ALREADY_IN_USE');
    expect(await outcomeWith({ phone: second.phone })).toBe('PHONE_ALREADY_IN_USE');
    expect(await outcomeWith({ email: first.email, phone: first.phone })).toBe('RegisterCustomerSuccess');
  });

  test('does not collide with itself, whichever contacts it keeps', async () => {
    const first = await goodInput(gateway);
    await conclude(await received(first));
    await conclude(await received({ ...first, phone: phone() }));
    await conclude(await received({ ...first, email: `new-${first.email}` }));
    expect(await customer(gateway, first.documentNumber)).toMatchObject({ status: 'APPROVED', phone: first.phone });
  });

  test('keeps record, contacts and holder when the new round is reproved', async () => {
    const documentNumber = '99900000692';
    const first = await goodInput(gateway, { documentNumber });
    const firstId = await received(first);
    await conclude(firstId);
    await sql(gateway, `update customer_registration set status = 'APPROVED' where id = ?::uuid`, [firstId]);
    await sql(gateway, `update customer set status = 'APPROVED' where registration_id = ?::uuid`, [firstId]);
    const { account } = await openAccount(gateway, documentNumber);
    const { updatedAt } = await customer(gateway, documentNumber);
    const round = { ...first, registerName: 'Outro Nome', phone: phone() };
    expect(await conclude(await received(round))).toMatchObject({ status: 'REPROVED' });
    expect(await customer(gateway, documentNumber)).toMatchObject({
      status: 'APPROVED',
      registerName: 'Maria Exemplo',
      updatedAt,
    });
    expect(await openAccount(gateway, documentNumber)).toMatchObject({ account: { holder: account.holder } });
    expect(await outcomeWith({ email: first.email })).toBe('EMAIL_ALREADY_IN_USE');
    expect(await outcomeWith({ phone: round.phone })).toBe('RegisterCustomerSuccess');
  });

  test('gives its holder the name that is in force', async () => {
    const first = await goodInput(gateway);
    await conclude(await received(first));
    await openAccount(gateway, first.documentNumber);
    await conclude(await received({ ...first, registerName: 'Maria Nova' }));
    expect(await openAccount(gateway, first.documentNumber)).toMatchObject({
      account: { holder: { name: 'Maria Nova', registrationStatus: 'APPROVED' } },
    });
  });
});

describe('a customer who was reproved', () => {
  test('can try again after a detailed analysis, and its contacts are free meanwhile', async () => {
    const first = await goodInput(gateway, { documentNumber: REPROVED });
    const reasons = ['FACE_MISMATCH'];
    expect(await conclude(await received(first))).toMatchObject({ status: 'REPROVED', reasons });
    expect(await customer(gateway, REPROVED)).toMatchObject({ status: 'REPROVED', reasons });
    expect(await openAccount(gateway, REPROVED)).toMatchObject({ code: 'INVALID_ACCOUNT_HOLDER_STATUS' });
    const again = { ...first, registerName: 'Novo Nome', email: `again-${first.email}`, phone: phone() };
    expect(await registerCustomer(gateway, again)).toMatchObject({ code: 'REGISTRATION_REJECTED' });
    await rejectedInDetail(gateway, REPROVED);
    expect(await outcomeWith({ email: first.email, phone: first.phone })).toBe('RegisterCustomerSuccess');
    const retried = await received(again);
    expect(await customer(gateway, REPROVED)).toMatchObject({
      status: 'PENDING_APPROVAL',
      registerName: 'Novo Nome',
      reasons: [],
    });
    expect(await registerCustomer(gateway, again)).toMatchObject({ code: 'CUSTOMER_AWAIT_EVALUATION' });
    await conclude(retried);
    expect((await eventsOf(gateway, REPROVED)).slice(-6).map(({ name }) => name)).toEqual([
      ...['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_REPROVED'],
      ...['CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED', 'CUSTOMER_WAS_REPROVED'],
      ...['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_REPROVED'],
    ]);
  });
});
