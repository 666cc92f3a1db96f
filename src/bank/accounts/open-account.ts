import { LockMode } from '@mikro-orm/core';
import { CustomerRecord } from '../customers/customer-record.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Holder } from '../customers/holder.entity.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isTaxpayerId } from '../../kernel/taxpayer-id.ts';
import type { IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { faultOf } from '../../kernel/text.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { claimOf, oncePerKey, type Made, type TakeKey } from '../../platform/idempotency/once-per-key.ts';
import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import { invalidAccountHolderStatus } from './account.errors.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from './payment-account.rows.ts';
import { AccountProgram } from './account-program.entity.ts';
import { PaymentAccount } from './payment-account.entity.ts';

/** Range of account numbers: with so many, the first draw is almost always free. */
const NUMBER_MIN = 10_000_000;
const NUMBER_MAX = 99_999_999;
const NUMBER_DRAWS_MAX = 5;
/** Name of the mutation in keys and intents; no other opens accounts. */
export const OPEN_SANDBOX_ACCOUNT = 'openSandboxAccount';

export interface OpenAccountDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/** The customer and the terms of a new account. */
export interface OpenAccountCommand {
  readonly partnerId: string;
  /** CPF of a customer. */
  readonly documentNumber: string;
  readonly bankIspb: string;
  readonly branch: string;
  /** Maximum number of pockets of the account. */
  readonly pocketLimit: number;
  readonly idempotencyKey?: string | null;
}

/** Why an account cannot be opened. */
export type OpenAccountRefusal = InvalidInput | IdempotencyKeyReused | ReturnType<typeof invalidAccountHolderStatus>;

/** Opens a payment account for an approved customer, who becomes its holder; a customer can have several accounts. */
export async function openAccount(
  dependencies: OpenAccountDependencies,
  command: OpenAccountCommand,
): Promise<Made<PaymentAccountRow> | OpenAccountRefusal> {
  const { partnerId, documentNumber, idempotencyKey } = command;
  const refusal = refuseNoCpf(documentNumber);
  if (refusal !== undefined) return refusal;
  const { database, clock, random } = dependencies;
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const input = { documentNumber };
  const claim = claimOf({ partnerId, mutation: OPEN_SANDBOX_ACCOUNT, key: idempotencyKey, input, resultId: id, now });
  for (let draws = 1; ; draws += 1) {
    try {
      return await oncePerKey(database, claim, {
        make: (transaction, take) => openInTransaction(transaction, { ...command, random, now, id, take }),
        find: FIND_PAYMENT_ACCOUNTS,
      });
    } catch (error) {
      const isTaken = isUniqueViolation(error, 'payment_account_partner_id_number_unique');
      if (draws === NUMBER_DRAWS_MAX || !isTaken) throw error;
    }
  }
}

/** Refuses anything but a valid CPF. */
export function refuseNoCpf(documentNumber: string): InvalidInput | undefined {
  if (isTaxpayerId('CPF', documentNumber)) return undefined;
  return refuseInput([
    { path: ['documentNumber'], code: faultOf(documentNumber), message: 'Give a valid CPF: 11 digits without a mask.' },
  ]);
}

interface Opening extends OpenAccountCommand {
  readonly random: Random;
  readonly now: Date;
  /** Id of the account. */
  readonly id: string;
  readonly take: TakeKey;
}

async function openInTransaction(
  transaction: Transaction,
  { random, now, id, take, ...command }: Opening,
): Promise<Made<PaymentAccountRow> | OpenAccountRefusal> {
  const { partnerId, documentNumber, bankIspb, branch, pocketLimit } = command;
  const { entities } = transaction;
  await take(transaction);
  // Locked, so that no decision, erasure or other new account interferes with creating the holder.
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const customer = await entities.findOne(Customer, { partnerId, documentNumber }, { lockMode });
  if (customer?.status !== 'APPROVED') return invalidAccountHolderStatus(customer?.status);
  const { registerName: name } = await entities.findOneOrFail(CustomerRecord, customer.registrationId);
  const { id: programId } = await entities.findOneOrFail(AccountProgram, { partnerId }, { orderBy: { id: 'asc' } });
  const holder =
    (await entities.findOne(Holder, { partnerId, documentValue: documentNumber })) ??
    entities.create(Holder, {
      id: random.timeOrderedUuid(now),
      partnerId,
      documentValue: documentNumber,
      documentType: 'CPF',
      name,
      type: 'CUSTOMER',
      status: 'ACTIVE',
      registrationStatus: customer.status,
      createdAt: now,
    });
  const number = String(random.integer(NUMBER_MIN, NUMBER_MAX));
  entities.create(PaymentAccount, {
    id,
    partnerId,
    programId,
    holderId: holder.id,
    bankIspb,
    branch,
    number,
    pocketLimit,
    type: 'PAYMENT',
    status: 'ACTIVE',
    createdAt: now,
  });
  await entities.flush();
  const [row] = await transaction.run(FIND_PAYMENT_ACCOUNTS, { partnerId, ids: [id] });
  if (row === undefined) throw new Error('The account is not found that was just opened.');
  return { row, replayed: false };
}
