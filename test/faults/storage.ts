import { PaymentAccount } from '../../src/bank/accounts/payment-account.entity.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { entities, migrations } from '../../src/capabilities.ts';
import { copyOfWorld, TemporaryFolders } from '../support/temporary-folders.ts';
import { FaultProxy } from './fault-proxy.ts';
import { PostgreSql } from './postgresql.ts';

/** Where the processes of an estate store what they do. */
export interface Storage {
  readonly environment: Readonly<Record<string, string>>;
  /** Makes room for any number of pockets, once the world is there. */
  liftLimits(): Promise<void>;
  /** Pockets whose creation is missing in the audit trail; none where only the server can look. */
  unauditedPockets(): Promise<number>;
  close(): Promise<void>;
}

/** More pockets than any run makes. */
const POCKETS_MAX = 1_000_000;

/** PostgreSQL behind a proxy. */
export class ServedStorage implements Storage {
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

  async liftLimits(): Promise<void> {
    await this.database.sql(`update payment_account set pocket_limit = ${POCKETS_MAX}`);
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
  readonly folder: string;
  private readonly folders: TemporaryFolders;

  private constructor(folders: TemporaryFolders, folder: string) {
    this.folders = folders;
    this.folder = folder;
  }

  static async open(): Promise<EmbeddedStorage> {
    const folders = new TemporaryFolders();
    const storage = new EmbeddedStorage(folders, copyOfWorld(folders));
    const options = { url: undefined, dataDirectory: storage.folder, poolSize: 1, entities, migrations };
    const opened = await openDatabase(options);
    await opened.entityManager.fork().nativeUpdate(PaymentAccount, {}, { pocketLimit: POCKETS_MAX });
    await opened.close();
    return storage;
  }

  get environment() {
    return { DATA_DIR: this.folder };
  }

  /** It was made with room: no other process could open it now. */
  liftLimits(): Promise<void> {
    return Promise.resolve();
  }

  unauditedPockets(): Promise<number> {
    return Promise.resolve(0);
  }

  close(): Promise<void> {
    this.folders.remove();
    return Promise.resolve();
  }
}
