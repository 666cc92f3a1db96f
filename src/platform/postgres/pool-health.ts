import type { Pool, PoolClient } from 'pg';
import { READ_ONLY } from '../database/database-failure.ts';
import { errorCode } from '../error-code.ts';
import { DatabaseResponseTimeout } from './response-timeout.ts';

/** SQLSTATE of a full disk: disk_full. */
const DISK_FULL = '53100';
/** How long the disk counts as full after a write that was refused for it, in milliseconds. */
const NO_ROOM_MS = 3_000;

interface ClientState {
  isResting: boolean;
  /** Its server is read-only now: it ends when it is released, and the pool keeps no client that is ending. */
  isDemoted: boolean;
}

/** Applies what one connection of a pool finds out about its server to the others. */
export class PoolHealth {
  private readonly clients = new Map<PoolClient, ClientState>();
  private noRoomUntil = 0;

  constructor(pool: Pool) {
    pool.on('release', (_error, client) => {
      if (this.rests(client, true)?.isDemoted === true) void client.end();
    });
    pool.on('acquire', (client) => {
      this.rests(client, false);
    });
    pool.on('remove', (client) => this.clients.delete(client));
    pool.on('connect', (client) => {
      this.clients.set(client, { isResting: false, isDemoted: false });
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

  /** Whether the database has recently refused a write because its disk is full. */
  get lacksRoom(): boolean {
    return performance.now() < this.noRoomUntil;
  }

  /** Destroys all connections immediately, so that closing the pool waits for no answer. */
  hangUp(): void {
    for (const client of this.clients.keys()) client.connection.stream.destroy();
  }

  /** All connections lead to the same server, now read-only: idle ones end now, those in use when they are released. */
  private leaveServer(): void {
    for (const state of this.clients.values()) state.isDemoted = true;
    this.giveUpResting(new Error('The server of this connection is read-only.'));
  }

  /** Destroys idle connections: most likely they are broken too, and each next user would take as long to find out. */
  private giveUpResting(why: Error): void {
    for (const [client, state] of this.clients) {
      if (state.isResting) client.connection.stream.destroy(why);
      state.isResting = false;
    }
  }

  private rests(client: PoolClient, isResting: boolean): ClientState | undefined {
    const state = this.clients.get(client);
    if (state !== undefined) state.isResting = isResting;
    return state;
  }
}
