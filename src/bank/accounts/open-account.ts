import { CustomerRecord } from '../customers/customer-record.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isTaxpayerId } from '../../kernel/taxpayer-id.ts';
import type { IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { claimOf, oncePerKey, type Made, type TakeKey } from '../../platform/idempotency/once-per-key.ts';
import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import { statement } from '../../platform/statements/statement.ts';
import { invalidAccountHolderStatus } from './account.errors.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from './payment-account.rows.ts';
import { compiled, text } from '../../platform/statements/compiled.ts';

/** Locks the customer: the holder that is made of it cannot be overtaken by a decision or an erasure. */
const LOCK_CUSTOMER = compiled(
  'lock_customer_for_account',
  { entities: [Customer, CustomerRecord], parameters: { partnerId: text, documentNumber: text } },
  (tables, { partnerId, documentNumber }) =>
    tables
      .selectFrom('Customer as customer')
      .innerJoin('CustomerRecord as record', 'record.registrationId', 'customer.registrationId')
      .select(['customer.status', 'record.registerName as name'])
      .where('customer.partnerId', '=', partnerId)
      .where('customer.documentNumber', '=', documentNumber)
      .forNoKeyUpdate('customer'),
);

/** Another account of the same holder may be opened at the same time: whoever comes second takes the holder that is there. */
const INSERT_HOLDER = statement(
  'insert_holder',
  `insert into holder (id, partner_id, document_value, document_type, type, name, status, registration_status, created_at)
   values ($1, $2, $3, 'CPF', 'CUSTOMER', $4, 'ACTIVE', $5, $6)
   on conflict (partner_id, document_value) do nothing`,
);

const INSERT_ACCOUNT = statement(
  'insert_payment_account',
  `insert into payment_account (id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status,
     pocket_limit, created_at)
   select $1, holder.partner_id, program.id, holder.id, $4, $5, $6, 'PAYMENT', 'ACTIVE', $7, $8
   from holder cross join lateral (
     select id from account_program where partner_id = holder.partner_id order by id limit 1
   ) as program
   where holder.partner_id = $2 and holder.document_value = $3`,
);

/** Digits of an account number; one of so many is free at the first draw almost always. */
const NUMBER_MIN = 10_000_000;
const NUMBER_MAX = 99_999_999;
const NUMBER_DRAWS_MAX = 5;
/** The one way to it, which its keys belong to. */
const MUTATION = 'openSandboxAccount';

export interface OpenAccountDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/** For whom an account is opened, and on which terms. */
export interface OpenAccountCommand {
  readonly partnerId: string;
  /** CPF of a customer. */
  readonly documentNumber: string;
  readonly bankIspb: string;
  readonly branch: string;
  /** How many pockets it may have. */
  readonly pocketLimit: number;
  readonly idempotencyKey?: string | null;
}

/** Why no account can be opened. */
export type OpenAccountRefusal = InvalidInput | IdempotencyKeyReused | ReturnType<typeof invalidAccountHolderStatus>;

/** Opens a payment account for an approved customer, who is its holder from then on; a further one where there is one. */
export async function openAccount(
  dependencies: OpenAccountDependencies,
  command: OpenAccountCommand,
): Promise<Made<PaymentAccountRow> | OpenAccountRefusal> {
  const { partnerId, documentNumber, idempotencyKey } = command;
  if (!isTaxpayerId('CPF', documentNumber, false))
    return refuseInput([{ path: ['documentNumber'], message: 'Give a valid CPF: 11 digits without a mask.' }]);
  const { database, clock, random } = dependencies;
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const input = { documentNumber };
  const claim = claimOf({ partnerId, mutation: MUTATION, key: idempotencyKey, input, resultId: id, now });
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

interface Opening extends OpenAccountCommand {
  readonly random: Random;
  readonly now: Date;
  /** Of the account. */
  readonly id: string;
  readonly take: TakeKey;
}

async function openInTransaction(
  transaction: Transaction,
  { random, now, id, take, ...command }: Opening,
): Promise<Made<PaymentAccountRow> | OpenAccountRefusal> {
  const { partnerId, documentNumber, bankIspb, branch, pocketLimit } = command;
  const person = [partnerId, documentNumber];
  const [, [customer]] = await transaction.pipeline((pipelined) =>
    Promise.all([take(pipelined), pipelined.run(LOCK_CUSTOMER, { partnerId, documentNumber })]),
  );
  if (customer?.status !== 'APPROVED') return invalidAccountHolderStatus();
  const createdAt = now.toISOString();
  const number = String(random.integer(NUMBER_MIN, NUMBER_MAX));
  const { name, status } = customer;
  const [row] = await transaction.pipeline(async (pipelined) => {
    const [, , rows] = await Promise.all([
      pipelined.run(INSERT_HOLDER, [random.timeOrderedUuid(now), ...person, name, status, createdAt]),
      pipelined.run(INSERT_ACCOUNT, [id, ...person, bankIspb, branch, number, pocketLimit, createdAt]),
      pipelined.run(FIND_PAYMENT_ACCOUNTS, { partnerId, ids: [id] }),
    ]);
    return rows;
  });
  if (row === undefined) throw new Error('The partner has no account program to open an account in.');
  return { row, replayed: false };
}
