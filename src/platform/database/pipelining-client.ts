import pg, { type Connection } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { AnswerWatch, BE_PATIENT } from './answer-watch.ts';
import { PreparedQuery, type RowDescriptions } from './prepared-query.ts';
import type { Session, Tenant } from './sessions.ts';
import type { SqlValue, Statement } from './statement.ts';
import { ENTER_TENANT } from './tenant.ts';

/**
 * A `pg.Client` that spares round trips: statements are prepared, what is not waited for travels together (the driver's
 * `pipeline` option), and `begin` goes in front of the first statement instead of waiting for an answer of its own. It is
 * given up when the database falls silent.
 */
export class PipeliningClient extends pg.Client implements Session {
  private isCorked = false;
  private readonly watch = new AnswerWatch(this);
  private readonly descriptions: RowDescriptions = new Map();
  private knowsTenants = false;
  /** Why they cannot be entered, as the last preparation has found. */
  private whyNoTenants: Error | null = null;

  /** MikroORM's way: its SQL is sent as it is. */
  // @ts-expect-error -- pg declares eight overloads; all pass through untouched
  override query(query: unknown, values?: unknown, callback?: unknown): unknown {
    this.willAsk(query);
    // eslint-disable-next-line @typescript-eslint/unbound-method -- applied to this client at once
    return Reflect.apply(super.query, this, [query, values, callback]);
  }

  async run<Row>(statement: Statement, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]> {
    this.willAsk(statement.text);
    const isPlannedAnew = statement.planned === 'anew';
    if (isPlannedAnew) this.send('set plan_cache_mode = force_custom_plan');
    if (tenant?.isEntering === true) this.prepareForTenants();
    const query = new PreparedQuery<Row>({
      name: nameFor(statement, tenant),
      text: statement.text,
      values: values.map((value) => prepareValue(value)),
      // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- they are more than pg has names for
      parserOf: (dataTypeId): unknown => this.getTypeParser(dataTypeId, 'text'),
      descriptions: this.descriptions,
      ahead: tenant?.isEntering === true ? enter(tenant) : undefined,
    });
    super.query(query);
    if (isPlannedAnew) this.send('reset plan_cache_mode');
    try {
      return await query.rows;
    } catch (error) {
      if (tenant?.isEntering === true && this.whyNoTenants !== null) throw this.whyNoTenants;
      // From here on the stack leads to who wanted it; so far it led to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** Should it ever fail the connection is given up, so that nothing commits outside the transaction that was meant. */
  begin(): void {
    this.willAsk('begin');
    super.query('begin').catch(() => {
      this.connection.stream.destroy();
    });
  }

  async commit(): Promise<void> {
    await this.query('commit');
  }

  async rollback(): Promise<void> {
    await this.query('rollback');
  }

  private willAsk(query: unknown): void {
    this.corkForThisTurn();
    this.watch.asked();
    if (query === BE_PATIENT.text) this.watch.isPatient = true;
    else if (query === 'commit' || query === 'rollback') this.watch.isPatient = false;
  }

  /** Run once by itself, ENTER_TENANT is prepared; what it did ends with it, or is done again in the same transaction. */
  private prepareForTenants(): void {
    if (this.knowsTenants) return;
    this.knowsTenants = true;
    super.query({ name: ENTER_TENANT.name, text: ENTER_TENANT.text, values: [''] }, (error: Error | null) => {
      this.knowsTenants = error === null;
      this.whyNoTenants = error;
    });
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
}

/** A plan holds for one role: a statement that both roles ran under one name would be planned anew at each turn. */
function nameFor({ name, isPrepared }: Statement, tenant: Tenant | undefined): string {
  if (isPrepared === false) return '';
  return tenant === undefined ? name : `tenant_${name}`;
}

/**
 * Sends ENTER_TENANT ahead of a statement. When either fails neither was run, and with the Sync behind them role and
 * partner are gone from the connection, unless a transaction was begun: then they end with that.
 */
function enter({ partnerId }: Tenant): (connection: Connection) => void {
  return (connection) => {
    connection.bind({ statement: ENTER_TENANT.name, values: [partnerId] }, true);
    connection.execute(null, true);
  };
}
