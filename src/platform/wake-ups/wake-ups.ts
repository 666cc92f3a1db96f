/**
 * Wakes the other processes of a cluster when there is work.
 * @packageDocumentation
 */

import { WakeUp } from '../loops/wake-up.ts';

/**
 * Signals between processes, without data. A signal may be lost, duplicated or late: a process that waits for one also
 * polls, so a lost signal only causes a delay.
 */
export interface WakeUps {
  /**
   * Sends a signal without waiting for it; several in a row may be merged. Never fails. Calls the listeners of this
   * process immediately, even without a connection to others.
   */
  publish(wakeUp: WakeUp): void;
  /** Calls `listener` for each signal of this kind, and whenever signals may have been lost: after each connect. */
  listen(wakeUp: WakeUp, listener: () => void): void;
  /** Starts to receive signals. Does not wait for the connection, which is retried until it succeeds. */
  start(): void;
  stop(): Promise<void>;
}

/** Listeners, by signal. */
export class WakeUpListeners {
  private readonly listeners = new Map<WakeUp, (() => void)[]>();

  add(wakeUp: WakeUp, listener: () => void): void {
    this.listeners.set(wakeUp, [...(this.listeners.get(wakeUp) ?? []), listener]);
  }

  /** Calls the listeners of a signal, by its name on the wire; ignores names that only other releases know. */
  call(name: string): void {
    for (const wakeUp of Object.values(WakeUp))
      if (wakeUp === name) for (const listener of this.listeners.get(wakeUp) ?? []) listener();
  }

  /** Calls all listeners, because signals may have been lost. */
  callAll(): void {
    for (const wakeUp of this.listeners.keys()) this.call(wakeUp);
  }
}
