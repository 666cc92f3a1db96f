import type { Pool, PoolClient } from 'pg';
import { READ_ONLY } from '../database/database-failure.ts';
import { errorCode } from '../error-code.ts';
import { DatabaseResponseTimeout } from './response-timeout.ts';

/** PostgreSQL's word for a disk without room: disk_full. */
const DISK_FULL = '53100';
/** How long a write that found no room says that there is none, in milliseconds. */
const NO_ROOM_MS = 3_000;

/** What one connection of a pool finds out, and what follows for the others. */
export class PoolHealth {
  private readonly clients = new Set<PoolClient>();
  private readonly resting = new Set<PoolClient>();
  /** Those to a server that may only be read now: the pool keeps none that is ending. */
  private readonly demoted = new WeakSet<PoolClient>();
  private noRoomUntil = 0;

  constructor(pool: Pool) {
    pool.on('release', (_error, client) => {
      this.resting.add(client);
      if (this.demoted.has(client)) void client.end();
    });
    pool.on('acquire', (client) => this.resting.delete(client));
    pool.on('remove', (client) => {
      this.clients.delete(client);
      this.resting.delete(client);
    });
    pool.on('connect', (client) => {
      this.clients.add(client);
      client.on('error', (error) => {
        if (error instanceof DatabaseResponseTimeout) this.giveUpResting(error);
      });
      client.connection.on('errorMessage', (refusal) => {
        const code = errorCode(refusal);
        if (code === DISK_FULL) this.noRoomUntil = performance.now() + NO_ROOM_MS;
        if (code === READ_ONLY) this.leaveServer();
      });
    });
  }

  /** Whether the database has lately refused a write because its disk is full. */
  get lacksRoom(): boolean {
    return performance.now() < this.noRoomUntil;
  }

  /** Ends all connections at once, so that closing the pool waits for no answer. */
  hangUp(): void {
    for (const client of this.clients) client.connection.stream.destroy();
  }

  /** Others lead to the same server, which may only be read: those that rest end now, those in use when they are free. */
  private leaveServer(): void {
    for (const client of this.clients) this.demoted.add(client);
    this.giveUpResting(new Error('The server of this connection may only be read.'));
  }

  /** Where one was silent others most likely are: each would take its next user the same time to find out. */
  private giveUpResting(why: Error): void {
    const given = [...this.resting];
    this.resting.clear();
    for (const client of given) client.connection.stream.destroy(why);
  }
}
