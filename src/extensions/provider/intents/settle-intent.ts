import type { DomainError } from '../../../kernel/domain-error.ts';
import { idempotencyKeyReused } from '../../../kernel/idempotency-key-reused.ts';
import { RolledBack, type Sql } from '../../../platform/database/database.ts';
import { claimKey, type Find, type KeyClaim, type Made } from '../../../platform/idempotency/once-per-key.ts';
import { FIND_STANDING, SETTLE_INTENT } from './intent.rows.ts';
import type { ProviderMutation } from './provider-mutation.ts';
import { asking, type OpenIntent, type ProviderSide, type Reading } from './provider-side.ts';
import { readRefusal } from './read-refusal.ts';
import { unlessUnstorable } from './unstorable.ts';
import type { ProviderRefusal } from '../calls/provider-refusal.ts';

/** Another process has claimed the intent: read its outcome. */
export const LOST = 'LOST';
/** The provider has not decided, or its decision cannot be stored yet. */
export const OPEN = 'OPEN';

/** What settling returns if there is no outcome. */
type Unsettled = typeof LOST | typeof OPEN;
/** A refusal, in a transaction that commits. */
class Refused {
  readonly refusal: DomainError;

  constructor(refusal: DomainError) {
    this.refusal = refusal;
  }
}

/**
 * Settles an intent by the provider's decision: outcome, entity, event, key and audit entry commit together. A result
 * that the database does not accept decides nothing, like one that cannot be read.
 */
export async function settleIntent<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  intent: OpenIntent<Wanted>,
  reading: Extract<Reading<Answer>, { readonly kind: 'DONE' | 'REFUSED' }>,
): Promise<Made<Row> | DomainError | Unsettled> {
  if (reading.kind === 'REFUSED') return settleRefused(side, mutation, intent, reading.refusal);
  return unlessUnstorable(side, OPEN, () => settleDone(side, mutation, intent, reading));
}

interface Done<Answer> {
  readonly answer: Answer;
  readonly isReplay: boolean;
}

async function settleDone<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  intent: OpenIntent<Wanted>,
  done: Done<Answer>,
): Promise<Made<Row> | Unsettled> {
  const { requester, wanted, database } = intent;
  const ask = asking(side, requester, { priority: 'MUTATION' });
  let known: Known | undefined;
  for (let isPrepared = false; ;) {
    const now = side.clock.now();
    const settled = await settleOnce(mutation, intent, { ...done, known, now });
    if (settled instanceof Known) {
      known = settled;
    } else if (settled === 'UNPREPARED') {
      if (isPrepared) throw new Error(`What ${mutation.name} stores on is missing although it was prepared.`);
      isPrepared = (await mutation.prepare?.(done.answer, { requester, wanted, ask, database })) ?? false;
      if (!isPrepared) return OPEN;
    } else if (settled === 'HELD') {
      const heldId = await heldResult(database, mutation, intent, now);
      return heldId === undefined ? OPEN : settleAs(mutation, intent, heldId, now);
    } else return settled;
  }
}

/** The result is stored already. */
class Known {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

/** Result of one attempt to settle: settled, or what must be done first. */
type Try<Row> = Made<Row> | Known | typeof LOST | 'HELD' | 'UNPREPARED';

interface Settling<Answer> extends Done<Answer> {
  readonly known: Known | undefined;
  readonly now: Date;
}

/**
 * Settles a new result in two round trips: one looks and settles, and one stores and commits. A key that was made here
 * is claimed like a client's: a client without an answer has it.
 */
function settleOnce<Wanted extends object, Answer, Row>(
  mutation: ProviderMutation<Wanted, Answer, Row>,
  intent: OpenIntent<Wanted>,
  { answer, isReplay, known, now }: Settling<Answer>,
): Promise<Try<Row>> {
  const { requester, wanted, since, database } = intent;
  const id = known?.id ?? intent.id;
  return database.transaction<Try<Row>>(async (transaction) => {
    const done = { requester, wanted, answer, id, now, since };
    const [isMine, isFree, foundId, store] = await transaction.pipeline((pipelined) =>
      Promise.all([
        settle(pipelined, intent, { state: 'SUCCEEDED', resultId: id, refusal: null }, now),
        claimKey(pipelined, claimOf(mutation, intent, id, now)),
        known === undefined ? mutation.known(pipelined, done) : undefined,
        known === undefined ? mutation.storing(pipelined, done) : undefined,
      ]),
    );
    if (!isMine) return new RolledBack(LOST);
    if (!isFree) return new RolledBack('HELD');
    if (known !== undefined) {
      const row = await madeBefore(transaction, mutation.find, requester.partnerId, id);
      await mutation.raise?.(transaction, row, requester);
      return { row, replayed: isReplay };
    }
    if (foundId !== undefined) return new RolledBack(new Known(foundId));
    if (store === undefined) return new RolledBack('UNPREPARED');
    return store(transaction);
  });
}

async function settleRefused<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  intent: OpenIntent<Wanted>,
  reported: ProviderRefusal,
): Promise<Made<Row> | DomainError | Unsettled> {
  const now = side.clock.now();
  const { database, requester, wanted } = intent;
  // A request with the same key may have been answered since the key was looked up: it created what is refused here.
  const heldId = intent.isClientsKey ? await heldResult(database, mutation, intent, now) : undefined;
  if (heldId !== undefined) return settleAs(mutation, intent, heldId, now);
  const isReused = reported.reasons.some(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED');
  const refusal = isReused
    ? idempotencyKeyReused(mutation.replaySeconds)
    : await readRefusal(side, mutation, { reported, requester, wanted, database });
  const outcome = await database.transaction<Refused | typeof LOST>(async (transaction) => {
    transaction.refusedWith(refusal);
    const isMine = await settle(transaction, intent, { state: 'REFUSED', resultId: null, refusal: refusal.code }, now);
    return isMine ? new Refused(refusal) : new RolledBack(LOST);
  });
  return outcome instanceof Refused ? outcome.refusal : outcome;
}

/** Settles an intent whose key already has a result. */
function settleAs<Wanted extends object, Answer, Row>(
  mutation: ProviderMutation<Wanted, Answer, Row>,
  intent: OpenIntent<Wanted>,
  id: string,
  now: Date,
): Promise<Made<Row> | Unsettled> {
  return intent.database.transaction<Made<Row> | typeof LOST>(async (transaction) => {
    if (!(await settle(transaction, intent, { state: 'SUCCEEDED', resultId: id, refusal: null }, now)))
      return new RolledBack(LOST);
    return { row: await madeBefore(transaction, mutation.find, intent.requester.partnerId, id), replayed: true };
  });
}

interface Outcome {
  readonly state: 'SUCCEEDED' | 'REFUSED' | 'NOT_EXECUTED';
  readonly resultId: string | null;
  readonly refusal: string | null;
}

/** Settles an intent; false if another process holds its lease. */
export async function settle(
  sql: Sql,
  { id, lease }: Pick<OpenIntent<unknown>, 'id' | 'lease'>,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  return (await sql.run(SETTLE_INTENT, { id, lease, ...outcome, now: now.toISOString() })).length > 0;
}

function claimOf<Wanted extends object, Answer, Row>(
  { name, replaySeconds }: ProviderMutation<Wanted, Answer, Row>,
  { requester, key, fingerprint }: OpenIntent<Wanted>,
  resultId: string,
  now: Date,
): KeyClaim {
  return { partnerId: requester.partnerId, mutation: name, key, fingerprint, resultId, now, replaySeconds };
}

/** Returns the id of the key's result if another request was answered first. */
async function heldResult<Wanted extends object, Answer, Row>(
  sql: Sql,
  { name }: ProviderMutation<Wanted, Answer, Row>,
  { requester, key, fingerprint }: OpenIntent<Wanted>,
  now: Date,
): Promise<string | undefined> {
  const values = [requester.partnerId, name, key, fingerprint, null, now.toISOString(), true] as const;
  const standing = await sql.run(FIND_STANDING, values);
  return standing.find((one) => one.kind === 'RESULT' && one.fingerprint === fingerprint)?.id;
}

/** Returns what was created, as it is now. */
export async function madeBefore<Row>(sql: Sql, find: Find<Row>, partnerId: string, id: string): Promise<Row> {
  const [row] = await sql.run(find, { partnerId, ids: [id] });
  if (row === undefined) throw new Error('What an intent made is missing although it must be there.');
  return row;
}
