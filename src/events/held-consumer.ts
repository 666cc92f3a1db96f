import type { LogGate } from '../platform/log/log-reader.ts';
import type { WebhookEventFilter } from './webhook-event-filter.input.ts';

/** A consumer that a worker holds for as long as its subscription runs; it lets so many events be unacked. */
export interface HeldConsumer extends LogGate {
  readonly filter: WebhookEventFilter;
  /** Its place. */
  readonly position: number;
  /** Where the log ends. */
  readonly head: number;
  /** Frees it. */
  end(): void;
}
