import { pocketNotFound } from '../../../bank/pockets/pocket.errors.ts';
import { LOCK_ACCOUNT_OF_POCKET } from '../../../bank/pockets/pocket.rows.ts';
import type { EventLog } from '../../../events/log/event-log.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { DomainError } from '../../../kernel/domain-error.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Requester } from '../../../kernel/requester.ts';
import type { AtCommit, Database, Transaction } from '../../../platform/database/database.ts';
import {
  fingerprintOf,
  oncePerKey,
  REPLAY_SECONDS,
  type KeyClaim,
  type Made,
  type TakeKey,
} from '../../../platform/idempotency/once-per-key.ts';
import { entryIds } from '../books/entry-ids.ts';
import { BOOK_MOVED } from '../books/booking.rows.ts';
import type { MoveMoneyRefusal, MovementRefusal } from './movement.errors.ts';
import { refusalOfMovement } from './movement.rules.ts';
import { newMovement, type MovementRequest, type NewMovement } from './new-movement.value.ts';
import { PocketTransactionStatus, PocketTransactionType } from './pocket-transaction.enum.ts';
import { movementWasCompleted } from './pocket-transaction.events.ts';
import {
  ADD_POCKET_TRANSACTION,
  FIND_MOVEMENT_FACTS,
  FIND_POCKET_TRANSACTIONS,
  type PocketTransactionRow,
} from './pocket-transaction.rows.ts';

/** Names of the mutations in keys: one key serves a saving and a redeem apart. */
const MUTATIONS = { SAVING: 'saveToPocket', REDEEM: 'redeemFromPocket' } as const;

export interface MoveMoneyDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

export interface MoveMoneyCommand extends MovementRequest {
  readonly type: PocketTransactionType;
  readonly idempotencyKey: string;
}

/**
 * Moves money between an account and one of its pockets, once per key. Key, entries, balances and event are one commit,
 * in two round trips. Refusals have the order of the contract: input, key, pocket, statuses, currency, funds.
 */
export async function moveMoney(
  dependencies: MoveMoneyDependencies,
  requester: Requester,
  { type, idempotencyKey: key, ...request }: MoveMoneyCommand,
): Promise<Made<PocketTransactionRow> | MoveMoneyRefusal> {
  const wanted = newMovement(request);
  if (wanted instanceof DomainError) return wanted;
  const { database, clock, random } = dependencies;
  const now = clock.now();
  const claim: KeyClaim = {
    partnerId: requester.partnerId,
    mutation: MUTATIONS[type],
    key,
    fingerprint: fingerprintOf(wanted),
    // The code of the transaction: the partner API has no other kind.
    resultId: random.uuid(),
    now,
    replaySeconds: REPLAY_SECONDS,
  };
  const moving = { ...dependencies, requester, wanted, type, id: claim.resultId };
  return oncePerKey(database, claim, {
    make: (transaction, take) => moveInTransaction(transaction, { ...moving, take }),
    find: FIND_POCKET_TRANSACTIONS,
  });
}

interface Moving extends MoveMoneyDependencies {
  readonly requester: Requester;
  readonly wanted: NewMovement;
  readonly type: PocketTransactionType;
  /** Id of the transaction. */
  readonly id: string;
  readonly take: TakeKey;
}

async function moveInTransaction(
  transaction: Transaction,
  moving: Moving,
): Promise<MovementRefusal | AtCommit<Made<PocketTransactionRow>>> {
  const { requester, wanted, type, take } = moving;
  const { partnerId } = requester;
  const pocket = { partnerId, number: wanted.pocketNumber };
  const [, , [facts]] = await transaction.pipeline((pipelined) =>
    Promise.all([
      take(pipelined),
      pipelined.run(LOCK_ACCOUNT_OF_POCKET, pocket),
      pipelined.run(FIND_MOVEMENT_FACTS, pocket),
    ]),
  );
  if (facts === undefined) return pocketNotFound();
  const { accountId, pocketId, ofAccount, ofPocket } = facts;
  const isSaving = type === PocketTransactionType.SAVING;
  const refusal = refusalOfMovement({ ...facts, available: isSaving ? ofAccount : ofPocket }, wanted);
  if (refusal !== undefined) return refusal;
  const [from, to] = isSaving ? [accountId, pocketId] : [pocketId, accountId];
  const account = { id: accountId, branch: facts.accountBranch, number: facts.accountNumber };
  return move(transaction, moving, { account, pocketId, from, to });
}

interface Sides {
  readonly account: { readonly id: string; readonly branch: string; readonly number: string };
  readonly pocketId: string;
  readonly from: string;
  readonly to: string;
}

/** Books the movement, with its transaction and its event, in the round trip of the commit. */
function move(
  transaction: Transaction,
  { requester, wanted, type, id, eventLog, clock, random }: Moving,
  { account, pocketId, from, to }: Sides,
): AtCommit<Made<PocketTransactionRow>> {
  const { partnerId } = requester;
  const { pocketNumber, amount, currency, description } = wanted;
  const at = clock.now();
  const createdAt = at.toISOString();
  const stored = { id, pocketId, type, status: PocketTransactionStatus.DONE, amount, currency, description, createdAt };
  const row = { ...stored, pocketNumber };
  const event = movementWasCompleted({ movement: row, account, requester, at }, random);
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([
      pipelined.run(ADD_POCKET_TRANSACTION, { ...stored, partnerId }),
      pipelined.run(BOOK_MOVED, [entryIds(random, at), partnerId, id, from, amount, createdAt, to, type]),
      eventLog.record(pipelined, event),
    ]);
    return { row, replayed: false };
  });
}
