import { LogReader, type FlowControl, type LogSelection, type LogStart } from '../../platform/log/log-reader.ts';
import type { WebhookEventFilter } from '../../events/readers/webhook-event-filter.input.ts';
import type { LoggedEvent } from '../../events/readers/webhook-event-tail.ts';

/** A consumer that a worker holds while its subscription runs; it limits how many events are unacknowledged. */
export interface HeldConsumer extends FlowControl, LogStart {
  readonly filter: WebhookEventFilter;
  /** Releases it. */
  end(): void;
}

/** The source of a consumer's subscription; it releases the consumer at its end. */
export class ConsumerReader extends LogReader<LoggedEvent> {
  private readonly held: HeldConsumer;
  private readonly key: string;

  /** @param key identifies this subscription */
  constructor(selection: LogSelection<LoggedEvent>, held: HeldConsumer, key: string) {
    super(selection, held);
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
