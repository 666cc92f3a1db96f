import type { WakeUp } from '../loops/wake-up.ts';

/**
 * Sends one signal of a kind at a time. Signals that are published meanwhile are merged into one, sent after the last
 * of them was published, so that a woken process finds the changes of all of them.
 */
export class MergedSends {
  private readonly inFlight = new Map<WakeUp, { isRequested: boolean }>();
  private readonly send: (wakeUp: WakeUp) => Promise<void>;

  /** @param send must not reject */
  constructor(send: (wakeUp: WakeUp) => Promise<void>) {
    this.send = send;
  }

  ask(wakeUp: WakeUp): void {
    const current = this.inFlight.get(wakeUp);
    if (current === undefined) void this.run(wakeUp);
    else current.isRequested = true;
  }

  private async run(wakeUp: WakeUp): Promise<void> {
    const current = { isRequested: true };
    this.inFlight.set(wakeUp, current);
    while (current.isRequested) {
      current.isRequested = false;
      await this.send(wakeUp);
    }
    this.inFlight.delete(wakeUp);
  }
}
