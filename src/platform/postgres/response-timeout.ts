import type { Connection } from 'pg';
import { statement } from '../statements/statement.ts';

/**
 * Longest silence of the database while answers are due, in milliseconds. It is longer than the database's own
 * timeouts: if not even their errors arrive, the server or the network is down.
 */
const SILENCE_MS_MAX = 5_000;

/**
 * Lifts the timeouts of statements, and of idle time between them, for the rest of the transaction. Waits for locks
 * stay short: later statements queue after them.
 */
export const LIFT_TIMEOUTS = statement(
  'be_patient',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
);

/** A request or its answer was lost in the network, or the server is frozen; whether the request arrived is unknown. */
export class DatabaseResponseTimeout extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database did not answer in time.');
  }
}

/** What is watched of a connection to the database. */
interface Watched {
  readonly connection: Connection;
  on(event: 'drain', listener: () => void): unknown;
}

/**
 * Destroys a connection on which an answer is due but does not arrive. It is never used again: a late answer would be
 * taken for that of another statement.
 */
export class ResponseTimeout {
  /** While true, it waits for as long as it takes. */
  isPatient = false;
  /** When the last answer arrived while others are due, or the first was requested; undefined: none is due. */
  private silentSince: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly connection: Connection;

  constructor(client: Watched) {
    this.connection = client.connection;
    client.connection.on('readyForQuery', () => {
      if (this.silentSince !== undefined) this.silentSince = performance.now();
    });
    client.on('drain', () => {
      this.silentSince = undefined;
    });
  }

  /** Records that an answer is due from now on. */
  requested(): void {
    this.silentSince ??= performance.now();
    this.timer ??= this.lookIn(SILENCE_MS_MAX);
  }

  private lookIn(milliseconds: number): NodeJS.Timeout {
    // A process that got no CPU for long first reads what has arrived.
    const look = () => {
      this.look();
    };
    return setTimeout(() => setImmediate(look), milliseconds).unref();
  }

  private look(): void {
    this.timer = undefined;
    if (this.silentSince === undefined) return;
    const leftMs = this.silentSince + SILENCE_MS_MAX - performance.now();
    if (leftMs > 0) this.timer = this.lookIn(leftMs);
    else if (this.isPatient) this.timer = this.lookIn(SILENCE_MS_MAX);
    else this.connection.stream.destroy(new DatabaseResponseTimeout());
  }
}
