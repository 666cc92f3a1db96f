import { randomUUID } from 'node:crypto';
import { newCpf, newMobile, PIXEL_PNG } from '../support/customers.ts';
import type { Leaf } from '../support/schema-arguments.ts';

/** A kind of thing that a partner can own and an argument can name. */
export interface Kind {
  /** Values of this kind that the owner has; filled by the preparation. */
  readonly owned: string[];
  /** Returns a value that does not exist. */
  readonly nobodys: () => string;
}

export const ids: Kind = { owned: [], nobodys: randomUUID };
export const numbers: Kind = { owned: [], nobodys: () => '999999' };
export const documents: Kind = { owned: [], nobodys: newCpf };
export const cursors: Kind = { owned: [], nobodys: () => 'WyIxIl0AAAAAAAAAAAAAAAA' };
const consumers: Kind = { owned: ['example'], nobodys: () => 'nobody-has-this' };
export const hashes: Kind = { owned: [], nobodys: randomUUID };
export const idempotencyKeys: Kind = { owned: [], nobodys: randomUUID };
export const messageKeys: Kind = { owned: [], nobodys: randomUUID };
export const correlationIds: Kind = { owned: [], nobodys: randomUUID };
export const entities: Kind = { owned: [], nobodys: randomUUID };
export const keys: Kind = { owned: [], nobodys: newCpf };
export const codes: Kind = { owned: [], nobodys: randomUUID };
export const emails: Kind = { owned: [], nobodys: () => `${randomUUID()}@example.com` };

/** Returns a day in the format of search filters. */
export function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Leaves that name something, by the argument's name or, if that is ambiguous, with the parent or type of the leaf. */
const NAMING: Readonly<Record<string, Kind>> = {
  id: ids,
  configurationId: ids,
  configurationIds: ids,
  ids,
  messageIds: ids,
  number: numbers,
  accountNumber: numbers,
  pocketNumber: numbers,
  accountNumbers: numbers,
  entityIds: entities,
  idempotencyKeys: messageKeys,
  correlationIds,
  documentNumber: documents,
  documentNumbers: documents,
  holderDocumentNumbers: documents,
  userDocumentNumbers: documents,
  endToEndId: ids,
  userId: documents,
  'document.value': documents,
  'addressingKey.value': emails,
  key: keys,
  authenticationCode: codes,
  token: hashes,
  tokens: hashes,
  hash: hashes,
  transactionalHash: hashes,
  selfie: hashes,
  idCardFront: hashes,
  idCardBack: hashes,
  name: consumers,
  consumer: consumers,
  after: cursors,
  through: cursors,
  before: cursors,
  idempotencyKey: idempotencyKeys,
  'key: UUID': idempotencyKeys,
  email: emails,
};

/** Leaves that name nothing, and what BETA_PAY sends there; enums and switches have their own values. */
const CONTENT: Readonly<Record<string, () => unknown>> = {
  first: () => 1,
  last: () => null,
  mutation: () => 'CREATE_POCKET',
  locale: () => 'en',
  timeZone: () => 'UTC',
  allowed: () => true,
  dryRun: () => true,
  'from: ConsumerStart': () => null,
  'to: ConsumerStart': () => null,
  since: () => null,
  until: () => null,
  description: () => null,
  clearAfterSeconds: () => 0,
  createdSince: () => null,
  createdUntil: () => null,
  receivedSince: () => null,
  receivedUntil: () => null,
  worker: () => 'worker-1',
  max: () => 1,
  wait: () => 0,
  leaseSeconds: () => 60,
  rehearsal: () => false,
  compromised: () => false,
  from: () => '1.1',
  to: () => '1.100',
  startDate: () => dayAgo(90),
  endDate: () => dayAgo(0),
  image: () => PIXEL_PNG,
  documentSide: () => 'FRONT',
  documentType: () => 'RG',
  branch: () => '0001',
  'account.type': () => 'PAYMENT',
  'addressingKey.type': () => 'EMAIL',
  ispb: () => '99990001',
  'bank.code': () => '990',
  'bank.name': () => 'Banco Exemplo S.A.',
  'input.code': () => '000000',
  'user.name': () => 'Maria Exemplo',
  'input.name': () => 'Matrix',
  birthDate: () => '1990-01-31',
  currency: () => 'BRL',
  label: () => 'Matrix',
  metadata: () => ({}),
  registerName: () => 'Maria Exemplo',
  socialName: () => null,
  approved: () => true,
  motherName: () => 'Joana Exemplo',
  countryCode: () => '55',
  'phone.number': newMobile,
  zipCode: () => '01310100',
  addressLine: () => 'Rua Exemplo',
  buildingNumber: () => '1',
  complement: () => null,
  neighborhood: () => 'Centro',
  city: () => 'São Paulo',
  state: () => 'SP',
  country: () => 'BR',
  'assertedIncome.value': () => '1.00',
  occupation: () => 'OCP0001',
  amount: () => '1.00',
  uri: () => `https://partner.example/${randomUUID()}`,
  publicKey: () => 'key-1',
  secret: () => null,
  'status: String': () => 'ACTIVE',
  rawNames: () => 'PIX_REFUND_WAS_RECEIVED',
  rawContexts: () => 'Pix',
  rawContext: () => null,
  rawEventNames: () => null,
  headers: () => ({}),
  body: () => '{}',
  receivedAt: () => null,
};

/** BETA_PAY's own values, for the leaves that are not tested. */
const OWN: Readonly<Record<string, () => unknown>> = {
  number: () => '300001',
  accountNumber: () => '300001',
  accountNumbers: () => '300001',
  documentNumber: () => '10020031130',
  'document.value': () => '10020030240',
};

function byName<Found>(table: Readonly<Record<string, Found>>, { path, name, type }: Leaf): Found | undefined {
  const byType = table[`${name}: ${type}`];
  return byType ?? table[path.slice(-2).join('.')] ?? (isContentOfItsParent(path) ? undefined : table[name]);
}

function isContentOfItsParent(path: readonly string[]): boolean {
  return path.slice(-2).join('.') in CONTENT;
}

/** Returns what a leaf names; undefined if it names nothing. */
export function kindOf(leaf: Leaf): Kind | undefined {
  // The values of an enum are from the schema.
  return leaf.firstMember === undefined ? byName(NAMING, leaf) : undefined;
}

/**
 * Returns what BETA_PAY sends at a leaf that is not tested.
 * @throws if the leaf is in none of the tables
 */
export function ownValue(leaf: Leaf): unknown {
  const content = byName(CONTENT, leaf);
  if (content !== undefined) return content();
  const own = byName(OWN, leaf) ?? kindOf(leaf)?.nobodys;
  if (own !== undefined) return own();
  if (leaf.firstMember !== undefined) return leaf.firstMember;
  throw new Error(`${leaf.path.join('.')}: say in NAMING or CONTENT of test/threats/tenant-arguments.ts what it is.`);
}
