import { LogReader, type LogGate, type LogSelection } from '../../platform/log/log-reader.ts';
import type { WebhookEventFilter } from './webhook-event-filter.input.ts';
import type { LoggedEvent } from './webhook-event-tail.ts';

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

/** The source of a subscription that runs under a consumer, and frees it at its end. */
export class ConsumerReader extends LogReader<LoggedEvent> {
  private readonly held: HeldConsumer;
  private readonly key: string;

  /** @param key identifies this subscription */
  constructor(selection: LogSelection<LoggedEvent>, held: HeldConsumer, key: string) {
    super(selection, held.position, held.head);
    this.held = held;
    this.key = key;
  }

  override get own(): string {
    return this.key;
  }

  override return(): Promise<IteratorReturnResult<undefined>> {
    this.held.end();
    return super.return();
  }
}
