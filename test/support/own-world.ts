import { cpSync } from 'node:fs';
import { copyOfWorld, TemporaryFolders } from './temporary-folders.ts';
import { TestDatabases } from './test-database.ts';

/** A sandbox world for processes of a test: a folder, or a database on the PostgreSQL under test. */
export class OwnWorld {
  /** Environment with which a process finds it. */
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
    return new OwnWorld(environmentOf(copyOfWorld(folders), url), folders, databases);
  }

  /** Copies its current state, for example as a backup. No process can have it open. Both are removed together. */
  async copy(): Promise<OwnWorld> {
    const { DATA_DIR: from = '', DATABASE_URL: url } = this.environment;
    const folder = this.folders.make();
    cpSync(from, folder, { recursive: true });
    const copy = url === undefined ? undefined : await this.databases.createCopy(url);
    return new OwnWorld(environmentOf(folder, copy), this.folders, this.databases);
  }

  async remove(): Promise<void> {
    await this.databases.drop();
    this.folders.remove();
  }
}

function environmentOf(folder: string, url: string | undefined): Readonly<Record<string, string>> {
  return { DATA_DIR: folder, SANDBOX: 'true', ...(url !== undefined && { DATABASE_URL: url }) };
}
