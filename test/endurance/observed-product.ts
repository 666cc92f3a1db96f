import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { Product } from '../acceptance/product.ts';
import type { World } from '../acceptance/world.ts';

/** Measurements of the probe in the process of the product. */
export interface ProcessFigures {
  readonly pid: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
  /** Longest delay of the event loop since the last reset, by `monitorEventLoopDelay`. */
  readonly loopMaxMs: number;
  /** The longest part of a delay in which the thread computed, so without the delays of a busy machine. */
  readonly blockedMs: number;
  readonly resources: Readonly<Record<string, number>>;
}

export interface Descriptors {
  readonly all: number;
  readonly sockets: number;
}

/** The product, started as a user would, with a probe in its process. */
export class ObservedProduct {
  readonly product: Product;
  readonly url: string;
  private readonly socket: string;
  private readonly databaseUrl: string | undefined;

  private constructor(product: Product, url: string, at: { socket: string; databaseUrl: string | undefined }) {
    this.product = product;
    this.url = url;
    ({ socket: this.socket, databaseUrl: this.databaseUrl } = at);
  }

  static async start({ clone, settings }: World): Promise<ObservedProduct> {
    const socket = join(tmpdir(), `gateway-probe-${randomUUID()}.sock`);
    const probe = join(clone.folder, 'test', 'endurance', 'probe.mjs');
    const observed = { NODE_OPTIONS: `--import ${probe}`, PROBE_SOCKET: socket };
    const product = new Product(clone, { ...settings, ...observed });
    return new ObservedProduct(product, await product.ready(), { socket, databaseUrl: settings['DATABASE_URL'] });
  }

  figures(): Promise<ProcessFigures> {
    return this.request('figures');
  }

  /** Restarts the measurement of the event loop. */
  reset(): Promise<void> {
    return this.request('reset');
  }

  /** Returns the figures after a garbage collection. */
  async collected(): Promise<ProcessFigures> {
    await this.request('collect');
    return this.figures();
  }

  descriptors(pid: number): Descriptors {
    const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
    return { all: targets.length, sockets: targets.filter((target) => target.startsWith('socket:')).length };
  }

  /** Returns the rows of a query, on either database. */
  async rows<Row>(sql: string): Promise<Row[]> {
    if (this.databaseUrl === undefined) return this.request(`sql ${sql.replaceAll(/\s+/g, ' ')}`);
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async end(): Promise<void> {
    this.product.kill();
    await this.product.ended;
    rmSync(this.socket, { force: true });
  }

  private request<Result>(command: string): Promise<Result> {
    return new Promise((resolve, reject) => {
      const connection = createConnection(this.socket);
      connection.once('error', reject).write(`${command}\n`);
      createInterface({ input: connection })
        .once('line', (line) => {
          const { result, error } = JSON.parse(line) as { result: Result; error?: string };
          if (error === undefined) resolve(result);
          else reject(new Error(`The probe failed with ${error}`));
          connection.destroy();
        })
        // Has no effect after an answer.
        .once('close', () => {
          reject(new Error('The process of the product has ended.'));
        });
    });
  }
}

/** Returns the target of a descriptor; empty if it was closed in the meantime. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
