import type { Chance } from '../kernel/chance.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database, Sql, Transaction } from '../platform/database/database.ts';
import { breakerOf, breakersToSave, SAVE_BREAKERS, type BreakerRow } from './breaker.rows.ts';
import {
  afterDrained,
  afterProbeTaken,
  allowanceOf,
  CALLS_IN_FLIGHT_MAX,
  type Allowance,
  type Breaker,
  type BreakerLimits,
} from './breaker.rules.ts';
import { CLAIM_DUE, LOCK_DUE_BREAKERS, type ClaimedRow } from './due-delivery.rows.ts';
import { LIST_HELD } from './list-held.ts';
import { TELL_RELEASED } from './tell-released.ts';

/** Configurations that are looked at in one claim at most. */
const CONFIGURATIONS_MAX = 100;

export interface ClaimDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly limits: BreakerLimits;
  readonly leaseSeconds: number;
}

/** A message that this worker alone may send until its lease ends. */
export interface ClaimedDelivery extends ClaimedRow {
  readonly leaseUntil: Date;
  /** Whether it is the one call by which a breaker finds out how its endpoint is. */
  readonly isProbe: boolean;
}

interface Lane {
  readonly configurationId: string;
  readonly breaker: Breaker;
  readonly allowance: Allowance;
  /** Whether it has closed, and those who watch are yet to be told of what it releases. */
  readonly isReleasing: boolean;
}

/** Where a claim begins, and where it has come to. */
export interface ClaimTurn {
  /** Messages that may be claimed. */
  readonly places: number;
  /** Configuration that was looked at last. */
  readonly after: string;
}

export interface Claimed {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Messages that have changed for those who watch, without having been claimed. */
  readonly told: number;
  /** Configuration to begin behind the next time. */
  readonly after: string;
}

/** Before all configurations. */
export const FIRST_TURN = '00000000-0000-0000-0000-000000000000';

/**
 * Claims due messages for this worker, and lists those that a breaker holds back. They are committed before any is
 * sent: a worker that is killed leaves a message twice sent at most, never lost.
 */
export async function claimDeliveries(dependencies: ClaimDependencies, turn: ClaimTurn): Promise<Claimed> {
  const { database, clock, limits } = dependencies;
  const { places, after } = turn;
  const now = clock.now();
  return database.transaction(async (transaction) => {
    const values = [now.toISOString(), CONFIGURATIONS_MAX, after];
    const rows = await transaction.run<BreakerRow>(LOCK_DUE_BREAKERS, values);
    const lanes = rows.map((row): Lane => {
      const breaker = breakerOf(row);
      const allowance = allowanceOf(breaker, now, limits);
      return { configurationId: row.configurationId, breaker, allowance, isReleasing: row.isReleasing };
    });
    const last = lanes.at(-1);
    if (last === undefined) return { deliveries: [], told: 0, after };
    const claim = { leaseId: dependencies.chance.uuid(), places, now, leaseSeconds: dependencies.leaseSeconds };
    return { ...(await claimInTransaction(transaction, lanes, claim)), after: last.configurationId };
  });
}

interface Claim {
  readonly leaseId: string;
  readonly places: number;
  readonly now: Date;
  readonly leaseSeconds: number;
}

async function claimInTransaction(
  transaction: Transaction,
  lanes: readonly Lane[],
  claim: Claim,
): Promise<Pick<Claimed, 'deliveries' | 'told'>> {
  const open = lanes.filter(({ allowance }) => allowance.kind !== 'hold');
  const held = lanes.filter(({ breaker }) => breaker.state !== 'CLOSED');
  const releasing = lanes.filter(({ isReleasing }) => isReleasing);
  const leaseUntil = new Date(claim.now.getTime() + claim.leaseSeconds * 1_000);
  const [claimed, ...telling] = await transaction.pipeline((pipelined) =>
    Promise.all([
      open.length === 0 ? [] : pipelined.run<ClaimedRow>(CLAIM_DUE, claimValues(open, claim, leaseUntil)),
      held.length === 0 ? [] : pipelined.run<Told>(LIST_HELD, [idsOf(held)]),
      releasing.length === 0 ? [] : pipelined.run<Told>(TELL_RELEASED, [idsOf(releasing)]),
    ]),
  );
  const taken = Map.groupBy(claimed, ({ configurationId }) => configurationId);
  const probed = new Set<string>();
  const changed = new Map<string, Breaker>();
  for (const { configurationId, breaker, allowance } of open) {
    const calls = taken.get(configurationId)?.length ?? 0;
    if (calls === 0) continue;
    if (allowance.kind === 'probe') {
      probed.add(configurationId);
      changed.set(configurationId, afterProbeTaken(breaker, leaseUntil));
    } else if (allowance.kind === 'drain') changed.set(configurationId, afterDrained(breaker, calls));
  }
  if (changed.size > 0) saveWithCommit(transaction, changed);
  const deliveries = claimed.map((row) => ({ ...row, leaseUntil, isProbe: probed.has(row.configurationId) }));
  return { deliveries, told: telling.flat().reduce((sum, { told }) => sum + told, 0) };
}

interface Told {
  readonly told: number;
}

function idsOf(lanes: readonly Lane[]): readonly string[] {
  return lanes.map(({ configurationId }) => configurationId);
}

function saveWithCommit(transaction: Transaction, changed: ReadonlyMap<string, Breaker>): void {
  transaction.pipelineWithCommit((pipelined: Sql) => pipelined.run(SAVE_BREAKERS, [breakersToSave(changed)]));
}

function claimValues(open: readonly Lane[], { leaseId, places, now }: Claim, leaseUntil: Date) {
  return [
    open.map(({ configurationId }) => configurationId),
    open.map(({ allowance }) => callsOf(allowance)),
    open.map(({ allowance }) => (allowance.kind === 'flow' ? allowance.inFlight : CALLS_IN_FLIGHT_MAX)),
    now.toISOString(),
    places,
    leaseId,
    leaseUntil.toISOString(),
    // What a breaker has held back goes out in the order in which it happened.
    open.map(({ allowance }) => String(allowance.kind !== 'flow')),
  ];
}

function callsOf(allowance: Allowance): number {
  switch (allowance.kind) {
    case 'flow':
      return CALLS_IN_FLIGHT_MAX;
    case 'drain':
      return allowance.calls;
    case 'probe':
      return 1;
    case 'hold':
      return 0;
  }
}
