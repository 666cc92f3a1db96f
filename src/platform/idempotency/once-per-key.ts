import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { idempotencyKeyReused, type IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import type { AtCommit, Database, Sql, Transaction } from '../database/database.ts';
import { isUniqueViolation } from '../database/database-failure.ts';
import type { Statement } from '../statements/statement.ts';
import { columnsOf, compiled, insertion, text, timestamptz, uuid } from '../statements/compiled.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';

/** How long a key stands for its first success where the seed does not say, in seconds (ours). The window does not slide. */
export const REPLAY_SECONDS = 7 * 86_400;
/** How long it is told what a key made, in seconds (ours): at least for as long as any key is replayed. */
export const OUTCOME_KEPT_SECONDS = 7 * 86_400;

/** What a caller says once: its key, and what it is for. */
export interface KeyClaim {
  readonly partnerId: string;
  readonly mutation: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Id of what will be made, should the key be free. */
  readonly resultId: string;
  readonly now: Date;
  /** How long it then stands for that. */
  readonly replaySeconds: number;
}

/** What something made may be told as. */
export interface Made<Row> {
  readonly row: Row;
  /** True when the key had made it before. */
  readonly replayed: boolean;
}

/** What a key is claimed with. */
export const CLAIMED = ['partnerId', 'mutation', 'key', 'fingerprint', 'resultId', 'expiresAt', 'succeededAt'] as const;

/** Without a look at what is there it takes two thirds of what the database does for `on conflict`. */
const CLAIM_NEW_KEY = insertion('claim_new_idempotency_key', IdempotencyKey, CLAIMED);

/**
 * Takes the key for this transaction, or nothing when it is held. A twin that is still in flight holds it uncommitted:
 * the insert waits for it, and takes the key only if the twin rolls back. An expired key is taken over.
 */
const CLAIM_KEY = compiled(
  'claim_idempotency_key',
  {
    entities: [IdempotencyKey],
    parameters: {
      ...{ partnerId: text, mutation: text, key: uuid, fingerprint: text, resultId: uuid },
      ...{ expiresAt: timestamptz, succeededAt: timestamptz },
    },
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

/** A statement of its own, so that its snapshot is later than the wait of the claim. */
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

/** How something is made that a key makes once. */
interface Once<Row, Refusal> {
  /** Makes it. `take` claims the key: it goes first, in the round trip of what follows it. */
  readonly make: (transaction: Transaction, take: TakeKey) => Promise<Refusal | AtCommit<Made<Row>>>;
  /** Finds what the key has made before, as it is now. */
  readonly find: Find<Row>;
}

/** Finds what was made, by its id. */
export type Find<Row> = Statement<Row, { readonly partnerId: string; readonly ids: readonly string[] }>;

/** Claims the key of a transaction; what was sent after it is not run if the key is held. */
export type TakeKey = (sql: Sql) => Promise<void>;

const nothingToTake: TakeKey = () => Promise.resolve();

/**
 * Makes something in a transaction, once per key; without a claim, each time. Key and result commit together, and a refusal
 * leaves the key free. Twins wait for the first.
 */
export async function oncePerKey<Row, Refusal>(
  database: Database,
  claim: KeyClaim | undefined,
  { make, find }: Once<Row, Refusal>,
): Promise<Made<Row> | Refusal | IdempotencyKeyReused> {
  type Outcome = Made<Row> | Refusal | IdempotencyKeyReused;
  if (claim === undefined) return database.transaction<Outcome>((transaction) => make(transaction, nothingToTake));
  // Nearly each key is new. One that is not ends the transaction: what was sent after it has done nothing.
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

/** What a key that stands for something already is answered with. */
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

/** Refuses what needs no look at storage; a key that was used already is reported first. */
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

/** What a caller says who may say a key; `input` is what it wants, in normal form. */
interface KeyedCall extends Pick<KeyClaim, 'partnerId' | 'mutation' | 'resultId' | 'now'> {
  readonly key: string | null | undefined;
  readonly input: object;
}

/** The claim of a caller; undefined where it has no key. */
export function claimOf({ key, input, ...said }: KeyedCall): KeyClaim | undefined {
  if (key === null || key === undefined) return undefined;
  return { ...said, key, fingerprint: fingerprintOf(input), replaySeconds: REPLAY_SECONDS };
}

/**
 * Claims a key for this transaction that nobody has used: nearly each is one. It ends the transaction when it is held, or
 * was before it expired; `isUsedKey` tells, and `claimKey` decides.
 */
export async function claimNewKey(sql: Sql, claim: KeyClaim): Promise<void> {
  await sql.run(CLAIM_NEW_KEY, claimValues(claim));
}

/** Whether a transaction ended because its key had been used before. */
export function isUsedKey(error: unknown): boolean {
  return isUniqueViolation(error, 'idempotency_key_pkey');
}

/**
 * Claims the key for this transaction; false when it stands for something already. A claim is kept by committing and
 * given back by rolling back.
 */
export async function claimKey(sql: Sql, claim: KeyClaim): Promise<boolean> {
  const claimed = await sql.run(CLAIM_KEY, claimValues(claim));
  return claimed.length > 0;
}

/** The values of such a claim. */
export function claimValues({ partnerId, mutation, key, fingerprint, resultId, now, replaySeconds }: KeyClaim) {
  const expiresAt = new Date(now.getTime() + replaySeconds * 1_000).toISOString();
  return { partnerId, mutation, key, fingerprint, resultId, expiresAt, succeededAt: now.toISOString() };
}

/** What a key that could not be claimed stands for: the id of its result, or `reused` when that had another input. */
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

/** The same for inputs that say the same, however their keys are ordered. */
export function fingerprintOf(input: object): string {
  return hash('sha256', canonicalize(input) ?? '', 'base64url');
}
