import { instantOf } from '../../platform/statements/instant.ts';
import { RowSet } from '../../platform/statements/row-set.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { BreakerState } from './breaker.enum.ts';
import type { Breaker } from './breaker.rules.ts';

/** A breaker as it is stored; instants as PostgreSQL writes them. */
export interface BreakerRow {
  readonly configurationId: string;
  readonly state: BreakerState;
  readonly faultsInRow: number;
  readonly windowBeganAt: string | null;
  readonly windowCalls: number;
  readonly windowFaults: number;
  readonly openedAt: string | null;
  readonly restSeconds: number;
  readonly nextProbeAt: string | null;
  readonly drainBeganAt: string | null;
  readonly drainTaken: number;
  readonly lastFailure: string | null;
  /** Whether subscribers have yet to be notified of messages that it no longer holds. */
  readonly isReleasing: boolean;
}

export const BREAKER_COLUMNS = `
  breaker.configuration_id as "configurationId", breaker.state, breaker.faults_in_row as "faultsInRow",
  breaker.window_began_at as "windowBeganAt", breaker.window_calls as "windowCalls",
  breaker.window_faults as "windowFaults", breaker.opened_at as "openedAt", breaker.rest_seconds as "restSeconds",
  breaker.next_probe_at as "nextProbeAt", breaker.drain_began_at as "drainBeganAt",
  breaker.drain_taken as "drainTaken", breaker.last_failure as "lastFailure",
  breaker.released_position is not null as "isReleasing"`;

/** Returns a row as the rules use it. */
export function breakerOf(row: BreakerRow): Breaker {
  const { configurationId: _, isReleasing: __, ...breaker } = row;
  return {
    ...breaker,
    windowBeganAt: instantOrNull(row.windowBeganAt),
    openedAt: instantOrNull(row.openedAt),
    nextProbeAt: instantOrNull(row.nextProbeAt),
    drainBeganAt: instantOrNull(row.drainBeganAt),
  };
}

function instantOrNull(text: string | null): Date | null {
  return text === null ? null : instantOf(text);
}

const SAVED_BREAKERS = new RowSet([
  ['configuration_id', 'uuid'],
  ['state', 'breaker_state'],
  ['faults_in_row', 'int'],
  ['window_began_at', 'timestamptz'],
  ['window_calls', 'int'],
  ['window_faults', 'int'],
  ['opened_at', 'timestamptz'],
  ['rest_seconds', 'float8'],
  ['next_probe_at', 'timestamptz'],
  ['drain_began_at', 'timestamptz'],
  ['drain_taken', 'int'],
  ['last_failure', 'text'],
]);

/**
 * Each opening restarts the listing of held messages, and each closing the notifications of released ones. Requires the
 * locks of the rows.
 */
export const SAVE_BREAKERS = statement(
  'save_webhook_breakers',
  `update webhook_breaker as breaker set
     state = saved.state, faults_in_row = saved.faults_in_row, window_began_at = saved.window_began_at,
     window_calls = saved.window_calls, window_faults = saved.window_faults, opened_at = saved.opened_at,
     rest_seconds = saved.rest_seconds, next_probe_at = saved.next_probe_at, drain_began_at = saved.drain_began_at,
     drain_taken = saved.drain_taken, last_failure = saved.last_failure,
     listed_position = case when breaker.state = 'CLOSED' then 0 else breaker.listed_position end,
     released_position = case
       when saved.state <> 'CLOSED' then null when breaker.state <> 'CLOSED' then 0 else breaker.released_position
     end
   from ${SAVED_BREAKERS.as('saved')}
   where breaker.configuration_id = saved.configuration_id`,
  { writes: 'batch' },
);

/** Returns breakers as parameters of SAVE_BREAKERS. */
export function breakersToSave(breakers: ReadonlyMap<string, Breaker>) {
  return SAVED_BREAKERS.valuesOf(
    [...breakers].map(([configurationId, breaker]) => ({
      configuration_id: configurationId,
      state: breaker.state,
      faults_in_row: breaker.faultsInRow,
      window_began_at: breaker.windowBeganAt,
      window_calls: breaker.windowCalls,
      window_faults: breaker.windowFaults,
      opened_at: breaker.openedAt,
      rest_seconds: breaker.restSeconds,
      next_probe_at: breaker.nextProbeAt,
      drain_began_at: breaker.drainBeganAt,
      drain_taken: breaker.drainTaken,
      last_failure: breaker.lastFailure,
    })),
  );
}
