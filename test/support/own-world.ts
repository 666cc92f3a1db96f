import { copyOfWorld, TemporaryFolders } from './temporary-folders.ts';
import { TestDatabases } from './test-database.ts';

/** A sandbox world that processes of a test are started on: a folder, or a database on the PostgreSQL under test. */
export class OwnWorld {
  /** What a process is given to find it. */
  readonly environment: Readonly<Record<string, string>>;
  private readonly folders: TemporaryFolders;
  private readonly databases: TestDatabases;

  private constructor(
    environment: Readonly<Record<string, string>>,
    folders: TemporaryFolders,
    databases: TestDatabases,
  ) {
    this.environment = environment;
    this.folders = folders;
    this.databases = databases;
  }

  static async make(): Promise<OwnWorld> {
    const folders = new TemporaryFolders();
    const databases = new TestDatabases();
    const url = await databases.createWithWorld();
    const environment = {
      DATA_DIR: copyOfWorld(folders),
      SANDBOX: 'true',
      ...(url !== undefined && { DATABASE_URL: url }),
    };
    return new OwnWorld(environment, folders, databases);
  }

  async remove(): Promise<void> {
    await this.databases.drop();
    this.folders.remove();
  }
}
