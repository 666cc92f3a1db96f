import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import {
  analysed,
  customer,
  decided,
  eventsOf,
  goodInput,
  newCpf,
  newMobile,
  openAccount,
  registerCustomer,
  registration,
  registrationInput,
} from '../../support/customers.ts';
import { gateway } from '../../support/prompt-gateway.ts';

const phone = () => ({ countryCode: '55', number: newMobile() });

describe('registerCustomer', () => {
  test('leads from documents to an account', async () => {
    const documentNumber = newCpf();
    const selfie = await analysed(gateway, { documentNumber });
    const idCardFront = await analysed(gateway, { documentNumber, documentType: 'CNH', documentSide: 'FRONT' });
    const idCardBack = await analysed(gateway, { documentNumber, documentType: 'CNH', documentSide: 'BACK' });
    const documentation = { selfie: selfie.token, idCardFront: idCardFront.token, idCardBack: idCardBack.token };
    const input = registrationInput({ documentNumber, documentation });
    const { registration: received } = await registerCustomer(gateway, input);
    expect(received).toMatchObject({ documentNumber, status: 'PENDING_APPROVAL', decidedAt: null, reasons: [] });
    const approved = await eventually(async () => {
      const now = await registration(gateway, received.id);
      return now.status !== 'PENDING_APPROVAL' && now;
    });
    expect(approved).toMatchObject({ ...received, status: 'APPROVED', decidedAt: expect.any(String) });
    expect(await customer(gateway, documentNumber)).toMatchObject({
      status: 'APPROVED',
      document: { value: documentNumber, type: 'CPF' },
      registerName: 'Maria Exemplo',
      birthDate: '1990-01-31',
      email: input.email,
      phone: input.phone,
      assertedIncome: { value: '1234.56', currency: 'BRL' },
      address: { zipCode: '01310100', state: 'SP', complement: null },
      createdAt: received.receivedAt,
      updatedAt: approved.decidedAt,
    });
    const { account } = await openAccount(gateway, documentNumber);
    expect(account).toMatchObject({
      status: 'ACTIVE',
      holder: { registrationStatus: 'APPROVED', name: 'Maria Exemplo', document: { value: documentNumber } },
    });
    expect(await eventsOf(gateway, documentNumber)).toEqual([
      { name: 'CUSTOMER_WAS_RECEIVED', subject: received.id },
      { name: 'CUSTOMER_WAS_APPROVED', subject: received.id },
    ]);
  });

  test('refuses an invalid input first, then a blocked country', async () => {
    const blocked = { countryCode: '+7', number: '9161234567' };
    const input = registrationInput({ phone: blocked });
    expect(await registerCustomer(gateway, { ...input, email: 'x' })).toMatchObject({ code: 'INVALID_PARAMETER' });
    expect(await registerCustomer(gateway, input)).toMatchObject({
      code: 'PHONE_COUNTRY_CODE_NOT_ALLOWED',
      status: 422,
      countryCode: '7',
    });
  });

  test('refuses in the order of the contract, and stores nothing', async () => {
    const holder = await goodInput(gateway);
    await decided(gateway, holder);
    const { phone: takenPhone, email: takenEmail } = holder;
    const wrong = { phone: takenPhone, email: takenEmail.toUpperCase(), occupation: 'baker' };
    const documentNumber = newCpf();
    const stages = [
      [wrong, 'PHONE_ALREADY_IN_USE'],
      [{ ...wrong, phone: phone() }, 'EMAIL_ALREADY_IN_USE'],
      [{ occupation: 'baker' }, 'INVALID_OCCUPATION'],
      [{}, 'DOCUMENT_ANALYSIS_NOT_APPROVED'],
    ] as const;
    for (const [changes, code] of stages)
      expect(await registerCustomer(gateway, registrationInput({ documentNumber, ...changes }))).toMatchObject({
        code,
      });
    expect(await customer(gateway, documentNumber)).toBeNull();
    expect(await eventsOf(gateway, documentNumber)).toEqual([]);
    const waiting = { ...registrationInput(), ...wrong, documentNumber: '10020030916' };
    expect(await registerCustomer(gateway, waiting)).toMatchObject({ code: 'CUSTOMER_AWAIT_EVALUATION', status: 409 });
  });

  test('refuses documents of another person, and those of another partner', async () => {
    const stranger = await goodInput(gateway);
    const foreign = await goodInput(gateway, {}, 'beta-pay');
    const fields = ['selfie', 'idCardFront', 'idCardBack'];
    const code = 'DOCUMENT_ANALYSIS_NOT_APPROVED';
    const { documentation } = stranger;
    expect(await registerCustomer(gateway, registrationInput({ documentation }))).toMatchObject({ code, fields });
    expect(await registerCustomer(gateway, foreign)).toMatchObject({ code, fields });
    expect(await registerCustomer(gateway, foreign, { client: 'beta-pay' })).toMatchObject({
      __typename: 'RegisterCustomerSuccess',
    });
  });

  test('refuses each picture that is not approved for its own role', async () => {
    const input = await goodInput(gateway);
    const { selfie, idCardFront, idCardBack } = input.documentation;
    const wrong = [
      [{ selfie: 'x', idCardFront, idCardBack }, ['selfie']],
      [{ selfie: idCardFront, idCardFront: selfie, idCardBack }, ['selfie', 'idCardFront']],
      [{ selfie, idCardFront: idCardBack, idCardBack: idCardFront }, ['idCardFront', 'idCardBack']],
      [{ selfie, idCardFront, idCardBack: idCardFront }, ['idCardBack']],
      [{ selfie, idCardFront: selfie, idCardBack: selfie }, ['idCardFront', 'idCardBack']],
    ] as const;
    for (const [documentation, fields] of wrong)
      expect(await registerCustomer(gateway, { ...input, documentation })).toMatchObject({
        code: 'DOCUMENT_ANALYSIS_NOT_APPROVED',
        fields,
      });
    const documentation = { selfie: selfie.toUpperCase(), idCardFront, idCardBack };
    expect(await registerCustomer(gateway, { ...input, documentation })).toMatchObject({
      __typename: 'RegisterCustomerSuccess',
    });
  });

  test('accepts contacts that a customer of another partner has', async () => {
    const input = await goodInput(gateway);
    await decided(gateway, input);
    const { phone: samePhone, email } = input;
    const foreign = await goodInput(gateway, { phone: samePhone, email }, 'gama-pay');
    const result = await registerCustomer(gateway, foreign, { client: 'gama-pay' });
    expect(result).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
  });

  test('compares phones by the number that is dialled, not as written', async () => {
    await decided(gateway, await goodInput(gateway, { phone: { countryCode: '+44', number: '07911123456' } }));
    const again = await goodInput(gateway, { phone: { countryCode: '44', number: '7911123456' } });
    expect(await registerCustomer(gateway, again)).toMatchObject({ code: 'PHONE_ALREADY_IN_USE' });
  });
});

describe('events', () => {
  test('lead to their registrations, past ones included, for clients that may read customers', async () => {
    const query = `{ webhookEvents(first: 100, filter: { contexts: [CUSTOMER] }) { nodes { entityId
      ... on CustomerWasReceivedEvent { registration { documentNumber } }
      ... on CustomerWasApprovedEvent { registration { documentNumber status } }
      ... on CustomerWasReprovedEvent { registration { documentNumber status } } } } }`;
    const { webhookEvents } = await gateway.data({ query });
    expect(webhookEvents.nodes.length).toBeGreaterThan(20);
    for (const { entityId, registration: found } of webhookEvents.nodes) expect(found.documentNumber).toBe(entityId);
    const { status, body } = await gateway.ask({ query, scope: 'webhook.read' });
    expect([status, body.errors?.[0]?.extensions['requiredScopes']]).toEqual([403, ['customer.read', 'webhook.read']]);
  });
});
