import type { AccountType } from '../accounts/account.enum.ts';
import { Bank } from '../accounts/bank.entity.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Holder } from '../customers/holder.entity.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isAnyTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { AtCommit, Database, Sql, Transaction } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import { AddressingKeyType } from './addressing-key.enum.ts';
import { isProvenKeyType, type AddressingKey } from './addressing-key.value.ts';
import type { KeyDirectory, KeyRegistration } from './key-directory.ts';
import { newPixEntry, refuseOtherBank, type NewPixEntry, type PixEntryRequest } from './new-pix-entry.value.ts';
import { invalidUserId, targetAccountDoesNotExist, type RegisterPixEntryRefusal } from './pix-entry.errors.ts';
import type { PixEntryRow } from './pix-entry.rows.ts';
import { firstRefusal, type EntryFacts } from './pix-entry.rules.ts';
import { consumeHash, lockHash, proves, type LockedHash } from './transactional-hash.ts';
import { compiled, parameter, text } from '../../platform/statements/compiled.ts';

/** An account as a registration names it. */
const NAMED_ACCOUNT = {
  ...{ partnerId: text, branch: text, number: text },
  type: parameter<AccountType>('account_type'),
};

/** Locks the account: what is counted after it cannot be overtaken by another registration. */
export const LOCK_ACCOUNT_FOR_PIX_ENTRY = compiled(
  'lock_account_for_pix_entry',
  { entities: [PaymentAccount, Holder, Bank], parameters: NAMED_ACCOUNT },
  (tables, { partnerId, branch, number, type }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .innerJoin('Holder as holder', 'holder.id', 'account.holderId')
      .innerJoin('Bank as bank', 'bank.ispb', 'account.bankIspb')
      .select(['account.id', 'account.status', 'bank.ispb as bankIspb', 'bank.code as bankCode'])
      .select(['bank.name as bankName', 'holder.documentValue as holderDocument', 'holder.type as holderType'])
      .select('holder.registrationStatus as registrationStatus')
      .where('account.partnerId', '=', partnerId)
      .where('account.branch', '=', branch)
      .where('account.number', '=', number)
      .where('account.type', '=', type)
      .forNoKeyUpdate('account'),
);

/**
 * A statement of its own: counted together with the lock, it would see the snapshot from before the wait. The account is
 * no join: that was planned as a walk through the keys of all accounts while few were in the statistics.
 */
export const COUNT_PIX_ENTRIES = statement<{ entries: number; lastEvpAt: string | null }>(
  'count_pix_entries',
  `select count(*)::int as "entries", max(entry.created_at) filter (where entry.key_type = 'EVP') as "lastEvpAt"
   from pix_entry as entry
   where entry.account_id = (
     select account.id from payment_account as account where account.partner_id = $1 and account.number = $2
   )`,
);

/** Who holds an account, which never changes: for whom a key is looked up. */
const FIND_ACCOUNT_HOLDER = compiled(
  'find_account_holder',
  { entities: [PaymentAccount, Holder], parameters: NAMED_ACCOUNT },
  (tables, { partnerId, branch, number, type }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .innerJoin('Holder as holder', 'holder.id', 'account.holderId')
      .select('holder.documentValue as document')
      .where('account.partnerId', '=', partnerId)
      .where('account.branch', '=', branch)
      .where('account.number', '=', number)
      .where('account.type', '=', type),
);

/** Tries at most: one that lost its key to another registration finds it in the directory the next time. */
const TRIES_MAX = 3;

export interface RegisterPixEntryDependencies {
  readonly database: Database;
  readonly keyDirectory: KeyDirectory;
  readonly lookups: Lookups;
  readonly clock: Clock;
  readonly random: Random;
  readonly cnpjMayHaveLetters: boolean;
}

/**
 * Registers an addressing key for an account. The key and the use of its hash commit together; a refusal leaves the
 * hash as it was. The order of refusals is the contract's.
 */
export async function registerPixEntry(
  dependencies: RegisterPixEntryDependencies,
  { partnerId }: Requester,
  request: PixEntryRequest,
): Promise<PixEntryRow | RegisterPixEntryRefusal> {
  const { database, cnpjMayHaveLetters } = dependencies;
  const wanted = newPixEntry(request, cnpjMayHaveLetters);
  if (wanted instanceof DomainError) return wanted;
  if (wanted.userId !== undefined && !isAnyTaxpayerId(wanted.userId, cnpjMayHaveLetters)) return invalidUserId();
  const registering = { ...dependencies, partnerId, wanted, now: dependencies.clock.now() };
  // Nobody else can own a document's key or a new EVP: they tell of nobody.
  if (!isProvenKeyType(wanted.keyType)) return untilItIsFree(registering, undefined);
  const [holder] = await database.run(FIND_ACCOUNT_HOLDER, { partnerId, ...wanted.account });
  if (holder === undefined) return targetAccountDoesNotExist();
  return dependencies.lookups.during({ budget: 'KEY_LOOKUPS', partnerId, person: holder.document }, (lookupRefusal) =>
    untilItIsFree(registering, lookupRefusal),
  );
}

/** Registers the key, again where another registration of it was faster: the directory then has its owner. */
async function untilItIsFree(
  registering: Registering,
  lookupRefusal: TooManyLookups | undefined,
): Promise<PixEntryRow | RegisterPixEntryRefusal> {
  const { database, keyDirectory } = registering;
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction((transaction) =>
        registerInTransaction(transaction, registering, lookupRefusal),
      );
    } catch (error) {
      if (tries === TRIES_MAX || !keyDirectory.wasTaken(error)) throw error;
    }
  }
}

interface Registering extends RegisterPixEntryDependencies {
  readonly partnerId: string;
  readonly wanted: NewPixEntry;
  readonly now: Date;
}

async function registerInTransaction(
  transaction: Transaction,
  registering: Registering,
  lookupRefusal: TooManyLookups | undefined,
): Promise<PixEntryRow | RegisterPixEntryRefusal | AtCommit<PixEntryRow>> {
  const { wanted, now, random } = registering;
  const key: AddressingKey = { type: wanted.keyType, value: wanted.keyValue ?? random.uuid() };
  const { account, hash, ...found } = await lockAndRead(transaction, registering, key);
  if (account === undefined) return targetAccountDoesNotExist();
  const { id, status, bankIspb, bankCode, bankName, holderDocument, ...holder } = account;
  const otherBank = refuseOtherBank(wanted.bank, { ispb: bankIspb, code: bankCode, name: bankName });
  if (otherBank !== undefined) return otherBank;
  const isProven = hash !== undefined && proves(hash, { document: holderDocument, key }, now);
  const facts: EntryFacts = {
    ...{ accountId: id, accountStatus: status, bankIspb, holderDocument, isProven, lookupRefusal },
    ...holder,
    ...found,
  };
  const refusal = firstRefusal(wanted, facts, now);
  if (refusal !== undefined) return refusal;
  const owner = { ispb: bankIspb, document: holderDocument, accountId: id };
  return insert(transaction, registering, { key, owner, hash });
}

/** Locks account and hash, then reads what the rules need: one round trip. A key that is made here is free. */
function lockAndRead(transaction: Transaction, { partnerId, wanted, keyDirectory }: Registering, key: AddressingKey) {
  const { transactionalHash, keyType } = wanted;
  return transaction.pipeline(async (pipelined) => {
    const [[account], hash, keyOwner, [counted]] = await Promise.all([
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
  { keyDirectory, random, partnerId, now }: Registering,
  { key, owner, hash }: Accepted,
): AtCommit<PixEntryRow> {
  const id = random.timeOrderedUuid(now);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([
      keyDirectory.register(pipelined, { id, key, owner, partnerId, createdAt: now }),
      hash === undefined ? undefined : consumeHash(pipelined, hash),
    ]);
    return { id, accountId: owner.accountId, keyType: key.type, keyValue: key.value, createdAt: now.toISOString() };
  });
}
