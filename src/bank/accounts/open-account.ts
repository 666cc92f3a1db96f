import { CustomerRecord } from '../customers/customer-record.entity.ts';
import { lockCustomer } from '../customers/lock-customer.ts';
import type { customerNotFound } from '../customers/customer.errors.ts';
import { Holder } from '../customers/holder.entity.ts';
import { refuseNoCpf } from '../customers/refuse-no-cpf.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import type { InvalidInput } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { AtCommit, Database, Transaction } from '../../platform/database/database.ts';
import { claimOf, oncePerKey, type Made, type TakeKey } from '../../platform/idempotency/once-per-key.ts';
import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import { storedRow } from '../../platform/statements/stored-row.ts';
import { AccountType } from './account.enum.ts';
import { invalidAccountHolderStatus, productNotEligible } from './account.errors.ts';
import { accountWasCreated } from './account.events.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from './payment-account.rows.ts';
import { AccountProgram } from './account-program.entity.ts';
import { PaymentAccount } from './payment-account.entity.ts';

/** Range of account numbers: with so many, the first draw is almost always free. */
const NUMBER_MIN = 10_000_000;
const NUMBER_MAX = 99_999_999;
const NUMBER_DRAWS_MAX = 5;
const NUMBER_UNIQUES = [
  'payment_account_partner_id_number_unique',
  'payment_account_bank_ispb_branch_number_unique',
] as const;

export interface OpenAccountDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

/** Terms on which an account is opened. */
interface AccountTerms {
  readonly bankIspb: string;
  readonly branch: string;
  /** Maximum number of pockets of the account. */
  readonly pocketLimit: number;
}

/** Refuses a person who is no customer of the partner. */
export type RefuseUnknown = () => ReturnType<typeof customerNotFound | typeof invalidAccountHolderStatus>;

export interface OpenAccountCommand {
  /** The mutation that opens it: keys belong to one. */
  readonly mutation: string;
  /** CPF of a customer. */
  readonly documentNumber: string;
  readonly type?: AccountType;
  readonly idempotencyKey?: string | null;
  readonly refuseUnknown: RefuseUnknown;
  /** Terms if the partner's program has none; absent: it is refused. */
  readonly otherwise?: AccountTerms;
}

/** Why an account cannot be opened. */
export type OpenAccountRefusal =
  | InvalidInput
  | IdempotencyKeyReused
  | ReturnType<RefuseUnknown>
  | ReturnType<typeof invalidAccountHolderStatus | typeof productNotEligible>;

/**
 * Opens a payment account for an approved customer, who becomes its holder; a customer can have several accounts. Bank,
 * branch and pocket limit are those of the partner's program.
 */
export async function openAccount(
  dependencies: OpenAccountDependencies,
  requester: Requester,
  command: OpenAccountCommand,
): Promise<Made<PaymentAccountRow> | OpenAccountRefusal> {
  const { mutation, documentNumber, type = AccountType.PAYMENT, idempotencyKey: key } = command;
  const refusal = refuseNoCpf(documentNumber);
  if (refusal !== undefined) return refusal;
  const { database, clock, random } = dependencies;
  const { partnerId } = requester;
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const claim = claimOf({ partnerId, mutation, key, input: wantedAccount(documentNumber, type), resultId: id, now });
  const opening = { ...dependencies, ...command, requester, type, id, now };
  for (let draws = 1; ; draws += 1) {
    try {
      return await oncePerKey(database, claim, {
        make: (transaction, take) => openInTransaction(transaction, { ...opening, take }),
        find: FIND_PAYMENT_ACCOUNTS,
      });
    } catch (error) {
      const isTaken = NUMBER_UNIQUES.some((name) => isUniqueViolation(error, name));
      if (draws === NUMBER_DRAWS_MAX || !isTaken) throw error;
    }
  }
}

/** What is asked for: the usual type is not said. */
export function wantedAccount(documentNumber: string, type: AccountType) {
  return { documentNumber, ...(type !== AccountType.PAYMENT && { type }) };
}

interface Opening extends OpenAccountDependencies, OpenAccountCommand {
  readonly requester: Requester;
  readonly type: AccountType;
  readonly now: Date;
  /** Id of the account. */
  readonly id: string;
  readonly take: TakeKey;
}

async function openInTransaction(
  transaction: Transaction,
  opening: Opening,
): Promise<OpenAccountRefusal | AtCommit<Made<PaymentAccountRow>>> {
  const { requester, documentNumber, refuseUnknown, random, now, id, take, type, eventLog } = opening;
  const { partnerId } = requester;
  const { entities } = transaction;
  await take(transaction);
  const customer = await lockCustomer(entities, { partnerId, documentNumber });
  if (customer === null) return refuseUnknown();
  if (customer.status !== 'APPROVED') return invalidAccountHolderStatus(customer.status);
  const holder = await entities.findOne(Holder, { partnerId, documentValue: documentNumber });
  if (holder?.status === 'BLOCKED') return invalidAccountHolderStatus('BLOCKED');
  const program = await entities.findOne(AccountProgram, { partnerId }, { orderBy: { id: 'asc' } });
  const terms = program && (termsOf(program) ?? opening.otherwise);
  if (!terms) return productNotEligible(requester.companyKey);
  const { registerName } = await entities.findOneOrFail(CustomerRecord, customer.registrationId);
  const { id: holderId } =
    holder ?? entities.create(Holder, newHolder({ partnerId, documentNumber, registerName, random, now }));
  const number = String(random.integer(NUMBER_MIN, NUMBER_MAX));
  const account = { id, partnerId, programId: program.id, holderId, ...terms, number, type, createdAt: now };
  entities.create(PaymentAccount, { ...account, status: 'ACTIVE' });
  await entities.flush();
  const row = await storedRow(transaction, FIND_PAYMENT_ACCOUNTS, { partnerId, id });
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await eventLog.record(pipelined, accountWasCreated(row, { requester, at: now }, random));
    return { row, replayed: false };
  });
}

function termsOf({ bankIspb, branch, pocketLimit }: AccountProgram): AccountTerms | undefined {
  const isSet = typeof bankIspb === 'string' && typeof branch === 'string' && typeof pocketLimit === 'number';
  return isSet ? { bankIspb, branch, pocketLimit } : undefined;
}

interface NewHolder extends Pick<Opening, 'documentNumber' | 'random' | 'now'> {
  readonly partnerId: string;
  readonly registerName: string;
}

function newHolder({ partnerId, documentNumber, registerName, random, now }: NewHolder) {
  return {
    id: random.timeOrderedUuid(now),
    partnerId,
    documentValue: documentNumber,
    documentType: 'CPF',
    name: registerName,
    type: 'CUSTOMER',
    status: 'ACTIVE',
    registrationStatus: 'APPROVED',
    createdAt: now,
  } as const;
}
