import { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/schema/migrate.ts';
import type { DatabaseOptions, OpenedDatabase } from '../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../src/platform/open-database.ts';
import { entities, migrations } from '../../src/capabilities.ts';
import { copyOfWorld, TemporaryFolders } from './temporary-folders.ts';
import { TestDatabases } from './test-database.ts';
import { makeWorld } from './world.ts';

interface OwnDatabaseOptions {
  readonly poolSize?: number;
  /** Without schema and world. */
  readonly isEmpty?: boolean;
  /** Migrations to run after those of the product. */
  readonly also?: DatabaseOptions['migrations'];
}

/** A test's own database without a gateway: opened as the product opens it, with the sandbox world. */
export class OwnDatabase {
  readonly opened: OpenedDatabase;
  readonly database: Database;
  /** Undefined on PGlite. */
  readonly url: string | undefined;
  private readonly remove: () => Promise<void>;

  private constructor(opened: OpenedDatabase, url: string | undefined, remove: () => Promise<void>) {
    this.opened = opened;
    this.database = new Database(opened.sessions);
    this.url = url;
    this.remove = remove;
  }

  static async open({ poolSize = 10, isEmpty = false, also = [] }: OwnDatabaseOptions = {}): Promise<OwnDatabase> {
    const databases = new TestDatabases();
    const folders = new TemporaryFolders();
    const url = await (isEmpty ? databases.create() : databases.createWithWorld());
    const dataDirectory = isEmpty ? 'memory://' : copyOfWorld(folders);
    const known = [...migrations, ...also];
    const opened = await openDatabase({ url, dataDirectory, poolSize, entities, migrations: known });
    if (!isEmpty) await migrate(opened, () => makeWorld(opened));
    return new OwnDatabase(opened, url, async () => {
      await databases.drop();
      folders.remove();
    });
  }

  /** Runs SQL of the test, outside of any transaction. */
  async sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.opened.entityManager.getConnection().execute<Row[]>(text, [...values]);
  }

  async close(): Promise<void> {
    await this.opened.close();
    await this.remove();
  }
}
