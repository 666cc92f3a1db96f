import { findLocalOutcome } from './platform/idempotency/find-local-outcome.ts';
import type { FindOutcome } from './platform/idempotency/idempotent-outcome.ts';

/** What the core leaves to extensions. Each port has a default, with which the core works alone. */
export interface Ports {
  /** Finds the outcome of an idempotency key: by default among this gateway's own transactions. */
  readonly findOutcome: FindOutcome;
}

export const DEFAULT_PORTS: Ports = { findOutcome: findLocalOutcome };
