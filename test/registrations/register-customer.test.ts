import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../support/gateway.ts';
import {
  analysed,
  customer,
  decided,
  eventsOf,
  goodInput,
  newCpf,
  openAccount,
  registerCustomer,
  registration,
  registrationInput,
} from '../support/customers.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ANALYSIS_SECONDS: '0' } });
});
afterAll(() => gateway.stop());

describe('registerCustomer', () => {
  test('walks from documents to an account', async () => {
    const documentNumber = newCpf();
    const selfie = await analysed(gateway, { documentNumber });
    const idCardFront = await analysed(gateway, { documentNumber, documentType: 'CNH', documentSide: 'FRONT' });
    const idCardBack = await analysed(gateway, { documentNumber, documentType: 'CNH', documentSide: 'BACK' });
    const input = registrationInput({
      documentNumber,
      documentation: { selfie: selfie.token, idCardFront: idCardFront.token, idCardBack: idCardBack.token },
    });
    const { registration: received } = await registerCustomer(gateway, input);
    expect(received).toMatchObject({ documentNumber, status: 'PENDING_APPROVAL', decidedAt: null, reasons: [] });
    const approved = await eventually(async () => {
      const now = await registration(gateway, received.id);
      return now.status !== 'PENDING_APPROVAL' && now;
    });
    expect(approved).toMatchObject({ id: received.id, status: 'APPROVED', reasons: [] });
    expect(await customer(gateway, documentNumber)).toMatchObject({
      status: 'APPROVED',
      document: { value: documentNumber, type: 'CPF' },
      registerName: 'Maria Exemplo',
      email: input['email'],
      phone: input['phone'],
      assertedIncome: { value: '1234.56', currency: 'BRL' },
      address: { zipCode: '01310100', state: 'SP', complement: null },
    });
    const opened = await openAccount(gateway, documentNumber);
    expect(opened.account).toMatchObject({
      status: 'ACTIVE',
      holder: { registrationStatus: 'APPROVED', name: 'Maria Exemplo', document: { value: documentNumber } },
    });
    expect(await eventsOf(gateway, documentNumber)).toEqual([
      { name: 'CUSTOMER_WAS_RECEIVED', subject: received.id },
      { name: 'CUSTOMER_WAS_APPROVED', subject: received.id },
    ]);
  });
  test('x', async () => {
    const r = await decided(gateway, await goodInput(gateway, { documentNumber: '99900000188' }));
    expect(r).toMatchObject({ status: 'REPROVED' });
  });
});
