import { hash, randomInt, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { PocketRow } from '../../src/bank/pockets/pocket.rows.ts';
import type { Principal } from './auth.ts';
import * as sql from './sql.ts';

export interface CreatePocketInput {
  readonly idempotencyKey: string;
  readonly accountNumber: string;
  readonly user: {
    readonly name: string;
    readonly document: { readonly value: string; readonly type: PocketRow['userDocumentType'] };
    readonly birthDate: string;
  };
  readonly currency: string;
  readonly label: string;
  readonly useCase: PocketRow['useCase'];
  readonly metadata?: object | null;
}

export interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** A pocket as the peer makes it: a column that the gateway adds later is not among its own. */
export type MadePocket = ReturnType<typeof newPocket>;

export type Outcome = { readonly pocket: MadePocket; readonly replayed: boolean } | Refusal;

interface LockedAccount {
  readonly id: string;
  readonly branch: string;
  readonly number: string;
  readonly status: string;
  readonly pocketLimit: number;
  readonly pocketsConfigured: boolean;
}

const KEY_LIFETIME_MS = 360_000;
const LABEL_LENGTH_MAX = 60;

/**
 * Does createPocket as a lean implementation would: eight statements one after the other. To its advantage it checks
 * less than the gateway: neither the check digits of the document, nor the currency, nor the age.
 */
export async function createPocket(pool: Pool, principal: Principal, input: CreatePocketInput): Promise<Outcome> {
  const labelLength = input.label.trim().length;
  if (labelLength === 0 || labelLength > LABEL_LENGTH_MAX) return refusal('INVALID_PARAMETER', 400, 'Wrong label.');
  return sql.inTransaction(pool, (client) => createInTransaction(client, principal, input));
}

async function createInTransaction(client: PoolClient, { partnerId, companyKey }: Principal, input: CreatePocketInput) {
  const { idempotencyKey: key, ...wanted } = input;
  const fingerprint = hash('sha256', JSON.stringify(wanted), 'base64url');
  const now = new Date();
  const expiresAt = new Date(now.getTime() + KEY_LIFETIME_MS);
  const id = randomUUID();
  const claimed = await sql.run(client, sql.CLAIM_KEY, [partnerId, key, fingerprint, id, expiresAt, now]);
  if (claimed.length === 0) return replay(client, { partnerId, key, fingerprint });
  const [account] = await sql.run<LockedAccount>(client, sql.LOCK_ACCOUNT, [partnerId, input.accountNumber]);
  if (account === undefined) return refusal('ACCOUNT_NOT_FOUND', 404, 'Account not found.');
  if (account.status !== 'ACTIVE') return refusal('INVALID_ACCOUNT_STATUS', 422, 'Invalid account status');
  if (!account.pocketsConfigured) return refusal('PRODUCT_NOT_ELIGIBLE', 422, 'Product not eligible');
  const [count] = await sql.run<{ openPockets: number }>(client, sql.COUNT_OPEN_POCKETS, [account.id]);
  if ((count?.openPockets ?? 0) >= account.pocketLimit) return refusal('MAXIMUM_POCKETS', 422, 'Too many pockets');
  const pocket = newPocket(account, input, { id, now });
  await insertPocket(client, partnerId, pocket);
  await insertEvent(client, { partnerId, companyKey }, { pocket, account, now });
  await sql.run(client, sql.KEEP_KEY_RESULT, [partnerId, key, id]);
  return { pocket, replayed: false };
}

function newPocket(account: LockedAccount, input: CreatePocketInput, { id, now }: { id: string; now: Date }) {
  const { user, currency, useCase, metadata = null } = input;
  const number = `${account.number}${randomInt(0, 10_000_000_000_000)}${currency}`;
  return {
    owner: account.id,
    id,
    number,
    label: input.label.trim(),
    currency,
    status: 'ACTIVE',
    reason: 'HOLDER_REQUEST',
    category: 'POCKET',
    useCase,
    userName: user.name,
    userDocumentValue: user.document.value,
    userDocumentType: user.document.type,
    userBirthDate: user.birthDate,
    metadata,
    createdAt: now.toISOString(),
  };
}

async function insertPocket(client: PoolClient, partnerId: string, pocket: MadePocket): Promise<void> {
  const { id, owner, number, label, currency, status, reason, category, useCase, createdAt } = pocket;
  const { userName, userDocumentValue, userDocumentType, userBirthDate } = pocket;
  const metadata = pocket.metadata === null ? null : JSON.stringify(pocket.metadata);
  await sql.run(client, sql.INSERT_POCKET, [
    ...[id, partnerId, owner, number, label, currency, status, reason, category, useCase],
    ...[userName, userDocumentValue, userDocumentType, userBirthDate, metadata, createdAt],
  ]);
}

async function insertEvent(
  client: PoolClient,
  { partnerId, companyKey }: Pick<Principal, 'partnerId' | 'companyKey'>,
  { pocket, account, now }: { pocket: MadePocket; account: LockedAccount; now: Date },
): Promise<void> {
  const { id, number, currency, status, reason, category, useCase, createdAt, metadata } = pocket;
  const [eventId, idempotencyKey, correlationId] = [randomUUID(), randomUUID(), randomUUID()];
  const body = JSON.stringify({
    ...{ entityId: number, companyKey, context: 'Pocket', name: 'POCKET_ACCOUNT_WAS_CREATED', version: '2.0' },
    ...{ idempotencyKey, correlationId, timestamp: createdAt, metadata },
    data: {
      ...{ number, suffix: currency, currency, type: `POCKET_${currency}`, status, reason, category, useCase },
      ...{ createdAt, account: { branch: account.branch, number: account.number } },
    },
  });
  const values = [eventId, partnerId, number, id, idempotencyKey, correlationId, now, body];
  await sql.run(client, sql.INSERT_EVENT, values);
}

async function replay(
  client: PoolClient,
  { partnerId, key, fingerprint }: { partnerId: string; key: string; fingerprint: string },
): Promise<Outcome> {
  const [held] = await sql.run<{ fingerprint: string; resultId: string }>(client, sql.READ_KEY, [partnerId, key]);
  if (held?.fingerprint !== fingerprint) return refusal('IDEMPOTENCY_KEY_REUSED', 409, 'Key reused');
  const [pocket] = await sql.run<PocketRow>(client, sql.FIND_POCKETS, [partnerId, [held.resultId]]);
  if (pocket === undefined) throw new Error('The pocket of the key is missing.');
  return { pocket, replayed: true };
}

function refusal(code: string, status: number, message: string): Refusal {
  return { code, status, message };
}
