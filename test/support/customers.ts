import { expect } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { eventually, type Ask, type AnyGateway, type Gateway } from './gateway.ts';
import { sql } from './webhooks.ts';

/** A picture of one pixel. */
export const PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A JPEG as far as its headers: a frame of one pixel after the segments that pictures of cameras begin with; base64. */
export const PIXEL_JPEG = Buffer.from('ffd8ffe00004abcdffff01ffc400040102ffc0000b080001000101011100', 'hex').toString(
  'base64',
);

/** Selects everything that registerCustomer can answer, including the data of each refusal. */
export const REGISTER_CUSTOMER = `
  mutation RegisterCustomer($input: RegisterCustomerInput!) {
    registerCustomer(input: $input) {
      __typename
      ... on RegisterCustomerSuccess {
        registration { id documentNumber status receivedAt decidedAt reasons }
      }
      ... on DomainError { code status message }
      ... on InvalidInputError { violations { path message } }
      ... on PhoneCountryCodeNotAllowedError { countryCode }
      ... on DocumentAnalysisNotApprovedError { fields }
    }
  }`;

export const SUBMIT_DOCUMENT = `
  mutation ($input: SubmitDocumentInput!) {
    submitDocument(input: $input) {
      __typename
      ... on SubmitDocumentSuccess { analysis { token status documentType documentSide submittedAt } }
      ... on DomainError { code status message }
      ... on InvalidInputError { violations { path message } }
    }
  }`;

const CUSTOMER = `query ($documentNumber: String!) {
  customer(documentNumber: $documentNumber) {
    id status reasons registerName socialName birthDate email occupation pep { level } motherName createdAt updatedAt
    document { value type } phone { countryCode number } assertedIncome { value currency }
    address { zipCode addressLine buildingNumber complement neighborhood city state country }
  }
}`;

const OPEN_ACCOUNT = `mutation ($input: OpenSandboxAccountInput!) {
  openSandboxAccount(input: $input) {
    __typename
    ... on OpenSandboxAccountSuccess { account {
      id number branch type status pocketLimit bank { ispb }
      holder { name type status registrationStatus document { value type } }
    } }
    ... on DomainError { code status message }
    ... on InvalidInputError { violations { path message } }
  }
}`;

/** Draws a random valid CPF. */
export function newCpf(): string {
  const base = String(randomInt(100_000_000, 999_999_999));
  const digitAfter = (digits: string) => {
    const sum = Array.from(digits).reduce(
      (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
      0,
    );
    const remainder = sum % 11;
    return digits + (remainder < 2 ? '0' : String(11 - remainder));
  };
  return digitAfter(digitAfter(base));
}

/** The fields of an input that tests read. */
interface RegistrationFields {
  readonly documentNumber: string;
  readonly phone: object;
  readonly email: string;
  readonly documentation: object;
  readonly [field: string]: unknown;
}

/** Returns a valid input with its own e-mail address and phone; nested objects are replaced as a whole. */
export function registrationInput(changes: object = {}): RegistrationFields {
  return {
    documentNumber: newCpf(),
    registerName: 'Maria Exemplo',
    birthDate: '1990-01-31',
    phone: { countryCode: '55', number: newMobile() },
    address: addressInput(),
    assertedIncome: { value: '1234.56' },
    occupation: 'OCP0001',
    pep: { level: 'NONE' },
    motherName: 'Joana Exemplo',
    email: `${randomUUID()}@example.com`,
    documentation: { selfie: randomUUID(), idCardFront: randomUUID(), idCardBack: randomUUID() },
    ...changes,
  };
}

export function newMobile(): string {
  return `119${randomInt(10_000_000, 99_999_999)}`;
}

function addressInput(changes: object = {}): object {
  return {
    zipCode: '01310-100',
    addressLine: 'Avenida Paulista',
    buildingNumber: '1000',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    country: 'BR',
    ...changes,
  };
}

/** Returns the result of registerCustomer, whichever member of the union it is. */
export async function registerCustomer(gateway: AnyGateway, input: object, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: REGISTER_CUSTOMER, variables: { input }, ...ask });
  return data.registerCustomer;
}

/** Returns the result of submitDocument, whichever member of the union it is. */
export async function submitDocument(gateway: AnyGateway, changes: object, ask: Partial<Ask> = {}) {
  const input = { documentType: 'SELFIE', image: PIXEL_PNG, ...changes };
  const data = await gateway.data({ query: SUBMIT_DOCUMENT, variables: { input }, ...ask });
  return data.submitDocument;
}

export async function documentAnalysis(gateway: AnyGateway, token: string, ask: Partial<Ask> = {}) {
  const query =
    'query ($token: String!) { documentAnalysis(token: $token) { token status documentType documentSide } }';
  return (await gateway.data({ query, variables: { token }, ...ask })).documentAnalysis;
}

/** Submits a picture, waits until it is decided, and returns its analysis. */
export async function analysed(gateway: AnyGateway, changes: object, ask: Partial<Ask> = {}) {
  const { analysis } = await submitDocument(gateway, changes, ask);
  return eventually(async () => {
    const decided = await documentAnalysis(gateway, analysis.token, ask);
    return decided.status !== 'ANALYZING' && decided;
  });
}

/** Inserts approved analyses of a person in all three roles directly into storage. */
export async function insertApproved(entityManager: SqlEntityManager, documentNumber: string, partnerId: string) {
  const documentation = { selfie: randomUUID(), idCardFront: randomUUID(), idCardBack: randomUUID() };
  await entityManager.getConnection().execute(
    `insert into document_analysis (token, partner_id, document_number, document_type, document_side, status,
       picture_digest, picture_bytes, picture_type, picture_is_readable, submitted_at, decided_at)
     select token, ?, ?, type::identity_document_type, side::document_side, 'APPROVED', 'digest', 1, 'image/png', true, now(), now()
     from (values (?::uuid, 'SELFIE', null), (?::uuid, 'RG', 'FRONT'), (?::uuid, 'RG', 'BACK'))
       as role (token, type, side)`,
    [partnerId, documentNumber, documentation.selfie, documentation.idCardFront, documentation.idCardBack],
  );
  return documentation;
}

/** Returns a valid input of a person whose documents are approved. */
export async function goodInput(gateway: Gateway, changes: object = {}, client = 'acme-pay') {
  const input = registrationInput(changes);
  return {
    ...input,
    documentation: await insertApproved(
      gateway.app.database.entityManager,
      input.documentNumber,
      gateway.partnerOf(client),
    ),
  };
}

export async function customer(gateway: AnyGateway, documentNumber: string, ask: Partial<Ask> = {}) {
  return (await gateway.data({ query: CUSTOMER, variables: { documentNumber }, ...ask })).customer;
}

export async function registration(gateway: AnyGateway, id: string, ask: Partial<Ask> = {}) {
  const query = `query ($id: ID!) {
    customerRegistration(id: $id) { id documentNumber status receivedAt decidedAt reasons } }`;
  return (await gateway.data({ query, variables: { id }, ...ask })).customerRegistration;
}

/** Registers a person and waits for the decision. */
export async function decided(gateway: Gateway, input: object) {
  const result = await registerCustomer(gateway, input);
  if (result.registration === undefined) throw new Error(`It was refused: ${JSON.stringify(result)}`);
  return eventually(async () => {
    const now = await registration(gateway, result.registration.id);
    return now.status !== 'PENDING_APPROVAL' && now;
  });
}

export async function openAccount(gateway: AnyGateway, documentNumber: string, ask: Partial<Ask> = {}) {
  // In front of a provider, equal inputs without keys are the same request until it has answered.
  const variables = { input: { documentNumber, idempotencyKey: randomUUID() } };
  return (await gateway.data({ query: OPEN_ACCOUNT, variables, ...ask })).openSandboxAccount;
}

/** Reads the events of a customer from storage, numbered or not, oldest first. */
export async function eventsOf(gateway: Gateway, documentNumber: string): Promise<{ name: string; subject: string }[]> {
  return sql(
    { app: gateway.teller },
    `select name, subject_id::text as "subject" from (
       select 0 as nth, position as place, name, subject_id, entity_id from event
       union all select 1, id, name, subject_id, entity_id from outbox
     ) as event where entity_id = ? order by nth, place`,
    [documentNumber],
  );
}

/** Rejects a customer in a detailed analysis, too: a new registration is free then. */
export async function rejectedInDetail(gateway: AnyGateway, documentNumber: string): Promise<void> {
  const query = `mutation ($requested: RequestDetailedAnalysisInput!, $decided: SimulateDecisionInput!) {
    requestDetailedAnalysis(input: $requested) { ... on RequestDetailedAnalysisSuccess { changed } }
    simulateDecision(input: $decided) { ... on SimulateDecisionSuccess { registration { status } } }
  }`;
  const variables = { requested: { documentNumber }, decided: { documentNumber, approved: false } };
  expect(await gateway.data({ query, variables })).toEqual({
    requestDetailedAnalysis: { changed: true },
    simulateDecision: { registration: { status: 'REPROVED' } },
  });
}
