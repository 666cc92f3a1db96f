import pg, { type QueryResult } from 'pg';
import { registrationOf } from './statement.ts';

const BEGIN_RESULT: QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A `pg.Client` that spares round trips. Registered statements are prepared under their name. With the driver's
 * `pipeline` option `begin` travels in front of the first statement instead of waiting for an answer of its own; should
 * it ever fail, the connection is given up, so that nothing commits outside the transaction that was meant.
 */
export class PipeliningClient extends pg.Client {
  private isCorked = false;

  // @ts-expect-error -- pg declares eight overloads; Kysely calls this one alone, and the rest pass through untouched
  override query(text: unknown, values?: unknown, callback?: unknown): unknown {
    this.corkForThisTurn();
    if (text === 'begin') return this.beginWithoutWaiting();
    const registration = typeof text === 'string' ? registrationOf(text) : undefined;
    const query = registration === undefined ? text : { name: registration.name, text };
    const isPlannedAnew = registration?.planned === 'anew';
    if (isPlannedAnew) this.send('set plan_cache_mode = force_custom_plan');
    // eslint-disable-next-line @typescript-eslint/unbound-method -- applied to this client at once
    const result: unknown = Reflect.apply(super.query, this, [query, values, callback]);
    if (isPlannedAnew) this.send('reset plan_cache_mode');
    return result;
  }

  /**
   * Sends what nobody waits for. In a transaction that has failed it fails too: the rollback then takes back what was
   * set, and whoever began the transaction hears of the failure from the statement that it wanted.
   */
  private send(text: string): void {
    super.query(text).catch(() => undefined);
  }

  /** What is sent within one turn of the event loop leaves in one write, instead of one system call per statement. */
  private corkForThisTurn(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.isCorked = false;
      stream.uncork();
    });
  }

  private beginWithoutWaiting(): Promise<QueryResult> {
    super.query('begin').catch(() => {
      this.connection.stream.destroy();
    });
    return Promise.resolve(BEGIN_RESULT);
  }
}
