import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isAnyTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { BatchedDecisions } from '../../platform/database/batched-decisions.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { readToken } from '../../platform/secrets/secret-token.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import {
  claimOf,
  claimValues,
  refuseOncePerKey,
  replayed,
  type KeyClaim,
  type Made,
} from '../../platform/idempotency/once-per-key.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import { accountDecisions } from '../accounts/account-decisions.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../accounts/payment-account.rows.ts';
import { isProvenKeyType, type AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import { lockHash } from '../addressing-keys/transactional-hash.ts';
import {
  DECIDE_KEYED_PIX_ENTRY,
  DECIDE_PIX_ENTRY,
  type DecidedAccount,
  type Decision,
} from './decide-pix-entry.rows.ts';
import { wasKeyTaken } from './key-directory.ts';
import { newPixEntry, type NewPixEntry, type PixEntryRequest } from './new-pix-entry.value.ts';
import type { CodeDelivery } from '../totp/code-sender.ts';
import { mayCreateTotp } from '../totp/create-totp.ts';
import type { TotpLimits } from '../totp/totp.rules.ts';
import { PixAccountMember } from './pix-account-member.enum.ts';
import {
  invalidUserId,
  targetAccountDoesNotExist,
  type KeyToProve,
  type RegisterPixEntryRefusal,
} from './pix-entry.errors.ts';
import { FIND_PIX_ENTRY_BY_KEY, FIND_REGISTERED_PIX_ENTRIES, type PixEntryRow } from './pix-entry.rows.ts';
import { isOtherPhone, refusalOfRule, type RefusalContext } from './pix-entry.rules.ts';
import { FIND_ACCOUNT_HOLDER } from './register-pix-entry.rows.ts';

/** Name of the mutation in keys and intents. */
export const REGISTER_PIX_ENTRY = 'registerPixEntry';
/** Maximum number of attempts: one that lost its key to another registration finds it in the directory next time. */
const TRIES_MAX = 3;

export interface RegisterPixEntryDependencies {
  readonly database: Database;
  readonly registrations: Registrations;
  readonly lookups: Lookups;
  readonly clock: Clock;
  readonly random: Random;
  readonly cnpjMayHaveLetters: boolean;
  readonly codeDelivery: CodeDelivery;
  readonly totpLimits: TotpLimits;
}

export interface RegisterPixEntryCommand extends PixEntryRequest {
  readonly idempotencyKey?: string | null;
}

/** Registrations of a partner that wait at the same time share a transaction. */
type Registrations = BatchedDecisions<Registration, Decision>;

/** Registers keys in one round trip, several together if they wait. One object per process. */
export function gatheredRegistrations(): Registrations {
  return accountDecisions(decide, ({ requester: { partnerId }, wanted }) => ({
    partnerId,
    accountNumber: wanted.account.number,
  }));
}

/** A request with valid input, and the claim of its idempotency key. */
interface Registering extends RegisterPixEntryDependencies {
  readonly requester: Requester;
  readonly wanted: NewPixEntry;
  readonly now: Date;
  /** Id of the entry. */
  readonly id: string;
  readonly claim: KeyClaim | undefined;
}

/** One attempt. */
interface Registration extends Registering {
  /** Value of the key; a random one is generated for each attempt. */
  readonly keyValue: string;
  readonly lookupRefusal: TooManyLookups | undefined;
}

/**
 * Registers an addressing key for an account. The key and the use of its hash are committed together; a refusal leaves
 * the hash valid. Refusals have the order of the contract.
 */
export async function registerPixEntry(
  dependencies: RegisterPixEntryDependencies,
  requester: Requester,
  request: RegisterPixEntryCommand,
): Promise<Made<PixEntryRow> | RegisterPixEntryRefusal> {
  const { database, clock, random, cnpjMayHaveLetters } = dependencies;
  const { partnerId } = requester;
  const wanted = newPixEntry(request, cnpjMayHaveLetters);
  if (wanted instanceof DomainError) return wanted;
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const call = { partnerId, mutation: REGISTER_PIX_ENTRY, resultId: id, now };
  const claim = claimOf({ ...call, key: request.idempotencyKey, input: wanted });
  const refuse = (refusal: RegisterPixEntryRefusal) =>
    refuseOncePerKey(database, claim, { refusal, find: FIND_REGISTERED_PIX_ENTRIES });
  if (wanted.userId !== undefined && !isAnyTaxpayerId(wanted.userId)) return refuse(invalidUserId());
  const registering = { ...dependencies, requester, wanted, now, id, claim };
  // A CPF, CNPJ or new EVP cannot be another owner's key: its refusal reveals no one.
  if (!isProvenKeyType(wanted.keyType)) return register(registering, undefined);
  const [holder] = await database.run(FIND_ACCOUNT_HOLDER, { partnerId, ...wanted.account });
  if (holder === undefined) return refuse(await refuseTarget(database, partnerId, wanted.account));
  return dependencies.lookups.during({ budget: 'KEY_LOOKUPS', partnerId, person: holder.document }, (lookupRefusal) =>
    register(registering, lookupRefusal),
  );
}

/** Registers the key; retries if a concurrent registration took it, since the directory then has its owner. */
async function register(
  registering: Registering,
  lookupRefusal: TooManyLookups | undefined,
): Promise<Made<PixEntryRow> | RegisterPixEntryRefusal> {
  for (let tries = 1; ; tries += 1) {
    const keyValue = registering.wanted.keyValue ?? registering.random.uuid();
    const call = { ...registering, keyValue, lookupRefusal };
    try {
      return await outcomeOf(await registering.registrations.do(registering.requester.partnerId, call), call);
    } catch (error) {
      if (tries === TRIES_MAX || !wasKeyTaken(error)) throw error;
    }
  }
}

async function outcomeOf(
  decision: Decision,
  registration: Registration,
): Promise<Made<PixEntryRow> | RegisterPixEntryRefusal> {
  const { database, requester, wanted, claim, id, now, keyValue, lookupRefusal } = registration;
  const { accountId, isHeld, isMade, brokenRule } = decision;
  if (isMade && accountId !== null) {
    database.noteToTake?.committed();
    const row = { id, accountId, keyType: wanted.keyType, keyValue, createdAt: now.toISOString() };
    return { row, replayed: false };
  }
  // No rule refuses it and it was not registered: a concurrent request with the same idempotency key was faster.
  if (claim !== undefined && (isHeld || (accountId !== null && brokenRule === null)))
    return database.transaction((transaction) => replayed(transaction, claim, FIND_REGISTERED_PIX_ENTRIES));
  if (accountId === null || brokenRule === null) return refuseTarget(database, requester.partnerId, wanted.account);
  const { hashFault } = decision;
  const mayCreate = (toProve: KeyToProve) => mayCreateTotp(registration, requester, toProve);
  const isOwn = async ({ type, value }: AddressingKey) =>
    (await database.run(FIND_PIX_ENTRY_BY_KEY, { partnerId: requester.partnerId, type, value })).length > 0;
  const facts = { ...factsOf(decision), hashFault, mayCreateTotp: mayCreate, isOwn };
  return refusalOfRule(brokenRule, { wanted, ...facts, lookupRefusal, now });
}

/** Says what differs from the partner's account of this number. */
export async function refuseTarget(sql: Sql, partnerId: string, { branch, number, type }: NewPixEntry['account']) {
  const accounts = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number });
  const differences = accounts.map((account) => [
    ...(account.branch === branch ? [] : [PixAccountMember.BRANCH]),
    ...(account.type === type ? [] : [PixAccountMember.TYPE]),
  ]);
  const [fewest = []] = differences.toSorted((one, other) => one.length - other.length);
  return targetAccountDoesNotExist(fewest);
}

/** What was found out about account and key. */
function factsOf(decision: Decision & DecidedAccount): Pick<RefusalContext, 'account' | 'keyOwner'> {
  const { accountId: id, bankIspb, bankCode, bankName, holderDocument, holderType, lastEvpAt } = decision;
  const { accountStatus: status, holderStatus, entries } = decision;
  const { ownerIspb, ownerDocument, ownerAccountId } = decision;
  const bank = { ispb: bankIspb, code: bankCode, name: bankName };
  return {
    account: {
      id,
      bank,
      holderDocument,
      holderType,
      holderStatus,
      status,
      entries,
      lastEvpAt: lastEvpAt === null ? undefined : instantOf(lastEvpAt),
    },
    keyOwner:
      ownerIspb === null || ownerDocument === null
        ? undefined
        : { ispb: ownerIspb, document: ownerDocument, accountId: ownerAccountId },
  };
}

async function decide(sql: Sql, registration: Registration): Promise<Decision> {
  const { database, requester, wanted, claim, id, now, keyValue, lookupRefusal } = registration;
  const { partnerId } = requester;
  const { keyType, account, bank, userId, transactionalHash } = wanted;
  const hash = transactionalHash === undefined ? undefined : readToken(transactionalHash);
  const statement = claim === undefined ? DECIDE_PIX_ENTRY : DECIDE_KEYED_PIX_ENTRY;
  const [, [decision]] = await Promise.all([
    hash === undefined ? undefined : lockHash(sql, partnerId, hash),
    sql.run(statement, {
      ...{ id, partnerId, keyType, keyValue, createdAt: now.toISOString() },
      ...account,
      bank: { ...bank },
      userId: userId ?? null,
      isOtherPhone: isOtherPhone(wanted),
      needsProof: isProvenKeyType(keyType),
      hash: { ...hash },
      mayLookUp: lookupRefusal === undefined,
      key: claim === undefined ? {} : claimValues(claim),
      audit: database.noteToTake?.ofSuccess ?? {},
    }),
  ]);
  if (decision === undefined) throw new Error('Nothing was decided of an addressing key.');
  return decision;
}
