import type { WakeUp } from './wake-ups.ts';

/**
 * Sends one signal of a kind at a time. Those that are published meanwhile become one that follows: it leaves after the
 * last of them was published, so that a woken process finds what all of them were about.
 */
export class MergedSends {
  private readonly underWay = new Map<WakeUp, { isAsked: boolean }>();
  private readonly send: (wakeUp: WakeUp) => Promise<void>;

  /** @param send must not reject */
  constructor(send: (wakeUp: WakeUp) => Promise<void>) {
    this.send = send;
  }

  ask(wakeUp: WakeUp): void {
    const current = this.underWay.get(wakeUp);
    if (current === undefined) void this.run(wakeUp);
    else current.isAsked = true;
  }

  private async run(wakeUp: WakeUp): Promise<void> {
    const current = { isAsked: true };
    this.underWay.set(wakeUp, current);
    while (current.isAsked) {
      current.isAsked = false;
      await this.send(wakeUp);
    }
    this.underWay.delete(wakeUp);
  }
}
