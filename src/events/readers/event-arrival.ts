import type { EventTail, LoggedEvent } from './webhook-event-tail.ts';

/** Which events are waited for. */
interface WantedEvents {
  readonly owner: string;
  readonly matches: (event: LoggedEvent) => boolean;
}

/**
 * The arrival of the next event of a partner. It waits from when it is made until it is ended: who reads the log meanwhile
 * misses none.
 */
export class EventArrival {
  private hasHappened = false;
  private tell: (() => void) | undefined;
  private readonly tail: EventTail;
  private readonly waiter;

  /** @param head where the log ends, or ended a moment ago */
  constructor(tail: EventTail, head: number, { owner, matches }: WantedEvents) {
    this.tail = tail;
    this.waiter = {
      owner,
      arrived: (rows: readonly LoggedEvent[]) => {
        if (rows.some(matches)) this.happened();
        else tail.wait(this.waiter);
      },
    };
    tail.attach(head);
    tail.wait(this.waiter);
  }

  whenHappened(tell: () => void): void {
    this.tell = tell;
    if (this.hasHappened) tell();
  }

  end(): void {
    this.tail.unhook(this.waiter);
    this.tail.detach();
  }

  private happened(): void {
    this.hasHappened = true;
    this.tell?.();
  }
}
