/**
 * Makes a mutation once for each idempotency key.
 * @packageDocumentation
 */

import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { idempotencyKeyReused, type IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import type { AtCommit, Database, Sql, Transaction } from '../database/database.ts';
import { isUniqueViolation } from '../database/database-failure.ts';
import type { Composition } from '../statements/composition.ts';
import type { Statement } from '../statements/statement.ts';
import { columnsOf, compiled, insertOf, text, timestamptz, uuid, valuesOf } from '../statements/compiled.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';

/** How long a key replays its first success unless the partner API defines it, in seconds (ours). It does not slide. */
export const REPLAY_SECONDS = 7 * 86_400;
/** How long the outcome of a key can be queried, in seconds (ours): at least as long as any key is replayed. */
export const OUTCOME_KEPT_SECONDS = 7 * 86_400;

/** The claim of a caller: its key, and what the key is for. */
export interface KeyClaim {
  readonly partnerId: string;
  readonly mutation: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Id of what is created if the key is free. */
  readonly resultId: string;
  readonly now: Date;
  /** How long the key then replays that result. */
  readonly replaySeconds: number;
}

/** A row that was created, now or by an earlier request. */
export interface Made<Row> {
  readonly row: Row;
  /** True if an earlier request with the key created it. */
  readonly replayed: boolean;
}

/** Columns that a claim inserts. */
const CLAIMED = ['partnerId', 'mutation', 'key', 'fingerprint', 'resultId', 'expiresAt', 'succeededAt'] as const;

/** Source and condition of a claim in a larger statement. */
interface ClaimedFrom {
  readonly from: string;
  readonly where?: string;
}

/**
 * Returns queries of a statement that creates something: `held` has a row if the key already has a result, and `claimed
 * (result_id)` if the key is claimed; everything that is created selects from `claimed`.
 */
export function claimQueries(composition: Composition, { from, where = 'true' }: ClaimedFrom) {
  const partnerId = composition.parameter('partnerId');
  const key = (column: (typeof CLAIMED)[number]) => composition.parameter(column, 'key');
  const claim = composition.insertion(IdempotencyKey, {
    columns: CLAIMED,
    group: 'key',
    given: { partnerId },
    from: `from ${from} where ${where} and not exists (select from held)`,
  });
  return {
    held: {
      materialized: `
      select from idempotency_key as held
      where held.partner_id = ${partnerId} and held.mutation = ${key('mutation')}
        and held.key = ${key('key')} and held.expires_at > ${key('succeededAt')}`,
    },
    claimed: `
      ${claim}
      on conflict (partner_id, mutation, key) do update set fingerprint = excluded.fingerprint,
        result_id = excluded.result_id, expires_at = excluded.expires_at, succeeded_at = excluded.succeeded_at
      where idempotency_key.expires_at <= excluded.succeeded_at
      returning result_id`,
  };
}

/** The same queries for a call without a key. */
export function unkeyedQueries({ from, where }: Required<ClaimedFrom>) {
  return { held: 'select where false', claimed: `select from ${from} where ${where}` };
}

/** Costs the database two thirds of an insert with `on conflict`, which looks for an existing row first. */
const CLAIM_NEW_KEY = compiled(
  'claim_new_idempotency_key',
  { entities: [IdempotencyKey], parameters: valuesOf(IdempotencyKey, CLAIMED), writes: 'lock' },
  (_, values) => insertOf(IdempotencyKey, values),
);

/**
 * Claims the key for this transaction, unless it is held. A concurrent request with the same key holds it uncommitted:
 * the insert waits, and claims the key only if that request rolls back. An expired key is taken over.
 */
const CLAIM_KEY = compiled(
  'claim_idempotency_key',
  {
    entities: [IdempotencyKey],
    parameters: {
      partnerId: text,
      mutation: text,
      key: uuid,
      fingerprint: text,
      resultId: uuid,
      expiresAt: timestamptz,
      succeededAt: timestamptz,
    },
    writes: 'lock',
  },
  (tables, claim) =>
    tables
      .insertInto('IdempotencyKey')
      .values(claim)
      .onConflict((conflict) =>
        conflict
          .columns(['partnerId', 'mutation', 'key'])
          .doUpdateSet((columns) => ({
            fingerprint: columns.ref('excluded.fingerprint'),
            resultId: columns.ref('excluded.resultId'),
            expiresAt: columns.ref('excluded.expiresAt'),
            succeededAt: columns.ref('excluded.succeededAt'),
          }))
          .where('IdempotencyKey.expiresAt', '<=', claim.succeededAt),
      )
      .returning('key'),
);

/** A separate statement, so that its snapshot is taken after the wait of the claim. */
const READ_KEY = compiled(
  'read_idempotency_key',
  { entities: [IdempotencyKey], parameters: { partnerId: text, mutation: text, key: uuid } },
  (tables, { partnerId, mutation, key }) =>
    tables
      .selectFrom('IdempotencyKey as held')
      .select(columnsOf('held', ['fingerprint', 'resultId']))
      .where('held.partnerId', '=', partnerId)
      .where('held.mutation', '=', mutation)
      .where('held.key', '=', key),
);

/** How to create something once per key. */
interface Once<Row, Refusal> {
  /** Creates it. `take` claims the key: it must be called first, and shares the round trip of the next statement. */
  readonly make: (transaction: Transaction, take: TakeKey) => Promise<Refusal | AtCommit<Made<Row>>>;
  /** Finds the current state of what an earlier request with the key created. */
  readonly find: Find<Row>;
}

/** Finds what was created, by its id. */
export type Find<Row> = Statement<Row, { readonly partnerId: string; readonly ids: readonly string[] }>;

/** Claims the key for a transaction; statements sent after it are not executed if the key is held. */
export type TakeKey = (sql: Sql) => Promise<void>;

const nothingToTake: TakeKey = () => Promise.resolve();

/**
 * Creates something in a transaction, once per key; without a claim, each time. Key and result commit together, and a
 * refusal leaves the key free. Concurrent requests with the same key wait for the first.
 */
export async function oncePerKey<Row, Refusal>(
  database: Database,
  claim: KeyClaim | undefined,
  { make, find }: Once<Row, Refusal>,
): Promise<Made<Row> | Refusal | IdempotencyKeyReused> {
  type Outcome = Made<Row> | Refusal | IdempotencyKeyReused;
  if (claim === undefined) return database.transaction<Outcome>((transaction) => make(transaction, nothingToTake));
  // Nearly every key is new. One that is not aborts the transaction: statements sent after it have no effect.
  if (!database.isEmbedded)
    try {
      return await database.transaction<Outcome>((transaction) => make(transaction, (sql) => claimNewKey(sql, claim)));
    } catch (error) {
      if (!isUsedKey(error)) throw error;
    }
  return database.transaction<Outcome>(async (transaction) => {
    if (await claimKey(transaction, claim)) return make(transaction, nothingToTake);
    return replayed(transaction, claim, find);
  });
}

/** Returns the result of a key that is already used, or a refusal if its input was different. */
export async function replayed<Row>(
  sql: Sql,
  claim: KeyClaim,
  find: Find<Row>,
): Promise<Made<Row> | IdempotencyKeyReused> {
  const result = await resultOfKey(sql, claim);
  return result === 'reused'
    ? idempotencyKeyReused(claim.replaySeconds)
    : replay(sql, find, { ...claim, resultId: result.id });
}

/** Returns a refusal that is known without reading storage, unless the key is already used: that takes precedence. */
export async function refuseOncePerKey<Row, Refusal>(
  database: Database,
  claim: KeyClaim | undefined,
  { refusal, find }: { readonly refusal: Refusal; readonly find: Find<Row> },
): Promise<Made<Row> | Refusal | IdempotencyKeyReused> {
  if (claim === undefined) return refusal;
  return oncePerKey(database, claim, {
    make: async (transaction, take) => {
      await take(transaction);
      return refusal;
    },
    find,
  });
}

/** A call that can have a key; `input` is the normalized input. */
interface KeyedCall extends Pick<KeyClaim, 'partnerId' | 'mutation' | 'resultId' | 'now'> {
  readonly key: string | null | undefined;
  readonly input: object;
}

/** Returns the claim of a call; undefined if it has no key. */
export function claimOf({ key, input, ...rest }: KeyedCall): KeyClaim | undefined {
  if (key === null || key === undefined) return undefined;
  return { ...rest, key, fingerprint: fingerprintOf(input), replaySeconds: REPLAY_SECONDS };
}

/**
 * Claims a key that has never been used: nearly every key is new. If it is held, or was before it expired, the error
 * aborts the transaction: `isUsedKey` detects this, and `claimKey` decides.
 */
export async function claimNewKey(sql: Sql, claim: KeyClaim): Promise<void> {
  await sql.run(CLAIM_NEW_KEY, claimValues(claim));
}

/** Checks whether a transaction was aborted because its key had been used before. */
export function isUsedKey(error: unknown): boolean {
  return isUniqueViolation(error, 'idempotency_key_pkey');
}

/**
 * Claims the key for this transaction; returns false if it already has a result. Committing keeps a claim, rolling back
 * releases it.
 */
export async function claimKey(sql: Sql, claim: KeyClaim): Promise<boolean> {
  const claimed = await sql.run(CLAIM_KEY, claimValues(claim));
  return claimed.length > 0;
}

/** Returns the values of `CLAIMED` for a claim. */
export function claimValues({ partnerId, mutation, key, fingerprint, resultId, now, replaySeconds }: KeyClaim) {
  const expiresAt = new Date(now.getTime() + replaySeconds * 1_000).toISOString();
  return { partnerId, mutation, key, fingerprint, resultId, expiresAt, succeededAt: now.toISOString() };
}

/** Returns the id of the result of a key that is held, or `reused` if it was used with another input. */
export async function resultOfKey(sql: Sql, claim: KeyClaim): Promise<{ readonly id: string } | 'reused'> {
  const { partnerId, mutation, key, fingerprint } = claim;
  const [held] = await sql.run(READ_KEY, { partnerId, mutation, key });
  return held?.fingerprint === fingerprint ? { id: held.resultId } : 'reused';
}

async function replay<Row>(sql: Sql, find: Find<Row>, { partnerId, resultId }: KeyClaim): Promise<Made<Row>> {
  const [row] = await sql.run(find, { partnerId, ids: [resultId] });
  if (row === undefined) throw new Error('What a key made is missing although it must be there.');
  return { row, replayed: true };
}

/** Returns a hash that is the same for equal inputs, whatever the order of their keys. */
export function fingerprintOf(input: object): string {
  return hash('sha256', canonicalize(input) ?? '', 'base64url');
}
