import { openDatabase } from '../../src/platform/database/open-database.ts';
import { entities, migrations } from '../../src/capabilities.ts';
import { copyOfWorld, TemporaryFolders } from '../support/temporary-folders.ts';
import type { Estate } from './estate.ts';
import { FaultProxy } from './fault-proxy.ts';
import { openAccounts } from './history/accounts.ts';
import { LEFT, type Left } from './liveness.ts';
import { PostgreSql } from './postgresql.ts';

/** Where the processes of an estate store what they do. */
export interface Storage {
  readonly environment: Readonly<Record<string, string>>;
  /** Whether instants are of the clocks of the processes. */
  readonly goesByProcessClocks: boolean;
  /** Makes room for any number of pockets, and the accounts of so many rounds, once the world is there. */
  prepare(rounds: number): Promise<void>;
  /** What is still under way. */
  left(estate: Estate): Promise<Left>;
  /** Pockets whose creation is missing in the audit trail; none where only the server can look. */
  unauditedPockets(): Promise<number>;
  close(): Promise<void>;
}

/** More pockets than any run makes. */
const POCKETS_MAX = 1_000_000;
const LIFT_LIMITS = `update payment_account set pocket_limit = ${POCKETS_MAX}`;
/** Gauges of what is under way. */
const BACKLOG = /^(gateway_(?:(?:relay|capture)_backlog\{state="events"|deliveries\{state="under_way")\}) (\d+)$/gm;

/** PostgreSQL behind a proxy. */
export class ServedStorage implements Storage {
  readonly goesByProcessClocks = false;
  readonly proxy: FaultProxy;
  /** The one that takes writes. */
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
    await this.database.sql(LIFT_LIMITS);
    await this.database.sql(openAccounts(rounds));
  }

  async left(): Promise<Left> {
    const rows = await this.database.sql<{ kind: string; count: number }>(LEFT);
    return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
  }

  async unauditedPockets(): Promise<number> {
    const [row] = await this.database.sql<{ count: number }>(
      `select count(*)::int as count from event
       where name = 'POCKET_ACCOUNT_WAS_CREATED' and recorded_at > (select min(at) from (
         select at from audit_entry union all select at from audit_outbox
       ) as entry) and not exists (
         select from (
           select correlation_id, result from audit_entry union all select correlation_id, result from audit_outbox
         ) as entry
         where entry.correlation_id = event.correlation_id and entry.result = 'CreatePocketSuccess'
       )`,
    );
    return row?.count ?? 0;
  }

  /** Kills the primary and lets a standby, which has all that was acknowledged, take its place. */
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

/** PGlite in a folder of its own. */
export class EmbeddedStorage implements Storage {
  readonly goesByProcessClocks = true;
  readonly folder: string;
  private readonly folders: TemporaryFolders;

  private constructor(folders: TemporaryFolders, folder: string) {
    this.folders = folders;
    this.folder = folder;
  }

  /** @param rounds of which it has the accounts */
  static async open(rounds: number): Promise<EmbeddedStorage> {
    const folders = new TemporaryFolders();
    const storage = new EmbeddedStorage(folders, copyOfWorld(folders));
    const options = { url: undefined, dataDirectory: storage.folder, poolSize: 1, entities, migrations };
    const opened = await openDatabase(options);
    for (const text of [LIFT_LIMITS, openAccounts(rounds)]) await opened.entityManager.getConnection().execute(text);
    await opened.close();
    return storage;
  }

  get environment() {
    return { DATA_DIR: this.folder };
  }

  /** It was made like this: no other process could open it now. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /** What the process itself tells. */
  async left({ anyApi }: Estate): Promise<Left> {
    const metrics = await (await fetch(`${anyApi.adminUrl}/metrics`)).text();
    const left = [...metrics.matchAll(BACKLOG)].map(([, kind = '', count]) => [kind, Number(count)] as const);
    if (left.length === 0) throw new Error('The metrics have no backlogs.');
    return Object.fromEntries(left.filter(([, count]) => count > 0));
  }

  unauditedPockets(): Promise<number> {
    return Promise.resolve(0);
  }

  close(): Promise<void> {
    this.folders.remove();
    return Promise.resolve();
  }
}
