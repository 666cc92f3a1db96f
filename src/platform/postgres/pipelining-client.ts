import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { ResponseTimeout, LIFT_TIMEOUTS } from './response-timeout.ts';
import { PreparedBatch } from '../statements/prepared-batch.ts';
import { PreparedRun, type RowDescriptions } from '../statements/prepared-run.ts';
import type { Session, Tenant } from '../database/sessions.ts';
import type { SunkRun } from '../statements/row-sink.ts';
import type { RowSink } from '../statements/row-sink.ts';
import { keepRowsAsBytes } from './row-parser.ts';
import type { SqlValue, Statement } from '../statements/statement.ts';
import { ENTER_TENANT } from '../database/tenant.ts';

/** Each statement has a fresh snapshot, whatever the default of the database. */
const BEGIN: Statement = { name: 'begin', text: 'begin isolation level read committed' };
const COMMIT: Statement = { name: 'commit', text: 'commit' };
const ROLLBACK = 'rollback';
const PLAN_CUSTOM: Statement = { name: 'plan_custom', text: 'set plan_cache_mode = force_custom_plan' };
const PLAN_GENERIC: Statement = { name: 'plan_generic', text: 'reset plan_cache_mode' };

/**
 * A `pg.Client` that saves round trips and answers: statements are prepared, and those run within one turn of the event
 * loop are sent as one batch, `begin` and `commit` included. It is destroyed when the database stops responding.
 */
export class PipeliningClient extends pg.Client implements Session {
  private batch: PreparedBatch | undefined;
  private readonly watch: ResponseTimeout;
  private readonly descriptions: RowDescriptions = new Map();
  // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- they are more than pg has names for
  private readonly parserOf = (dataTypeId: number): unknown => this.getTypeParser(dataTypeId, 'text');

  constructor(config?: pg.ClientConfig) {
    super(config);
    keepRowsAsBytes(this.connection);
    this.watch = new ResponseTimeout(this);
  }

  /** Used by MikroORM: its SQL is sent as it is. */
  // @ts-expect-error -- pg declares eight overloads; all pass through untouched
  override query(query: unknown, values?: unknown, callback?: unknown): unknown {
    this.sendBatch();
    if (query === LIFT_TIMEOUTS.text) this.watch.isPatient = true;
    else if (query === COMMIT.text || query === ROLLBACK) this.watch.isPatient = false;
    this.watch.requested();
    // eslint-disable-next-line @typescript-eslint/unbound-method -- applied to this client at once
    return Reflect.apply(super.query, this, [query, values, callback]);
  }

  run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]> {
    return this.send<Row>(statement, values, { tenant });
  }

  async sink({ statement, values, sink }: SunkRun, tenant?: Tenant): Promise<void> {
    await this.send(statement, values, { tenant, sink });
  }

  /** Sends what `uses` run without waiting in one write; the statements of each use are a transaction of their own. */
  async inOneWrite(uses: readonly (() => Promise<void>)[]): Promise<void> {
    const { stream } = this.connection;
    stream.cork();
    const used = uses.map((use) => {
      const done = use();
      this.sendBatch();
      return done;
    });
    stream.uncork();
    await Promise.all(used);
  }

  private async send<Row>(
    statement: Statement<Row>,
    values: readonly SqlValue[],
    { tenant, sink }: { readonly tenant: Tenant | undefined; readonly sink?: RowSink },
  ): Promise<Row[]> {
    if (statement === LIFT_TIMEOUTS) this.watch.isPatient = true;
    const isCustom = statement.plan === 'custom';
    if (isCustom) this.addUnawaited(PLAN_CUSTOM);
    if (tenant?.isEntering === true) this.addUnawaited(ENTER_TENANT, [tenant.partnerId]);
    const { rows } = this.add<Row>({ name: nameFor(statement, tenant), text: statement.text }, values, sink);
    if (isCustom) this.addUnawaited(PLAN_GENERIC);
    try {
      return await rows;
    } catch (error) {
      // Makes the stack trace lead to the caller instead of to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** If it ever fails, the connection is destroyed, so that nothing commits outside of its transaction. */
  begin(): void {
    const run = this.add(BEGIN);
    run.rows.catch(() => {
      if (!run.isComplete) this.connection.stream.destroy();
    });
  }

  async commit(): Promise<void> {
    this.watch.isPatient = false;
    await this.add(COMMIT).rows;
  }

  async rollback(): Promise<void> {
    await this.query(ROLLBACK);
  }

  /** Adds a statement that runs before or after another one: if it fails, so does the other. */
  private addUnawaited(statement: Statement, values: readonly SqlValue[] = []): void {
    this.add(statement, values).rows.catch(() => undefined);
  }

  private add<Row>(
    { name, text }: Pick<Statement<Row>, 'name' | 'text'>,
    values: readonly SqlValue[] = [],
    sink?: RowSink,
  ) {
    const run = new PreparedRun<Row>({
      name,
      text,
      sink,
      values: values.map((value) => prepareValue(value)),
      parserOf: this.parserOf,
      descriptions: this.descriptions,
    });
    this.batch ??= this.openBatch();
    this.batch.add(run);
    return run;
  }

  private openBatch(): PreparedBatch {
    process.nextTick(() => {
      this.sendBatch();
    });
    return new PreparedBatch();
  }

  private sendBatch(): void {
    const { batch } = this;
    if (batch === undefined) return;
    this.batch = undefined;
    this.watch.requested();
    super.query(batch);
  }
}

/** Names a statement by role: a plan is valid for one only, so a shared name would be replanned at each change. */
function nameFor({ name, isPrepared }: Statement, tenant: Tenant | undefined): string {
  if (isPrepared === false) return '';
  return tenant === undefined ? name : `tenant_${name}`;
}
