import { describe, expect, test } from '@jest/globals';
import {
  customer,
  decided,
  goodInput,
  newCpf,
  openAccount,
  registerCustomer,
  registration,
  registrationInput,
} from '../../support/customers.ts';
import { createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';
import { sql } from '../../support/webhooks.ts';
import { gateway } from '../../support/prompt-gateway.ts';

describe('the sandbox', () => {
  test.each([
    ['acme-pay', '10020030169', 'APPROVED', 'Ana Exemplo'],
    ['acme-pay', '10020030320', 'APPROVED', 'Bruno Exemplo'],
    ['acme-pay', '10020030916', 'PENDING_APPROVAL', 'Carla Exemplo'],
    ['acme-pay', '10020031050', 'APPROVED', 'Diego Exemplo'],
    ['beta-pay', '10020031130', 'APPROVED', 'Elisa Exemplo'],
    ['gama-pay', '10020031211', 'APPROVED', 'Fábio Exemplo'],
  ])('has for %s the customer %s, %s: %s', async (client, documentNumber, status, registerName) => {
    expect(await customer(gateway, documentNumber, { client })).toMatchObject({ status, registerName, reasons: [] });
  });

  test('refuses registrations with an e-mail address or phone of its persons', async () => {
    const { email, phone } = await customer(gateway, '10020030169');
    const withEmail = registrationInput({ email: ` ${String(email).toUpperCase()} ` });
    expect(await registerCustomer(gateway, withEmail)).toMatchObject({ code: 'EMAIL_ALREADY_IN_USE' });
    expect(await registerCustomer(gateway, registrationInput({ phone }))).toMatchObject({
      code: 'PHONE_ALREADY_IN_USE',
    });
  });

  test('never decides its pending registration', async () => {
    const [row] = await sql<{ id: string; due: Date | null }>(
      gateway,
      `select registration.id, registration.due_at as "due" from customer
       join customer_registration as registration on registration.id = customer.pending_registration_id
       where customer.document_number = '10020030916'`,
    );
    expect(row?.due).toBeNull();
    expect(await registration(gateway, row?.id ?? '')).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect(await openAccount(gateway, '10020030916')).toMatchObject({ code: 'INVALID_ACCOUNT_HOLDER_STATUS' });
  });

  test.each(['99900000188', '99900000269', '99900000340', '99900000420', '99900000501', '99900000692'])(
    'always reproves %s',
    async (documentNumber) => {
      expect(await decided(gateway, await goodInput(gateway, { documentNumber }))).toMatchObject({
        status: 'REPROVED',
      });
    },
  );
});

describe('openSandboxAccount', () => {
  test('opens an account for an approved customer, which can have pockets', async () => {
    const input = await goodInput(gateway);
    await decided(gateway, input);
    const { account } = await openAccount(gateway, input.documentNumber);
    expect(account).toMatchObject({
      branch: '0001',
      type: 'PAYMENT',
      status: 'ACTIVE',
      pocketLimit: 3,
      bank: { ispb: '99990001' },
      holder: {
        type: 'CUSTOMER',
        status: 'ACTIVE',
        registrationStatus: 'APPROVED',
        document: { value: input.documentNumber, type: 'CPF' },
      },
    });
    const { pocket } = await expectSuccess(createPocket(gateway, pocketInput({ accountNumber: account.number })));
    expect(pocket.number).toMatch(new RegExp(`^${account.number}\\d{1,13}BRL$`));
  });

  test('opens further accounts for the same holder, even concurrently', async () => {
    const input = await goodInput(gateway);
    await decided(gateway, input);
    const opened = await Promise.all(Array.from({ length: 5 }, () => openAccount(gateway, input.documentNumber)));
    expect(new Set(opened.map(({ account }) => account.number)).size).toBe(5);
    const holders = await sql(gateway, 'select id from holder where document_value = ?', [input.documentNumber]);
    expect(holders).toHaveLength(1);
  });

  test.each([
    ['is not registered', newCpf(), 'INVALID_ACCOUNT_HOLDER_STATUS'],
    ['is a customer of another partner', '10020031130', 'INVALID_ACCOUNT_HOLDER_STATUS'],
    ['is a company', '99000001000101', 'INVALID_PARAMETER'],
    ['is not a document', '1', 'INVALID_PARAMETER'],
  ])('refuses a number that %s', async (_what, documentNumber, code) => {
    expect(await openAccount(gateway, documentNumber)).toMatchObject({ code });
  });
});
