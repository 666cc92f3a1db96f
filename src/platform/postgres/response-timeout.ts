import type { Connection } from 'pg';
import { statement } from '../statements/statement.ts';

/**
 * Longest silence of the database while answers are due, in milliseconds. It is longer than the database's own timeouts:
 * when not even those are heard of, the server or the way to it is gone.
 */
const SILENCE_MS_MAX = 5_000;

/**
 * For the rest of its transaction a statement may take as long as it needs, and so may the rest between two. Waits for
 * locks stay short: later statements wait after them.
 */
export const LIFT_TIMEOUTS = statement(
  'be_patient',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
);

/** The network has swallowed a question or its answer, or the server is frozen; whether it was heard is not known. */
export class DatabaseResponseTimeout extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database did not answer in time.');
  }
}

/** A connection to the database as far as it is watched. */
interface Watched {
  readonly connection: Connection;
  on(event: 'drain', listener: () => void): unknown;
}

/**
 * Breaks a connection on which an answer is due and nothing comes. It is never used again: an answer that comes after
 * all would be taken for another's.
 */
export class ResponseTimeout {
  /** While true it waits for as long as it takes. */
  isPatient = false;
  /** When the last answer came of those that are due, or the first of them was asked for; undefined: none is due. */
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

  /** An answer is due from now on. */
  asked(): void {
    this.silentSince ??= performance.now();
    this.timer ??= this.lookIn(SILENCE_MS_MAX);
  }

  private lookIn(milliseconds: number): NodeJS.Timeout {
    // A process that was itself without a processor for long reads what has come before it judges.
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
