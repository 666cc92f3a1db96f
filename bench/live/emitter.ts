import { Worker } from 'node:worker_threads';

/** Where events are made to happen: in the gateway's database, or at a peer that listens on a port. */
export type EmitterTarget = { readonly EMIT_DATABASE_URL: string } | { readonly EMIT_PORT: string };

/** An event that is to happen. */
export interface EventOrder {
  readonly partner: string;
  readonly nth: number;
}

/**
 * Lets events happen, in a thread of its own: in that of the subscribers they would wait for what these read, and their
 * time would already be counted.
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

  /** Lets an event of a partner happen; when it resolves it has. */
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
