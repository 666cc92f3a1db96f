import { isOutOfReach } from '../database/database-failure.ts';
import { BackgroundLoop, WOKEN_REST_MS } from './background-loop.ts';
import type { FailingWork } from './failing-work.ts';
import { Retries } from './retries.ts';

export interface WorkApartOptions {
  /** Name of its loop in metrics, health and the log. */
  readonly name: string;
  readonly failing: FailingWork;
  /** Does the next piece of a key's work. Resolves with the rest before the piece after it, in milliseconds. */
  readonly work: (key: string) => Promise<number>;
  /** For how many keys it works at a time; 1 by default. */
  readonly atOnce?: number;
  /** Longest rest after a failure, in milliseconds; by default the longest of `FailingWork`. */
  readonly restMsMax?: number;
}

interface Apart {
  readonly retries: Retries;
  /** Time of the next piece, by `performance.now()`. */
  dueMs: number;
}

/**
 * The work of some keys, such as partners, which is done apart from that of all others because it is slow or has failed.
 * After a failure a key rests, for longer each time, and delays no other. It stays apart until it leaves.
 */
export class WorkApart {
  private readonly apart = new Map<string, Apart>();
  private readonly options: WorkApartOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: WorkApartOptions) {
    this.options = options;
    const { name, failing } = options;
    const untilDue = () => [...this.apart.values()].map(({ dueMs }) => dueMs - performance.now());
    const restMs = () => Math.max(0, Math.min(WOKEN_REST_MS, ...untilDue()));
    this.loop = new BackgroundLoop({ name, work: () => this.run(), restMs, failing });
  }

  get keys(): readonly string[] {
    return [...this.apart.keys()];
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    for (const { retries } of this.apart.values()) retries.end();
  }

  add(key: string): Apart {
    const { name: loop, failing, restMsMax } = this.options;
    const apart = this.apart.get(key) ?? { retries: new Retries({ loop, failing, restMsMax }), dueMs: 0 };
    this.apart.set(key, apart);
    this.loop.poke();
    return apart;
  }

  leave(key: string): void {
    this.apart.get(key)?.retries.worked();
    this.apart.delete(key);
  }

  /** Lets a key rest whose work has failed; throws the failure if the database is out of reach for all. */
  failed(key: string, error: unknown): void {
    if (isOutOfReach(error)) throw error;
    const apart = this.add(key);
    apart.dueMs = performance.now() + apart.retries.report(error);
  }

  /** Returns whether there may be more immediately. */
  private async run(): Promise<boolean> {
    const due = [...this.apart].filter(([, { dueMs }]) => dueMs <= performance.now());
    const turns = due.values();
    const take = async () => {
      for (const [key, apart] of turns) await this.runOne(key, apart);
    };
    await Promise.all(Array.from({ length: this.options.atOnce ?? 1 }, take));
    return due.length > 0;
  }

  private async runOne(key: string, apart: Apart): Promise<void> {
    try {
      const restMs = await this.options.work(key);
      apart.retries.worked();
      apart.dueMs = performance.now() + restMs;
    } catch (error) {
      this.failed(key, error);
    }
  }
}
