import { LockMode } from '@mikro-orm/core';
import { keyOfText } from '../addressing-keys/addressing-key.value.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { InputCheck } from '../../kernel/input-check.ts';
import type { Random } from '../../kernel/random.ts';
import { isAnyTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { PixEntry } from './pix-entry.entity.ts';
import { invalidUserId } from './pix-entry.errors.ts';

/** What changes of a partner's keys depend on. */
export interface OwnEntryDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

/** A key as a caller names it. */
export interface NamedEntry {
  /** Value of the key. */
  readonly key: string;
  /** CPF or CNPJ of the requesting user. */
  readonly userId?: string | null;
}

/** A key of an account of the partner. */
export type OwnEntry = PixEntry & { accountId: string };

/** Demands a value; one that is no key is not found later. */
export function demandKey(check: InputCheck, key: string): void {
  check.demand(isFilled(key), 'key', 'Give the value of a key.', faultOf(key));
}

/** Refuses a user that is neither a CPF nor a CNPJ. */
export function refuseUserId({ userId }: NamedEntry) {
  return userId && !isAnyTaxpayerId(userId) ? invalidUserId() : undefined;
}

/** Whether the user, if one is named, owns the key. */
export function isOwner({ userId }: NamedEntry, { ownerDocument }: OwnEntry): boolean {
  return !userId || userId === ownerDocument;
}

/** Locks a key of the partner, so that its events have the order of commits; undefined if there is none. */
export async function lockEntry(
  transaction: Transaction,
  partnerId: string,
  { key }: NamedEntry,
): Promise<OwnEntry | undefined> {
  const named = keyOfText(key);
  return named && lockEntryOf(transaction, { partnerId, keyType: named.type, keyValue: named.value });
}

/** The same by other columns. */
export async function lockEntryOf(
  { entities }: Transaction,
  of: { readonly partnerId: string } & Partial<Pick<PixEntry, 'id' | 'accountId' | 'keyType' | 'keyValue'>>,
): Promise<OwnEntry | undefined> {
  const entry = await entities.findOne(PixEntry, of, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return entry !== null && isOwn(entry) ? entry : undefined;
}

function isOwn(entry: PixEntry): entry is OwnEntry {
  return typeof entry.accountId === 'string';
}
