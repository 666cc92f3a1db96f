import { sql } from 'kysely';
import { accountNotFound, invalidAccountStatus, type AccountRefusal } from '../accounts/account.errors.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Bank } from '../accounts/bank.entity.ts';
import { Holder } from '../customers/holder.entity.ts';
import { PixEntry } from '../pix/pix-entry.entity.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DomainError, type InvalidInput } from '../../kernel/domain-error.ts';
import type { IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { AtCommit, Database, Transaction } from '../../platform/database/database.ts';
import { claimOf, oncePerKey, type Made, type TakeKey } from '../../platform/idempotency/once-per-key.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { columnsOf, compiled, text, type RowOf } from '../../platform/statements/compiled.ts';
import { CashIn } from './cash-in.entity.ts';
import { CashInRail } from './cash-in.enum.ts';
import { sealedParties, type CashInParties, type CashInParty } from './cash-in-parties.ts';
import { cashInEvents, type CashInReception } from './cash-in.events.ts';
import { FIND_CASH_INS, type CashInRow } from './cash-in.rows.ts';
import { drawEndToEndId } from './end-to-end-id.value.ts';
import { newCashIn, type CashInRequest } from './new-cash-in.value.ts';

/**
 * Locks the account, so that its events have the order of commits, and its status cannot change before the commit. Finds
 * its holder, its bank and its oldest addressing key.
 */
const LOCK_ACCOUNT = compiled(
  'lock_account_for_cash_in',
  { entities: [PaymentAccount, Holder, Bank, PixEntry], parameters: { partnerId: text, accountNumber: text } },
  (tables, { partnerId, accountNumber }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .innerJoin('Holder as holder', 'holder.id', 'account.holderId')
      .innerJoin('Bank as bank', 'bank.ispb', 'account.bankIspb')
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('PixEntry as entry')
            .select(['entry.keyType', 'entry.keyValue'])
            .whereRef('entry.accountId', '=', 'account.id')
            .orderBy('entry.createdAt')
            .orderBy('entry.id')
            .limit(sql<number>`1`)
            .as('key'),
        (join) => join.onTrue(),
      )
      .select(columnsOf('account', ['id', 'branch', 'number', 'status', 'type']))
      .select(['bank.ispb as bankIspb', 'bank.code as bankCode', 'bank.name as bankName'])
      .select(['holder.documentValue as holderDocumentValue', 'holder.documentType as holderDocumentType'])
      .select(['holder.type as holderType', 'holder.name as holderName'])
      .select(['key.keyType as keyType', 'key.keyValue as keyValue'])
      .where('account.partnerId', '=', partnerId)
      .where('account.number', '=', accountNumber)
      .forNoKeyUpdate('account'),
);

/** Currency of all cash-ins (ours: both rails carry no other). */
const CASH_IN_CURRENCY = 'BRL';
/** Name of the mutation in keys and intents; no other receives cash-ins. */
export const SIMULATE_CASH_IN = 'simulateCashIn';

/** Who pays, from an account at an institution, which assigns the end-to-end identification of an instant payment. */
interface PayerOf extends CashInParty {
  readonly account: CashInParty['account'] & { readonly bank: object };
}

export interface ReceiveCashInCommand extends CashInRequest {
  readonly payer: PayerOf;
  readonly idempotencyKey?: string | null;
}

/** Why a cash-in is refused. */
export type ReceiveCashInRefusal = InvalidInput | IdempotencyKeyReused | AccountRefusal;

export interface ReceiveCashInDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  /** Seals the parties. */
  readonly secrets: SecretBox;
}

/**
 * Receives money into an account of the partner. The cash-in and its events are committed together; a refusal stores
 * nothing. Refusals have this order: input, account, status.
 */
export async function receiveCashIn(
  dependencies: ReceiveCashInDependencies,
  requester: Requester,
  command: ReceiveCashInCommand,
): Promise<Made<CashInRow> | ReceiveCashInRefusal> {
  const wanted = newCashIn(command);
  if (wanted instanceof DomainError) return wanted;
  const { database, clock, random } = dependencies;
  const { partnerId } = requester;
  const { payer, idempotencyKey } = command;
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const call = { partnerId, mutation: SIMULATE_CASH_IN, resultId: id, now };
  const claim = claimOf({ ...call, key: idempotencyKey, input: wanted });
  const reception = { ...dependencies, requester, wanted, payer, id };
  return oncePerKey(database, claim, {
    make: (transaction, take) => receiveInTransaction(transaction, { ...reception, take }),
    find: FIND_CASH_INS,
  });
}

interface Receiving extends ReceiveCashInDependencies {
  readonly requester: Requester;
  readonly wanted: CashInRequest;
  readonly payer: PayerOf;
  /** Id of the cash-in. */
  readonly id: string;
  readonly take: TakeKey;
}

async function receiveInTransaction(
  transaction: Transaction,
  receiving: Receiving,
): Promise<ReceiveCashInRefusal | AtCommit<Made<CashInRow>>> {
  const { requester, wanted, payer, id, take, clock, random, secrets } = receiving;
  const { partnerId } = requester;
  const { accountNumber, amount, rail } = wanted;
  const [, [account]] = await transaction.pipeline((pipelined) =>
    Promise.all([take(pipelined), pipelined.run(LOCK_ACCOUNT, { partnerId, accountNumber })]),
  );
  if (account === undefined) return accountNotFound(accountNumber);
  if (account.status !== 'ACTIVE') return invalidAccountStatus(account.status);
  const at = clock.now();
  const cashIn = {
    id,
    accountId: account.id,
    rail,
    amount,
    createdAt: at.toISOString(),
    currency: CASH_IN_CURRENCY,
    parties: sealedParties(secrets, id, { payer, ...receiverOf(account, rail) }),
    endToEndId: rail === CashInRail.PIX ? drawEndToEndId(payer.account.bank.ispb, at, random) : null,
  };
  return insert(transaction, receiving, { cashIn, rail, account, requester, at });
}

/** The holder of the account, and its oldest key: transfers have none. */
function receiverOf(account: RowOf<typeof LOCK_ACCOUNT>, rail: CashInRail): Omit<CashInParties, 'payer'> {
  const { branch, number, type, bankIspb: ispb, bankCode: code, bankName, keyType, keyValue } = account;
  return {
    payee: {
      document: { value: account.holderDocumentValue, type: account.holderDocumentType },
      type: account.holderType,
      name: account.holderName,
      account: { branch, number, type, bank: { ispb, code, name: bankName } },
    },
    key: rail === CashInRail.PIX && keyType && keyValue ? { type: keyType, value: keyValue } : null,
  };
}

async function insert(
  transaction: Transaction,
  { eventLog, random }: ReceiveCashInDependencies,
  reception: CashInReception & { readonly cashIn: CashInRow },
): Promise<AtCommit<Made<CashInRow>>> {
  const { cashIn, requester, at } = reception;
  const events = cashInEvents(reception, random);
  transaction.entities.create(CashIn, { ...cashIn, partnerId: requester.partnerId, createdAt: at });
  await transaction.entities.flush();
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all(events.map((event) => eventLog.record(pipelined, event)));
    return { row: cashIn, replayed: false };
  });
}
