import type { Clock } from '../../kernel/clock.ts';
import { lacksPartition } from '../../platform/database/database-failure.ts';
import type { Database, Sql, Transaction } from '../../platform/database/database.ts';
import { breakerOf, breakersToSave, SAVE_BREAKERS } from '../breaker/breaker.rows.ts';
import type { Breaker } from '../breaker/breaker.rules.ts';
import {
  breakersAfterClaim,
  claimedDeliveries,
  isCounted,
  lanesOf,
  limitsOf,
  type ClaimedDelivery,
  type Lane,
} from './claim.rules.ts';
import { CLAIM_DUE, LOCK_DUE_BREAKERS, type ClaimedRow } from './due-delivery.rows.ts';
import { claimOf, partnersWithoutSlots, slotsOf, type FreeSlots } from '../../platform/limits/free-slots.rules.ts';
import { addLackingMonths } from './lacking-months.ts';
import { ARCHIVE_HELD } from '../breaker/archive-held.ts';
import { DISABLE_GONE, LOCK_BREAKERS, SETTLE, SETTLED_CALLS } from './settled-call.rows.ts';
import {
  breakersAfterCalls,
  isGone,
  settledCall,
  type CallResult,
  type SettlementRules,
} from './settled-call.rules.ts';
import { NOTIFY_RELEASED } from '../breaker/notify-released.ts';

/** Maximum number of configurations per claim. */
const CONFIGURATIONS_MAX = 100;

export interface SettleAndClaimDependencies extends SettlementRules {
  readonly database: Database;
  readonly clock: Clock;
  readonly leaseSeconds: number;
}

/** The input of a round: ended calls, and slots for new ones. */
export interface DeliveryRound {
  /** Calls that have ended. */
  readonly results: readonly CallResult[];
  /** Slots for claimed messages; if none is free, nothing is claimed. */
  readonly slots: FreeSlots;
}

export interface DeliveryRoundResult {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Messages that have changed for subscribers without a call or a claim. */
  readonly notified: number;
  /** Whether calls ended whose configuration was deleted meanwhile. */
  readonly hasOrphans: boolean;
  /** Whether there may be more to claim immediately: a breaker lets more through, or the claim reached its limit. */
  readonly hasMore: boolean;
}

/**
 * Records how calls ended (attempts, messages, tallies, next retries, breakers), claims due messages for this worker,
 * and lists messages that breakers hold. It is one transaction, since all of it locks the breakers: usually two round
 * trips and one commit. Claims are committed before any message is sent: if a worker is killed, a message may be sent
 * twice, but is never lost.
 *
 * If the archive lacks the month of a message or of a call, since the clock was wrong, the month is created first.
 */
export async function settleAndClaim(
  dependencies: SettleAndClaimDependencies,
  round: DeliveryRound,
): Promise<DeliveryRoundResult> {
  try {
    return await exchange(dependencies, round);
  } catch (error) {
    if (!lacksPartition(error)) throw error;
    await addLackingMonths(
      dependencies.database,
      round.results.map(({ at }) => at),
    );
    return exchange(dependencies, round);
  }
}

async function exchange(dependencies: SettleAndClaimDependencies, round: DeliveryRound): Promise<DeliveryRoundResult> {
  const { database, clock, random, leaseSeconds, limits } = dependencies;
  const { results, slots } = round;
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1_000);
  const claim = { leaseId: random.uuid(), slots, now, leaseUntil };
  // Serialized before anything is locked.
  const settled = SETTLED_CALLS.valuesOf(results.map((result) => settledCall(dependencies, result)));
  return database.transaction<DeliveryRoundResult>(async (transaction) => {
    const { called, waiting, hasOrphans } = await lock(transaction, round, now);
    const changed = breakersAfterCalls(dependencies, called, results);
    const lanes = lanesOf(waiting, changed, { now, limits });
    const wasHeld = called.some(({ breaker }) => breaker.state !== 'CLOSED');
    const run = async (sql: Sql): Promise<DeliveryRoundResult> => {
      const [, claimed, ...notifying] = await Promise.all([
        settle(sql, { results, settled, changed, now }),
        ...claimAndNotify(sql, lanes, claim),
      ]);
      return {
        deliveries: claimedDeliveries(lanes, claimed, leaseUntil),
        notified: notifying.flat().reduce((sum, { notified }) => sum + notified, 0),
        hasOrphans,
        hasMore: wasHeld || (claimed.length > 0 && (lanes.length === CONFIGURATIONS_MAX || tookAll(claimed, slots))),
      };
    };
    if (!lanes.some(isCounted)) return transaction.pipelineWithCommit(run);
    const result = await transaction.pipeline(run);
    const taken = breakersAfterClaim(lanes, result.deliveries, leaseUntil);
    if (taken.size > 0) transaction.pipelineWithCommit((sql) => save(sql, taken));
    return result;
  });
}

/** Locks the breakers of ended calls first, waiting for them, then those of due messages, skipping locked ones. */
async function lock(transaction: Transaction, { results, slots }: DeliveryRound, now: Date) {
  const configurationIds = [...new Set(results.map(({ delivery }) => delivery.configurationId))];
  const at = now.toISOString();
  const [called, due] = await transaction.pipeline((sql) =>
    Promise.all([
      results.length === 0 ? [] : sql.run(LOCK_BREAKERS, [configurationIds, at]),
      slots.free <= 0 ? [] : sql.run(LOCK_DUE_BREAKERS, [at, CONFIGURATIONS_MAX, partnersWithoutSlots(slots)]),
    ]),
  );
  return {
    hasOrphans: called.length < configurationIds.length,
    called: called.map((row) => ({ ...row, breaker: breakerOf(row) })),
    waiting: due.map(({ partnerId, ...row }) => ({ ...row, partnerId, breaker: breakerOf(row) })),
  };
}

interface Settlement {
  readonly results: readonly CallResult[];
  /** The results, as parameters of SETTLE. */
  readonly settled: ReturnType<typeof SETTLED_CALLS.valuesOf>;
  readonly changed: ReadonlyMap<string, Breaker>;
  readonly now: Date;
}

async function settle(sql: Sql, { results, settled, changed, now }: Settlement): Promise<void> {
  if (results.length === 0) return;
  const gone = results.filter(isGone).map(({ delivery }) => delivery);
  await Promise.all([
    sql.run(SETTLE, settled),
    changed.size > 0 && save(sql, changed),
    gone.length > 0 && sql.run(DISABLE_GONE, disabledValues(gone, now)),
  ]);
}

function disabledValues(gone: readonly ClaimedDelivery[], now: Date) {
  return [gone.map(({ configurationId }) => configurationId), now, gone.map(({ uri }) => uri)] as const;
}

function save(sql: Sql, breakers: ReadonlyMap<string, Breaker>): Promise<unknown> {
  return sql.run(SAVE_BREAKERS, breakersToSave(breakers));
}

/** Checks whether a claim reached its limit, for one partner or in total. */
function tookAll(claimed: readonly ClaimedRow[], slots: FreeSlots): boolean {
  const byPartner = Map.groupBy(claimed, ({ partnerId }) => partnerId);
  return (
    claimed.length >= claimOf(slots.free) ||
    [...byPartner].some(([partnerId, rows]) => rows.length >= claimOf(slotsOf(partnerId, slots)))
  );
}

interface Claim {
  readonly leaseId: string;
  readonly slots: FreeSlots;
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** Claims for lanes that allow calls, lists held messages, and notifies of released ones. */
function claimAndNotify(sql: Sql, lanes: readonly Lane[], claim: Claim) {
  const open = lanes.filter(({ allowance }) => allowance.kind !== 'hold');
  const held = lanes.filter(({ breaker }) => breaker.state !== 'CLOSED');
  const releasing = lanes.filter(({ isReleasing }) => isReleasing);
  return [
    open.length === 0 ? [] : sql.run(CLAIM_DUE, claimValues(open, claim)),
    held.length === 0 ? [] : sql.run(ARCHIVE_HELD, [idsOf(held)]),
    releasing.length === 0 ? [] : sql.run(NOTIFY_RELEASED, [idsOf(releasing)]),
  ] as const;
}

function idsOf(lanes: readonly Lane[]): readonly string[] {
  return lanes.map(({ configurationId }) => configurationId);
}

function claimValues(open: readonly Lane[], { leaseId, slots, now, leaseUntil }: Claim) {
  const limits = open.map(limitsOf);
  const partnerSlots = open.map(({ partnerId }) => slotsOf(partnerId, slots));
  return [
    idsOf(open),
    limits.map(({ calls }) => calls),
    limits.map(({ inFlight }) => inFlight),
    now.toISOString(),
    claimOf(slots.free),
    leaseId,
    leaseUntil.toISOString(),
    limits.map(({ oldestFirst }) => String(oldestFirst)),
    partnerSlots,
    partnerSlots.map(claimOf),
  ] as const;
}
