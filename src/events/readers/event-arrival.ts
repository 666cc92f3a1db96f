import type { LogStart } from '../../platform/log/log-reader.ts';
import type { EventTail, LoggedEvent } from './webhook-event-tail.ts';

/** Which events to wait for. */
interface WantedEvents {
  readonly owner: string;
  readonly matches: (event: LoggedEvent) => boolean;
}

/** Waits for the next event of a partner, from its creation until `end`: a reader of the log meanwhile misses none. */
export class EventArrival {
  private hasHappened = false;
  private notify: (() => void) | undefined;
  private readonly tail: EventTail;
  private readonly waiter;

  /** @param after the position after which events are awaited: the tail may still be about to read events up to there */
  constructor(
    tail: EventTail,
    { position: after, logHead }: Pick<LogStart, 'position' | 'logHead'>,
    { owner, matches }: WantedEvents,
  ) {
    this.tail = tail;
    this.waiter = {
      owner,
      arrived: (rows: readonly LoggedEvent[]) => {
        if (rows.some((row) => row.position > after && matches(row))) this.happened();
        else tail.wait(this.waiter);
      },
    };
    tail.attach(logHead);
    tail.wait(this.waiter);
  }

  whenHappened(notify: () => void): void {
    this.notify = notify;
    if (this.hasHappened) notify();
  }

  /** Ends the wait: an event has arrived, or there is another reason. */
  happened(): void {
    this.hasHappened = true;
    this.notify?.();
  }

  end(): void {
    this.tail.unhook(this.waiter);
    this.tail.detach();
  }
}
