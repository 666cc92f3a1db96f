import { WakeUpListeners, type WakeUp, type WakeUps } from './wake-ups.ts';

/** For the embedded database, which only one process may have. */
export class InProcessWakeUps implements WakeUps {
  private readonly listeners = new WakeUpListeners();

  publish(wakeUp: WakeUp): void {
    this.listeners.call(wakeUp);
  }

  listen(wakeUp: WakeUp, listener: () => void): void {
    this.listeners.add(wakeUp, listener);
  }

  start(): void {
    // There is nothing to connect to.
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
