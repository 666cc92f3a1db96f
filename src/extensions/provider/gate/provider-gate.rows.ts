import { instantOf } from '../../../platform/statements/instant.ts';
import {
  columnsExcept,
  columnsOf,
  compiled,
  parameter,
  text,
  timestamptz,
  type RowOf,
} from '../../../platform/statements/compiled.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { BreakerState } from '../../../webhooks/breaker/breaker.enum.ts';
import { UNUSED_BREAKER, type Breaker } from '../../../webhooks/breaker/breaker.rules.ts';
import { ProviderGate } from './provider-gate.entity.ts';

/** Scope of the row of all partners. */
export const ALL = '';

const COLUMNS = columnsOf('gate', columnsExcept(ProviderGate));

/** A row for each partner that ever got no answer or was limited, and that of all: read every second while calls are made. */
export const LIST_GATES = compiled('list_provider_gates', { entities: [ProviderGate], parameters: {} }, (tables) =>
  tables.selectFrom('ProviderGate as gate').select(COLUMNS),
);

/** Adds the row of a partner with the first call that is noted of it; $2: now. */
export const ADD_SCOPE = statement(
  'add_provider_gate',
  'insert into provider_gate (scope, since) values ($1, $2::timestamptz) on conflict do nothing',
  { writes: 'lock' },
);

/** Locks the row while the breaker changes: faults are counted once, and all processes together send one probe. */
export const LOCK_BREAKER = compiled(
  'lock_provider_breaker',
  { entities: [ProviderGate], parameters: { scope: text } },
  (tables, { scope }) =>
    tables.selectFrom('ProviderGate as gate').select(COLUMNS).where('gate.scope', '=', scope).forUpdate(),
);

export type GateRow = RowOf<typeof LIST_GATES>;

const int = parameter<number>('int');
const instant = parameter<string | null>('timestamptz');

/** Requires the lock of its row (`LOCK_BREAKER`). */
export const SAVE_BREAKER = compiled(
  'save_provider_breaker',
  {
    entities: [ProviderGate],
    parameters: {
      scope: text,
      state: parameter<BreakerState>('breaker_state'),
      since: timestamptz,
      faultsInRow: int,
      windowBeganAt: instant,
      windowCalls: int,
      windowFaults: int,
      openedAt: instant,
      restSeconds: int,
      nextProbeAt: instant,
      lastFailure: parameter<string | null>('text'),
    },
    writes: 'lock',
  },
  (tables, { scope, ...saved }) => tables.updateTable('ProviderGate').set(saved).where('scope', '=', scope),
);

/** $1: scope, $2: now, $3: end of the pause. A longer pause is kept, and so is the beginning of a current one. */
export const REST = statement(
  'rest_provider_gate',
  `insert into provider_gate as gate (scope, limited_at, rests_until) values ($1, $2::timestamptz, $3::timestamptz)
   on conflict (scope) do update set
     limited_at = case when gate.rests_until > excluded.limited_at then gate.limited_at else excluded.limited_at end,
     rests_until = greatest(gate.rests_until, excluded.rests_until)`,
  { writes: 'lock' },
);

/** Returns the breaker of a row, in the form of the rules. */
export function breakerOf(row: GateRow): Breaker {
  return {
    ...UNUSED_BREAKER,
    state: row.state,
    faultsInRow: row.faultsInRow,
    windowBeganAt: instantOrNull(row.windowBeganAt),
    windowCalls: row.windowCalls,
    windowFaults: row.windowFaults,
    openedAt: instantOrNull(row.openedAt),
    restSeconds: row.restSeconds,
    nextProbeAt: instantOrNull(row.nextProbeAt),
    lastFailure: row.lastFailure,
  };
}

/** Returns the parameters of SAVE_BREAKER for a breaker. */
export function savedBreaker(scope: string, breaker: Breaker, since: Date) {
  const { state, faultsInRow, windowCalls, windowFaults, restSeconds, lastFailure } = breaker;
  return {
    scope,
    state,
    since: since.toISOString(),
    faultsInRow,
    windowCalls,
    windowFaults,
    restSeconds,
    lastFailure,
    windowBeganAt: breaker.windowBeganAt?.toISOString() ?? null,
    openedAt: breaker.openedAt?.toISOString() ?? null,
    nextProbeAt: breaker.nextProbeAt?.toISOString() ?? null,
  };
}

function instantOrNull(value: string | null): Date | null {
  return value === null ? null : instantOf(value);
}
