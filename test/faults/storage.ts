import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/open-database.ts';
import { SHARED_LIFETIME_MS } from '../../src/platform/observability/metrics.ts';
import { entities, migrations } from '../../src/capabilities.ts';
import { copyOfWorld, TemporaryFolders } from '../support/temporary-folders.ts';
import type { Estate } from './estate.ts';
import { FaultProxy } from './fault-proxy.ts';
import type { AuditEntry } from './history/audit.rules.ts';
import { openAccounts } from './history/accounts.ts';
import { approvePictures } from './history/people.ts';
import { DUE, LEFT, ORPHANED, UNSEALED, type Left } from './liveness.ts';
import { PostgreSql } from './postgresql.ts';

/** The storage of the processes of an estate. */
export interface Storage {
  readonly environment: Readonly<Record<string, string>>;
  /** Whether instants come from the clocks of the processes. */
  readonly goesByProcessClocks: boolean;
  /** How old what `left` returns can be, in milliseconds. */
  readonly staleMsMax: number;
  /** Lifts the limits of pockets, and creates the accounts of `rounds` rounds; the sandbox world must exist. */
  prepare(rounds: number): Promise<void>;
  /** Returns the pending work. */
  left(estate: Estate): Promise<Left>;
  /** Returns what is stored after all rounds; on PGlite this ends the process, since no other can open the folder. */
  inTheEnd(estate: Estate): Promise<Stored>;
  close(): Promise<void>;
}

/** What is read from the storage itself. */
interface Stored {
  readonly left: Left;
  readonly auditEntries: readonly AuditEntry[];
  /** Number of pockets whose creation is missing in the audit trail. */
  readonly unauditedPockets: number;
}

/** How often the storage is read at the end while messages come due, and how long they may take, in milliseconds. */
const LOOKS_MAX = 3;
const SENT_MS_MAX = 10_000;
/** More pockets than any run makes. */
const POCKETS_MAX = 1_000_000;
const LIFT_LIMITS = `update payment_account set pocket_limit = ${POCKETS_MAX}`;
/** Returns the statements that lift the limits of pockets and prepare the histories of `rounds` rounds. */
const prepared = (rounds: number) => [LIFT_LIMITS, openAccounts(rounds), approvePictures(rounds)];
/** Gauges of pending work. */
const BACKLOG =
  /^(gateway_(?:(?:relay|capture)_backlog\{state="events"|audit_backlog\{state="entries"|deliveries\{state="(?:under_way|without_configuration)")\}) (\d+)$/gm;

const AUDIT_ENTRIES = `
  select correlation_id as "correlationId", mutation, result from audit_entry
  union all
  select correlation_id, mutation, result from audit_outbox`;
const UNAUDITED_POCKETS = `
  with entry as (
    select at, correlation_id, result from audit_entry union all select at, correlation_id, result from audit_outbox
  )
  select from event
  where name = 'POCKET_ACCOUNT_WAS_CREATED' and recorded_at > (select min(at) from entry) and not exists (
    select from entry where entry.correlation_id = event.correlation_id and entry.result = 'CreatePocketSuccess'
  )`;

/** PostgreSQL behind a proxy. */
export class ServedStorage implements Storage {
  readonly goesByProcessClocks = false;
  readonly staleMsMax = 0;
  readonly proxy: FaultProxy;
  /** The current primary. */
  database: PostgreSql;
  private readonly servers: PostgreSql[];

  private constructor(database: PostgreSql, proxy: FaultProxy) {
    this.database = database;
    this.servers = [database];
    this.proxy = proxy;
  }

  static async open(): Promise<ServedStorage> {
    const database = await PostgreSql.primary();
    return new ServedStorage(database, await FaultProxy.to(database.port));
  }

  get environment() {
    return { DATABASE_URL: `postgresql://postgres@127.0.0.1:${this.proxy.port}/postgres` };
  }

  async prepare(rounds: number): Promise<void> {
    for (const text of prepared(rounds)) await this.database.sql(text);
  }

  async left(): Promise<Left> {
    return leftOf(await this.database.sql(LEFT));
  }

  inTheEnd(): Promise<Stored> {
    return storedIn((text) => this.database.sql(text));
  }

  /** Kills the primary, and promotes a standby that has everything that was acknowledged. */
  async failOver(standby: PostgreSql): Promise<void> {
    await this.database.end('SIGKILL');
    await standby.promote();
    this.database = standby;
    this.proxy.lead(standby.port);
  }

  async standby(): Promise<PostgreSql> {
    const standby = await PostgreSql.standbyOf(this.database);
    this.servers.push(standby);
    return standby;
  }

  async close(): Promise<void> {
    this.proxy.close();
    for (const server of this.servers) await server.remove();
  }
}

/** PGlite in its own folder. */
export class EmbeddedStorage implements Storage {
  readonly goesByProcessClocks = true;
  readonly staleMsMax = SHARED_LIFETIME_MS;
  readonly folder: string;
  private readonly folders: TemporaryFolders;

  private constructor(folders: TemporaryFolders, folder: string) {
    this.folders = folders;
    this.folder = folder;
  }

  /** @param rounds number of rounds whose accounts are created */
  static async open(rounds: number): Promise<EmbeddedStorage> {
    const folders = new TemporaryFolders();
    const storage = new EmbeddedStorage(folders, copyOfWorld(folders));
    await withDatabase(storage.folder, async (run) => {
      for (const text of prepared(rounds)) await run(text);
    });
    return storage;
  }

  get environment() {
    return { DATA_DIR: this.folder };
  }

  /** Does nothing: `open` has prepared it, since no other process can open it now. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /** Reads the metrics of the process. */
  async left({ anyApi }: Estate): Promise<Left> {
    const metrics = await (await fetch(`${anyApi.adminUrl}/metrics`)).text();
    const left = [...metrics.matchAll(BACKLOG)].map(([, kind = '', count]) => [kind, Number(count)] as const);
    if (left.length === 0) throw new Error('The metrics have no backlogs.');
    return Object.fromEntries(left.filter(([, count]) => count > 0));
  }

  async inTheEnd(estate: Estate): Promise<Stored> {
    for (let looks = 1; ; looks += 1) {
      await estate.anyApi.process.end('SIGTERM');
      const { left, ...stored } = await withDatabase(this.folder, storedIn);
      // A restarted process would seal the last entries, and delete the last messages without a configuration.
      const { [UNSEALED]: _unsealed, [ORPHANED]: _orphaned, ...others } = left;
      if (others[DUE] === undefined || looks === LOOKS_MAX) return { ...stored, left: others };
      // Messages have come due since it drained, and it must send them.
      for (const name of estate.names) await estate.startProcess(name);
      await estate.ready();
      await wait(SENT_MS_MAX);
    }
  }

  close(): Promise<void> {
    this.folders.remove();
    return Promise.resolve();
  }
}

type Run = (text: string) => Promise<Rows>;
type Rows = readonly object[];

/** Runs `work` on PGlite in a folder that no process has open. */
async function withDatabase<Result>(dataDirectory: string, work: (run: Run) => Promise<Result>): Promise<Result> {
  const opened = await openDatabase({ url: undefined, dataDirectory, poolSize: 1, entities, migrations });
  try {
    return await work((text) => opened.entityManager.getConnection().execute<object[]>(text));
  } finally {
    await opened.close();
  }
}

async function storedIn(run: Run): Promise<Stored> {
  const auditEntries = (await run(AUDIT_ENTRIES)) as readonly AuditEntry[];
  return { left: leftOf(await run(LEFT)), auditEntries, unauditedPockets: (await run(UNAUDITED_POCKETS)).length };
}

function leftOf(rows: Rows): Left {
  const counted = rows as readonly { readonly kind: string; readonly count: number }[];
  return Object.fromEntries(counted.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
}
