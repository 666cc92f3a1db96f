import { LogReader, type LogSelection } from '../platform/log/log-reader.ts';
import type { HeldConsumer } from './held-consumer.ts';
import type { LoggedEvent } from './webhook-event-tail.ts';

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
