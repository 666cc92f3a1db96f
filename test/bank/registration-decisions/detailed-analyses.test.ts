import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  customer,
  decided,
  eventsOf,
  goodInput,
  newCpf,
  newMobile,
  openAccount,
  registerCustomer,
} from '../../support/customers.ts';
import { Gateway, type Ask } from '../../support/gateway.ts';
import { sql } from '../../support/webhooks.ts';

const REGISTRATION = 'registration { id status reasons decidedAt detailedAnalysis { requestedAt dueAt decidedAt } }';
const REQUEST = `mutation ($input: RequestDetailedAnalysisInput!) {
  requestDetailedAnalysis(input: $input) {
    __typename
    ... on RequestDetailedAnalysisSuccess { changed ${REGISTRATION} }
    ... on DomainError { code path retryable nextStep { mutation input } }
    ... on InvalidInputError { violations { path code } }
    ... on CustomerAwaitEvaluationError { openRegistration { id } }
  }
}`;
const DECIDE = `mutation ($input: SimulateDecisionInput!) {
  simulateDecision(input: $input) {
    __typename
    ... on SimulateDecisionSuccess { ${REGISTRATION} }
    ... on DomainError { code path nextStep { mutation input } }
    ... on InvalidInputError { violations { path code } }
  }
}`;
const REGISTER = `mutation ($input: RegisterCustomerInput!) {
  registerCustomer(input: $input) {
    __typename
    ... on DomainError { code status path retryable nextStep { mutation input } }
    ... on RegistrationRejectedError { rejectedRegistration { id status detailedAnalysis { dueAt } } }
    ... on CustomerAwaitEvaluationError { openRegistration { id detailedAnalysis { decidedAt } } }
    ... on DocumentAnalysisNotApprovedError { pictures { path status } }
  }
}`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ANALYSIS_SECONDS: '0' } });
});
afterAll(() => gateway.stop());

const request = async (input: object, ask: Partial<Ask> = {}) =>
  (await gateway.data({ query: REQUEST, variables: { input }, ...ask })).requestDetailedAnalysis;
const decide = async (input: object, ask: Partial<Ask> = {}) =>
  (await gateway.data({ query: DECIDE, variables: { input }, ...ask })).simulateDecision;
const register = async (input: object) =>
  (await gateway.data({ query: REGISTER, variables: { input } })).registerCustomer;

/** Registers a person who is rejected; returns the input and the registration. */
async function rejected(documentNumber: string) {
  const input = await goodInput(gateway, { documentNumber });
  const { id, status } = await decided(gateway, input);
  expect(status).toBe('REPROVED');
  return { input, id };
}

const namesOf = async (documentNumber: string) => (await eventsOf(gateway, documentNumber)).map(({ name }) => name);

async function audited(mutation: string): Promise<number> {
  const rows = await sql(
    { app: gateway.teller },
    'select mutation from audit_outbox union all select mutation from audit_entry',
  );
  return rows.filter((row) => JSON.stringify(row).includes(mutation)).length;
}

test('a rejected registration has one way on: its detailed analysis, whose request is ready to send', async () => {
  const documentNumber = '99900000188';
  const { input, id } = await rejected(documentNumber);
  const refused = await register(input);
  expect(refused).toMatchObject({
    code: 'REGISTRATION_REJECTED',
    status: 409,
    path: ['documentNumber'],
    retryable: false,
    rejectedRegistration: { id, status: 'REPROVED', detailedAnalysis: null },
    nextStep: { mutation: 'requestDetailedAnalysis', input: { documentNumber } },
  });
  const first = await request(refused.nextStep.input);
  expect(first).toMatchObject({ changed: true, registration: { id, status: 'REPROVED' } });
  const { requestedAt, dueAt, decidedAt } = first.registration.detailedAnalysis;
  expect(decidedAt).toBeNull();
  expect(dueAt).toMatch(/T02:59:59\.999Z$/);
  expect(new Date(dueAt).getTime()).toBeGreaterThan(new Date(requestedAt).getTime() + 7 * 86_400_000);
  const auditedOnce = await audited('requestDetailedAnalysis');
  expect(await request({ documentNumber })).toEqual({ ...first, changed: false });
  expect(await audited('requestDetailedAnalysis')).toBe(auditedOnce);
  expect(await register(input)).toMatchObject({
    code: 'CUSTOMER_AWAIT_EVALUATION',
    openRegistration: { id, detailedAnalysis: { decidedAt: null } },
  });
  expect((await namesOf(documentNumber)).slice(-3)).toEqual([
    ...['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_REPROVED', 'CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED'],
  ]);
});

describe('the decision', () => {
  test('approves the customer, who keeps the contacts', async () => {
    const documentNumber = '99900000269';
    const { input, id } = await rejected(documentNumber);
    await request({ documentNumber });
    expect(await decide({ documentNumber, approved: true, reasons: ['OTHER'] })).toMatchObject({
      violations: [{ path: ['reasons'], code: 'CONFLICT' }],
    });
    const { registration } = await decide({ documentNumber, approved: true });
    expect(registration).toMatchObject({ id, status: 'APPROVED', reasons: [] });
    expect(registration.decidedAt).toBe(registration.detailedAnalysis.decidedAt);
    expect(await customer(gateway, documentNumber)).toMatchObject({ status: 'APPROVED', reasons: [] });
    expect(await openAccount(gateway, documentNumber)).toMatchObject({ account: { status: 'ACTIVE' } });
    expect(await registerCustomer(gateway, { ...input, documentNumber: newCpf() })).toMatchObject({
      code: 'PHONE_ALREADY_IN_USE',
    });
    for (const again of [request({ documentNumber }), decide({ documentNumber, approved: false })])
      expect(await again).toMatchObject({ code: 'DETAILED_ANALYSIS_NOT_AVAILABLE', nextStep: null });
    expect((await namesOf(documentNumber)).slice(-2)).toEqual([
      ...['CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED', 'CUSTOMER_WAS_APPROVED'],
    ]);
  });

  test('that rejects it again frees the contacts and a new registration, which can be analysed in detail again', async () => {
    const documentNumber = '99900000340';
    const { input } = await rejected(documentNumber);
    await request({ documentNumber });
    const reasons = ['FACE_MISMATCH', 'OTHER'];
    expect(await decide({ documentNumber, approved: false, reasons })).toMatchObject({
      registration: { status: 'REPROVED', reasons },
    });
    expect(await customer(gateway, documentNumber)).toMatchObject({ status: 'REPROVED', reasons });
    expect(await request({ documentNumber })).toMatchObject({ code: 'DETAILED_ANALYSIS_NOT_AVAILABLE' });
    const others = await goodInput(gateway, { phone: input.phone, email: input.email });
    expect(await registerCustomer(gateway, others)).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
    const again = { ...input, email: `again-${input.email}`, phone: { countryCode: '55', number: newMobile() } };
    const second = await decided(gateway, again);
    expect(second).toMatchObject({ status: 'REPROVED' });
    expect(await register(again)).toMatchObject({
      code: 'REGISTRATION_REJECTED',
      rejectedRegistration: { id: second.id, detailedAnalysis: null },
    });
    expect(await request({ documentNumber })).toMatchObject({ changed: true, registration: { id: second.id } });
  });
});

test('the contacts are held again, unless another customer has them by now', async () => {
  const documentNumber = '99900000420';
  const { input } = await rejected(documentNumber);
  const taker = await goodInput(gateway, { phone: input.phone });
  await decided(gateway, taker);
  expect(await request({ documentNumber })).toMatchObject({ code: 'PHONE_ALREADY_IN_USE', path: ['documentNumber'] });
  expect(await register(input)).toMatchObject({ code: 'REGISTRATION_REJECTED', nextStep: null });
  expect(await namesOf(documentNumber)).toEqual(['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_REPROVED']);
  const other = await rejected('99900000501');
  await decided(gateway, await goodInput(gateway, { email: other.input.email }));
  expect(await request({ documentNumber: '99900000501' })).toMatchObject({ code: 'EMAIL_ALREADY_IN_USE' });
});

test('requests at the same time make one analysis, and one event', async () => {
  const documentNumber = '99900000692';
  await rejected(documentNumber);
  const results = await Promise.all(Array.from({ length: 5 }, () => request({ documentNumber })));
  expect(results.filter(({ changed }) => changed === true)).toHaveLength(1);
  expect(results.every(({ registration }) => registration.detailedAnalysis.decidedAt === null)).toBe(true);
  const decisions = await Promise.all(Array.from({ length: 5 }, () => decide({ documentNumber, approved: true })));
  expect(decisions.filter(({ code }) => code === 'DETAILED_ANALYSIS_NOT_AVAILABLE')).toHaveLength(4);
  expect((await namesOf(documentNumber)).slice(-4)).toEqual([
    ...['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_REPROVED'],
    ...['CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED', 'CUSTOMER_WAS_APPROVED'],
  ]);
});

test.each([
  [
    'a text that is no CPF',
    '123',
    { __typename: 'InvalidInputError', violations: [{ path: ['documentNumber'], code: 'FORMAT' }] },
  ],
  ['an unknown person', '10020030240', { code: 'CUSTOMER_NOT_FOUND', path: ['documentNumber'] }],
  ['an approved one', '10020030169', { code: 'DETAILED_ANALYSIS_NOT_AVAILABLE' }],
  ['a customer of another partner', '10020031130', { code: 'CUSTOMER_NOT_FOUND' }],
])('requests and decisions about %s are refused', async (_who, documentNumber, refusal) => {
  expect(await request({ documentNumber })).toMatchObject(refusal);
  expect(await decide({ documentNumber, approved: true })).toMatchObject(refusal);
});

test('an automatic analysis is awaited', async () => {
  const documentNumber = '10020030916';
  const refused = await request({ documentNumber });
  expect(refused).toMatchObject({ code: 'CUSTOMER_AWAIT_EVALUATION', retryable: true });
  expect(refused.openRegistration.id).toEqual(expect.any(String));
  expect(await decide({ documentNumber, approved: true })).toMatchObject({ code: 'DETAILED_ANALYSIS_NOT_AVAILABLE' });
});
