import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isAnyTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { AtCommit, Database, Sql, Transaction } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import {
  claimOf,
  oncePerKey,
  refuseOncePerKey,
  type KeyClaim,
  type Made,
  type TakeKey,
} from '../../platform/idempotency/once-per-key.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { isProvenKeyType, type AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import type { KeyDirectory, KeyRegistration } from './key-directory.ts';
import { newPixEntry, refuseOtherBank, type NewPixEntry, type PixEntryRequest } from './new-pix-entry.value.ts';
import { invalidUserId, targetAccountDoesNotExist, type RegisterPixEntryRefusal } from './pix-entry.errors.ts';
import { FIND_REGISTERED_PIX_ENTRIES, type PixEntryRow } from './pix-entry.rows.ts';
import { firstRefusal, type EntryFacts } from './pix-entry.rules.ts';
import { consumeHash, lockHash, proves, type LockedHash } from '../addressing-keys/transactional-hash.ts';
import { COUNT_PIX_ENTRIES, FIND_ACCOUNT_HOLDER, LOCK_ACCOUNT_FOR_PIX_ENTRY } from './register-pix-entry.rows.ts';

/** Name of the mutation in keys and intents. */
export const REGISTER_PIX_ENTRY = 'registerPixEntry';
/** Maximum number of attempts: one that lost its key to another registration finds it in the directory next time. */
const TRIES_MAX = 3;

export interface RegisterPixEntryDependencies {
  readonly database: Database;
  readonly keyDirectory: KeyDirectory;
  readonly lookups: Lookups;
  readonly clock: Clock;
  readonly random: Random;
  readonly cnpjMayHaveLetters: boolean;
}

export interface RegisterPixEntryCommand extends PixEntryRequest {
  readonly idempotencyKey?: string | null;
}

/**
 * Registers an addressing key for an account. The key and the use of its hash are committed together; a refusal leaves
 * the hash valid. Refusals have the order of the contract.
 */
export async function registerPixEntry(
  dependencies: RegisterPixEntryDependencies,
  { partnerId }: Requester,
  request: RegisterPixEntryCommand,
): Promise<Made<PixEntryRow> | RegisterPixEntryRefusal> {
  const { database, clock, random, cnpjMayHaveLetters } = dependencies;
  const wanted = newPixEntry(request, cnpjMayHaveLetters);
  if (wanted instanceof DomainError) return wanted;
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const call = { partnerId, mutation: REGISTER_PIX_ENTRY, resultId: id, now };
  const claim = claimOf({ ...call, key: request.idempotencyKey, input: wanted });
  const refuse = (refusal: RegisterPixEntryRefusal) =>
    refuseOncePerKey(database, claim, { refusal, find: FIND_REGISTERED_PIX_ENTRIES });
  if (wanted.userId !== undefined && !isAnyTaxpayerId(wanted.userId, cnpjMayHaveLetters))
    return refuse(invalidUserId());
  const registering = { ...dependencies, partnerId, wanted, now, id, claim };
  // A CPF, CNPJ or new EVP cannot be another owner's key: its refusal reveals no one.
  if (!isProvenKeyType(wanted.keyType)) return untilItIsFree(registering, undefined);
  const [holder] = await database.run(FIND_ACCOUNT_HOLDER, { partnerId, ...wanted.account });
  if (holder === undefined) return refuse(targetAccountDoesNotExist());
  return dependencies.lookups.during({ budget: 'KEY_LOOKUPS', partnerId, person: holder.document }, (lookupRefusal) =>
    untilItIsFree(registering, lookupRefusal),
  );
}

/** Registers the key; retries if a concurrent registration took it, since the directory then has its owner. */
async function untilItIsFree(
  registering: Registering,
  lookupRefusal: TooManyLookups | undefined,
): Promise<Made<PixEntryRow> | RegisterPixEntryRefusal> {
  const { database, keyDirectory, claim } = registering;
  for (let tries = 1; ; tries += 1) {
    try {
      return await oncePerKey(database, claim, {
        make: (transaction, take) => registerInTransaction(transaction, { ...registering, take, lookupRefusal }),
        find: FIND_REGISTERED_PIX_ENTRIES,
      });
    } catch (error) {
      if (tries === TRIES_MAX || !keyDirectory.wasTaken(error)) throw error;
    }
  }
}

interface Registering extends RegisterPixEntryDependencies {
  readonly partnerId: string;
  readonly wanted: NewPixEntry;
  readonly now: Date;
  /** Id of the entry. */
  readonly id: string;
  readonly claim: KeyClaim | undefined;
}

/** One attempt. */
interface Try extends Registering {
  readonly take: TakeKey;
  readonly lookupRefusal: TooManyLookups | undefined;
}

async function registerInTransaction(
  transaction: Transaction,
  registering: Try,
): Promise<RegisterPixEntryRefusal | AtCommit<Made<PixEntryRow>>> {
  const { wanted, now, random, lookupRefusal } = registering;
  const key: AddressingKey = { type: wanted.keyType, value: wanted.keyValue ?? random.uuid() };
  const { account, hash, ...found } = await lockAndRead(transaction, registering, key);
  if (account === undefined) return targetAccountDoesNotExist();
  const { id, status, bankIspb, bankCode, bankName, holderDocument, ...holder } = account;
  const otherBank = refuseOtherBank(wanted.bank, { ispb: bankIspb, code: bankCode, name: bankName });
  if (otherBank !== undefined) return otherBank;
  const isProven = hash !== undefined && proves(hash, { document: holderDocument, key }, now);
  const facts: EntryFacts = {
    accountId: id,
    accountStatus: status,
    bankIspb,
    holderDocument,
    isProven,
    lookupRefusal,
    ...holder,
    ...found,
  };
  const refusal = firstRefusal(wanted, facts, now);
  if (refusal !== undefined) return refusal;
  const owner = { ispb: bankIspb, document: holderDocument, accountId: id };
  return insert(transaction, registering, { key, owner, hash });
}

/** Locks account and hash, then reads what the rules need, in one round trip. A new EVP is always free. */
function lockAndRead(transaction: Transaction, { partnerId, wanted, keyDirectory, take }: Try, key: AddressingKey) {
  const { transactionalHash, keyType } = wanted;
  return transaction.pipeline(async (pipelined) => {
    const [, [account], hash, keyOwner, [counted]] = await Promise.all([
      take(pipelined),
      pipelined.run(LOCK_ACCOUNT_FOR_PIX_ENTRY, { partnerId, ...wanted.account }),
      transactionalHash === undefined ? undefined : lockHash(pipelined, partnerId, transactionalHash),
      keyType === AddressingKeyType.EVP ? undefined : keyDirectory.findOwner(pipelined, key),
      countEntries(pipelined, partnerId, wanted.account.number),
    ]);
    const lastEvpAt = counted?.lastEvpAt ?? null;
    const entries = counted?.entries ?? 0;
    return { account, hash, keyOwner, entries, lastEvpAt: lastEvpAt === null ? undefined : instantOf(lastEvpAt) };
  });
}

function countEntries(sql: Sql, partnerId: string, accountNumber: string) {
  return sql.run(COUNT_PIX_ENTRIES, [partnerId, accountNumber]);
}

type Accepted = Pick<KeyRegistration, 'key' | 'owner'> & { readonly hash: LockedHash | undefined };

function insert(
  transaction: Transaction,
  { keyDirectory, partnerId, now, id }: Registering,
  { key, owner, hash }: Accepted,
): AtCommit<Made<PixEntryRow>> {
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([
      keyDirectory.register(pipelined, { id, key, owner, partnerId, createdAt: now }),
      hash === undefined ? undefined : consumeHash(pipelined, hash),
    ]);
    const row = {
      id,
      accountId: owner.accountId,
      keyType: key.type,
      keyValue: key.value,
      createdAt: now.toISOString(),
    };
    return { row, replayed: false };
  });
}
