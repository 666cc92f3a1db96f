import type { Exchanged } from '../../../platform/outbound/connections.ts';
import type { CallPermit } from '../gate/provider-gate.ts';

/** Least share of the timeout after which giving a request up counts as a fault (ours): others waited for a turn. */
const PATIENCE_MIN = 0.25;

/** Checks whether the provider itself has failed: a timeout counts only if it had enough time. */
export function isFault(exchanged: Exchanged, { probes, beganMs }: CallPermit, timeoutMs: number): boolean {
  if (exchanged.kind === 'answer') return exchanged.status >= 500;
  return !exchanged.isGivenUp || probes.length > 0 || performance.now() - beganMs >= timeoutMs * PATIENCE_MIN;
}
