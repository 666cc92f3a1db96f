import { WakeUpListeners, type WakeUps } from './wake-ups.ts';
import type { WakeUp } from '../loops/wake-up.ts';

/** Signals within a process, for the embedded database, which only one process can use. */
export class InProcessWakeUps implements WakeUps {
  private readonly listeners = new WakeUpListeners();

  publish(wakeUp: WakeUp): void {
    this.listeners.call(wakeUp);
  }

  listen(wakeUp: WakeUp, listener: () => void): void {
    this.listeners.add(wakeUp, listener);
  }

  start(): void {
    // There is no connection to open.
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
