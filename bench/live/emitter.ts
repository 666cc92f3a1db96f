import { Worker } from 'node:worker_threads';

/** Where events are emitted: in the gateway's database, or at a peer that listens on a port. */
export type EmitterTarget = { readonly EMIT_DATABASE_URL: string } | { readonly EMIT_PORT: string };

/** An event to emit. */
export interface EventOrder {
  readonly partner: string;
  readonly nth: number;
}

/**
 * Emits events in a separate thread: in the subscribers' thread they would wait for its reads while their time is
 * already being counted.
 */
export class Emitter {
  private readonly worker: Worker;
  private readonly pending = new Map<number, PromiseWithResolvers<undefined>>();

  constructor(target: EmitterTarget) {
    this.worker = new Worker(new URL('./emitting.ts', import.meta.url), { env: { ...target } });
    this.worker.on('message', (nth: number) => {
      this.pending.get(nth)?.resolve(undefined);
      this.pending.delete(nth);
    });
    this.worker.on('error', (error) => {
      for (const { reject } of this.pending.values()) reject(error);
    });
  }

  /** Emits an event of a partner; resolves when it has happened. */
  async emit(partner: string, nth: number): Promise<void> {
    const happened = Promise.withResolvers<undefined>();
    this.pending.set(nth, happened);
    this.worker.postMessage({ partner, nth } satisfies EventOrder);
    await happened.promise;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
