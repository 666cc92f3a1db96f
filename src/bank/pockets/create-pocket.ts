import { AsyncLocalStorage } from 'node:async_hooks';
import { accountNotFound } from '../accounts/account.errors.ts';
import type { Random } from '../../kernel/random.ts';
import { bankDate, type Clock } from '../../kernel/clock.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import { BatchedCalls } from '../../platform/database/batched-calls.ts';
import {
  claimValues,
  fingerprintOf,
  replayed,
  type KeyClaim,
  type Made,
} from '../../platform/idempotency/once-per-key.ts';
import { DECIDE_POCKET, eventValues, LOCK_ACCOUNT, prefixed, type Decision } from './decide-pocket.rows.ts';
import { drawPocketNumber, newPocket, type NewPocket, type PocketRequest } from './new-pocket.value.ts';
import type { CreatePocketRefusal } from './pocket.errors.ts';
import { FIND_POCKETS, pocketValues, type PocketRow } from './pocket.rows.ts';
import { fitsAge, refusalOfRule } from './pocket.rules.ts';

/** Draws of a pocket number at most; a second one is needed once in 10^13 for each pocket of the account. */
const NUMBER_DRAWS_MAX = 5;
/** How long a key stands for its pocket, in seconds (seed, Limits). The window does not slide. */
export const POCKET_REPLAY_SECONDS = 360;
/** Category of every pocket account (ours). */
const POCKET_CATEGORY = 'POCKET';
/** Reason of the status, always this one on creation (seed, Resources). */
const CREATION_REASON = 'HOLDER_REQUEST';

export interface CreatePocketCommand extends PocketRequest {
  readonly idempotencyKey: string;
}

export interface CreatePocketDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly cnpjMayHaveLetters: boolean;
  readonly creations: Creations;
}

/** Creations of a partner that wait at the same moment share a transaction. */
export type Creations = BatchedCalls<Creation, Decision>;

/** Pockets are created in one round trip, and together where many wait. One for each process. */
export function gatheredCreations(): Creations {
  // By account: two processes that took the locks in other orders would wait for one another.
  return new BatchedCalls(decideTogether, ({ wanted: one }, { wanted: other }) =>
    one.accountNumber < other.accountNumber ? -1 : 1,
  );
}

/** A pocket that was drawn; its account is known once it is found. */
type DrawnPocket = Omit<PocketRow, 'owner'>;

interface Asked {
  readonly database: Database;
  readonly requester: Requester;
  readonly wanted: NewPocket;
  readonly claim: KeyClaim;
}

interface Creation extends Asked {
  readonly pocket: DrawnPocket;
  readonly event: ReturnType<typeof eventValues>;
  /** The context of its caller: its spans belong there. */
  readonly asCaller: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/**
 * Creates a pocket, once per idempotency key. Key, pocket and event commit together; a refusal leaves nothing behind.
 * The order of refusals is the contract's: input, key, account, status, product, birth date, quota.
 */
export async function createPocket(
  dependencies: CreatePocketDependencies,
  requester: Requester,
  command: CreatePocketCommand,
): Promise<Made<PocketRow> | CreatePocketRefusal> {
  const { database, random, clock } = dependencies;
  const wanted = newPocket(command, dependencies.cnpjMayHaveLetters);
  if (wanted instanceof DomainError) return wanted;
  const now = clock.now();
  const claim: KeyClaim = {
    partnerId: requester.partnerId,
    mutation: 'createPocket',
    key: command.idempotencyKey,
    fingerprint: fingerprintOf(wanted),
    resultId: random.timeOrderedUuid(now),
    now,
    replaySeconds: POCKET_REPLAY_SECONDS,
  };
  return create(dependencies, { database, requester, wanted, claim });
}

async function create(
  { eventLog, random, creations }: CreatePocketDependencies,
  asked: Asked,
): Promise<Made<PocketRow> | CreatePocketRefusal> {
  const { database, requester, wanted, claim } = asked;
  for (let draws = 1; ; draws += 1) {
    const creation = draw(asked, random);
    try {
      const { accountId, pocketLimit, brokenRule, isHeld, isMade } = await creations.do(claim.partnerId, creation);
      if (isMade && accountId !== null) {
        database.noteToTake?.committed();
        eventLog.wake();
        return { row: { ...creation.pocket, owner: accountId }, replayed: false };
      }
      // A twin may have been faster while this one decided.
      if (isHeld || (accountId !== null && brokenRule === null))
        return await database.transaction((transaction) => replayed(transaction, claim, FIND_POCKETS));
      if (brokenRule === null) return accountNotFound(wanted.accountNumber);
      return refusalOfRule(brokenRule, { wanted, companyKey: requester.companyKey, pocketLimit: pocketLimit ?? 0 });
    } catch (error) {
      if (draws === NUMBER_DRAWS_MAX || !isUniqueViolation(error, 'pocket_number_unique')) throw error;
    }
  }
}

function draw(asked: Asked, random: Random): Creation {
  const { wanted, claim, requester } = asked;
  const { accountNumber, currency, label, useCase, metadata, user } = wanted;
  const pocket: DrawnPocket = {
    id: claim.resultId,
    number: drawPocketNumber(accountNumber, currency, random),
    label,
    currency,
    status: 'ACTIVE',
    reason: CREATION_REASON,
    category: POCKET_CATEGORY,
    useCase,
    userName: user.name,
    userDocumentValue: user.document.value,
    userDocumentType: user.document.type,
    userBirthDate: user.birthDate,
    metadata,
    createdAt: claim.now.toISOString(),
  };
  const event = eventValues({ pocket, accountNumber, requester, at: claim.now }, random);
  return { ...asked, pocket, event, asCaller: AsyncLocalStorage.snapshot() };
}

function decideTogether(creations: readonly Creation[]): Promise<readonly Decision[]> {
  const [first] = creations;
  if (first === undefined) return Promise.resolve([]);
  return first.database.inOneTrip((sql) =>
    Promise.all(creations.map((creation) => creation.asCaller(decide, sql, creation))),
  );
}

async function decide(sql: Sql, { database, wanted, claim, pocket, event }: Creation): Promise<Decision> {
  const { partnerId } = claim;
  const { accountNumber } = wanted;
  const [, [decision]] = await Promise.all([
    sql.run(LOCK_ACCOUNT, { partnerId, accountNumber }),
    sql.run(DECIDE_POCKET, {
      ...pocketValues(partnerId, pocket),
      ...event,
      ...{ accountNumber, ageFits: fitsAge(wanted, bankDate(claim.now)) },
      ...prefixed('key', claimValues(claim)),
      ...prefixed('audit', database.noteToTake?.ofSuccess ?? {}),
    }),
  ]);
  if (decision === undefined) throw new Error('Nothing was decided of a pocket.');
  return decision;
}
