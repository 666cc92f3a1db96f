import { isOutage } from '../database/database-failure.ts';
import type { PipeliningClient } from './pipelining-client.ts';

/** Maximum number of uses that share a connection: later ones wait for the statements of earlier ones. */
const SHARED_BY_MAX = 8;
/** If a connection is shared for longer, statements are slow: then none is shared for a while. Both in milliseconds. */
const SLOW_MS = 250;
const UNSHARED_MS = 1_000;

/** Sends statements without waiting in between, and ends when they are answered. */
export type Use = (client: PipeliningClient) => Promise<unknown>;

/** Lends a connection to one use, of the sharer's share. */
type LendOne = (sharer: string, use: Use) => Promise<unknown>;

interface Wanted {
  readonly sharer: string;
  readonly use: Use;
  readonly resolve: (done: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Lends the connections that are requested in one turn of the event loop, each to several uses: their statements are
 * sent in one write, which costs as much as that of a single use. Each use is a transaction of its own and can fail by
 * itself. None waits longer than the turn, so that a process with little to do sends them one by one.
 */
export class SharedConnections {
  /** A new list for each turn: one that grows and shrinks would retain ended uses, see docs/performance.md. */
  private wanted: Wanted[] = [];
  private unsharedUntil = -Infinity;
  private readonly lendOne: LendOne;

  constructor(lendOne: LendOne) {
    this.lendOne = lendOne;
  }

  /** @param sharer whose uses may wait for each other, such as a partner: uses of different sharers never do */
  lend(sharer: string, use: Use): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (this.wanted.length === 0) setImmediate(this.endTurn);
    this.wanted.push({ sharer, use, resolve, reject });
    return promise;
  }

  private readonly endTurn = (): void => {
    const { wanted } = this;
    this.wanted = [];
    const max = performance.now() < this.unsharedUntil ? 1 : SHARED_BY_MAX;
    for (const shared of sharedBy(wanted, max)) void this.lendTo(shared[0]?.sharer ?? '', shared);
  };

  private async lendTo(sharer: string, shared: readonly Wanted[]): Promise<void> {
    try {
      await this.lendOne(sharer, async (client) => {
        const beganAt = performance.now();
        await client.inOneWrite(shared.map((wanted) => () => used(wanted, client, shared.length)));
        const now = performance.now();
        if (now - beganAt > SLOW_MS) this.unsharedUntil = now + UNSHARED_MS;
      });
    } catch (error) {
      for (const { reject } of shared) reject(error);
    }
  }
}

/** Runs one use. If it fails because of an outage, those after it would wait as long again: they fail with it. */
async function used({ use, resolve, reject }: Wanted, client: PipeliningClient, sharers: number): Promise<void> {
  try {
    resolve(await use(client));
  } catch (error) {
    reject(error);
    if (sharers > 1 && error instanceof Error && isOutage(error)) client.connection.stream.destroy(error);
  }
}

/** Groups the uses that share a connection. */
function sharedBy(wanted: readonly Wanted[], max: number): readonly (readonly Wanted[])[] {
  if (wanted.length === 1) return [wanted];
  const sharings: Wanted[][] = [];
  const open = new Map<string, Wanted[]>();
  for (const one of wanted) {
    let sharing = open.get(one.sharer);
    if (sharing === undefined || sharing.length === max) {
      sharing = [];
      sharings.push(sharing);
      open.set(one.sharer, sharing);
    }
    sharing.push(one);
  }
  return sharings;
}
