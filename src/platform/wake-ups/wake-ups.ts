/** What a process may tell all others, itself included. */
export const WakeUp = {
  /** Something waits for its position in a log: for processes that number. */
  RECORDED: 'recorded',
  /** A log has moved on: for processes that read it. */
  MOVED: 'moved',
  /** Messages have changed: for processes that show them. */
  CHANGED: 'changed',
} as const;
export type WakeUp = (typeof WakeUp)[keyof typeof WakeUp];

/**
 * Signals between processes, without data. One may be lost, doubled or late: a process that waits for one also polls
 * now and then, so a lost one costs time and nothing else.
 */
export interface WakeUps {
  /**
   * Sends a signal without waiting for it; several in a row may become one. Never fails. Listeners of this process are
   * called at once, whatever there is to the others.
   */
  publish(wakeUp: WakeUp): void;
  /** Calls `listener` for each such signal, and whenever some may have been lost, as after a broken connection. */
  listen(wakeUp: WakeUp, listener: () => void): void;
  /** Begins to receive. It does not wait until there is a connection: what is not there yet is tried again. */
  start(): void;
  stop(): Promise<void>;
}

/** Who listens to what. */
export class WakeUpListeners {
  private readonly listeners = new Map<WakeUp, (() => void)[]>();

  add(wakeUp: WakeUp, listener: () => void): void {
    this.listeners.set(wakeUp, [...(this.listeners.get(wakeUp) ?? []), listener]);
  }

  /** Calls those of one signal, by the name under which it came in; a name of another release is nobody's. */
  call(name: string): void {
    for (const wakeUp of Object.values(WakeUp))
      if (wakeUp === name) for (const listener of this.listeners.get(wakeUp) ?? []) listener();
  }

  /** Signals may have been lost. */
  callAll(): void {
    for (const wakeUp of this.listeners.keys()) this.call(wakeUp);
  }
}
