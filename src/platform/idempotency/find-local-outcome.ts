import { isLockTimeout } from '../database/database-failure.ts';
import type { Database, Sql } from '../database/database.ts';
import { columnsOf, compiled, literal, text, timestamptz, uuid } from '../statements/compiled.ts';
import { statement } from '../statements/statement.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';
import { OutcomeState, type RequestedKey, type IdempotentOutcome } from './idempotent-outcome.ts';
import { OUTCOME_KEPT_SECONDS } from './once-per-key.ts';

/** Longest wait for a request with the same key that is in progress, in milliseconds (ours). */
const TWIN_WAIT_MS_MAX = 2_000;

const LIMIT_WAIT = statement('limit_wait_for_twin', `select set_config('lock_timeout', '${TWIN_WAIT_MS_MAX}', true)`);

/**
 * Takes the key if it is free. A request in progress holds it uncommitted; this insert waits for it, while no other
 * statement would see it.
 */
const TRY_KEY = compiled(
  'try_idempotency_key',
  {
    entities: [IdempotencyKey],
    parameters: { partnerId: text, mutation: text, key: uuid, now: timestamptz },
    writes: 'lock',
  },
  (tables, { now, key, ...requested }) =>
    tables
      .insertInto('IdempotencyKey')
      .values({ ...requested, key, fingerprint: literal(''), resultId: key, expiresAt: now, succeededAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key'),
);

/** A separate statement, so that its snapshot is taken after the wait. */
const READ_OUTCOME = compiled(
  'read_idempotent_outcome',
  {
    entities: [IdempotencyKey],
    parameters: { partnerId: text, mutation: text, key: uuid, since: timestamptz },
  },
  (tables, { partnerId, mutation, key, since }) =>
    tables
      .selectFrom('IdempotencyKey as held')
      .select(columnsOf('held', ['resultId', 'expiresAt', 'succeededAt']))
      .where('held.partnerId', '=', partnerId)
      .where('held.mutation', '=', mutation)
      .where('held.key', '=', key)
      .where('held.succeededAt', '>', since),
);

/** Finds the latest success with a key among this gateway's own transactions, while it is kept. */
export async function findLocalOutcome(
  database: Database,
  requested: RequestedKey,
): Promise<IdempotentOutcome | undefined> {
  const now = requested.now.toISOString();
  try {
    const made = await database.rehearse((sql) => readBehindTwin(sql, requested));
    if (made === undefined) return undefined;
    const { succeededAt, expiresAt: replayableUntil, resultId: subjectId } = made;
    return { state: OutcomeState.SUCCEEDED, firstSeenAt: succeededAt, succeededAt, replayableUntil, subjectId };
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return { state: OutcomeState.RUNNING, firstSeenAt: now };
  }
}

async function readBehindTwin(sql: Sql, { partnerId, mutation, key, now }: RequestedKey) {
  const since = new Date(now.getTime() - OUTCOME_KEPT_SECONDS * 1_000).toISOString();
  const [, taken, [held]] = await Promise.all([
    sql.run(LIMIT_WAIT, []),
    sql.run(TRY_KEY, { partnerId, mutation, key, now: now.toISOString() }),
    sql.run(READ_OUTCOME, { partnerId, mutation, key, since }),
  ]);
  return taken.length > 0 ? undefined : held;
}
