import { accountDecisions } from '../accounts/account-decisions.ts';
import { accountNotFound } from '../accounts/account.errors.ts';
import type { Random } from '../../kernel/random.ts';
import { bankDate, type Clock } from '../../kernel/clock.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { BatchedDecisions } from '../../platform/database/batched-decisions.ts';
import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import {
  claimValues,
  fingerprintOf,
  replayed,
  type KeyClaim,
  type Made,
} from '../../platform/idempotency/once-per-key.ts';
import { DECIDE_POCKET, eventValues, type Decision } from './decide-pocket.rows.ts';
import { drawPocketNumber, newPocket, type NewPocket, type PocketRequest } from './new-pocket.value.ts';
import type { CreatePocketRefusal } from './pocket.errors.ts';
import { FIND_POCKETS, pocketValues, type PocketRow } from './pocket.rows.ts';
import { fitsAge, refusalOfRule } from './pocket.rules.ts';

/** Name of the mutation in keys and intents. */
export const CREATE_POCKET = 'createPocket';
/** Maximum number of draws of a pocket number; per pocket of the account, a second one is needed once in 10^13. */
const NUMBER_DRAWS_MAX = 5;
/** How long a key replays its pocket, in seconds (docs/partner-api.md). The window does not slide. */
export const POCKET_REPLAY_SECONDS = 360;
/** Category of every pocket account (ours). */
const POCKET_CATEGORY = 'POCKET';
/** Reason for the status on creation. */
const CREATION_REASON = 'HOLDER_REQUEST';

export interface CreatePocketCommand extends PocketRequest {
  readonly idempotencyKey: string;
}

export interface CreatePocketDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly creations: Creations;
}

/** Pocket creations of a partner that wait at the same time share a transaction. */
export type Creations = BatchedDecisions<Creation, Decision>;

/** Creates pockets in one round trip, several together if they wait. One object per process. */
export function gatheredCreations(): Creations {
  return accountDecisions(decide, ({ claim: { partnerId }, wanted: { accountNumber } }) => ({
    partnerId,
    accountNumber,
  }));
}

/** A pocket with its number; its account is not known yet. */
type DrawnPocket = Omit<PocketRow, 'owner'>;

/** A request with valid input, and the claim of its idempotency key. */
interface ClaimedRequest {
  readonly database: Database;
  readonly requester: Requester;
  readonly wanted: NewPocket;
  readonly claim: KeyClaim;
}

interface Creation extends ClaimedRequest {
  readonly pocket: DrawnPocket;
  readonly event: ReturnType<typeof eventValues>;
}

/**
 * Creates a pocket, once per idempotency key. Key, pocket and event are committed together; a refusal stores nothing.
 * Refusals have the order of the contract: input, key, account, status, product, birth date, quota.
 */
export async function createPocket(
  dependencies: CreatePocketDependencies,
  requester: Requester,
  command: CreatePocketCommand,
): Promise<Made<PocketRow> | CreatePocketRefusal> {
  const { database, random, clock } = dependencies;
  const wanted = newPocket(command);
  if (wanted instanceof DomainError) return wanted;
  const now = clock.now();
  const claim: KeyClaim = {
    partnerId: requester.partnerId,
    mutation: CREATE_POCKET,
    key: command.idempotencyKey,
    fingerprint: fingerprintOf(wanted),
    resultId: random.timeOrderedUuid(now),
    now,
    replaySeconds: POCKET_REPLAY_SECONDS,
  };
  const { pocket, decision } = await createWithFreeNumber(dependencies, { database, requester, wanted, claim });
  const { accountId, brokenRule, isHeld, isMade, ...facts } = decision;
  if (isMade && accountId !== null) {
    database.noteToTake?.committed();
    dependencies.eventLog.wake();
    return { row: { ...pocket, owner: accountId }, replayed: false };
  }
  // No rule refuses it and it was not created: a concurrent request with the same key was faster.
  if (isHeld || (accountId !== null && brokenRule === null))
    return database.transaction((transaction) => replayed(transaction, claim, FIND_POCKETS));
  if (brokenRule === null) return accountNotFound(wanted.accountNumber);
  return refusalOfRule(brokenRule, { wanted, companyKey: requester.companyKey, ...facts });
}

/** Draws another number while the drawn number is in use. */
async function createWithFreeNumber(
  { random, creations }: CreatePocketDependencies,
  request: ClaimedRequest,
): Promise<{ readonly pocket: DrawnPocket; readonly decision: Decision }> {
  for (let draws = 1; ; draws += 1) {
    const creation = draw(request, random);
    try {
      return { pocket: creation.pocket, decision: await creations.do(request.claim.partnerId, creation) };
    } catch (error) {
      if (draws === NUMBER_DRAWS_MAX || !isUniqueViolation(error, 'pocket_number_unique')) throw error;
    }
  }
}

function draw(request: ClaimedRequest, random: Random): Creation {
  const { wanted, claim, requester } = request;
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
  return { ...request, pocket, event };
}

async function decide(sql: Sql, { database, wanted, claim, pocket, event }: Creation): Promise<Decision> {
  const [decision] = await sql.run(DECIDE_POCKET, {
    ...pocketValues(claim.partnerId, pocket),
    ...event,
    accountNumber: wanted.accountNumber,
    ageFits: fitsAge(wanted, bankDate(claim.now)),
    key: claimValues(claim),
    audit: database.noteToTake?.ofSuccess ?? {},
  });
  if (decision === undefined) throw new Error('Nothing was decided of a pocket.');
  return decision;
}
