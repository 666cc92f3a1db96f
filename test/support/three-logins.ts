import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { apiRights, entities, migrations } from '../../src/capabilities.ts';
import { endOf, type CommandEnd } from '../../src/operator/command.ts';
import type { Command } from '../../src/platform/commands/command.ts';
import type { OpenedDatabase } from '../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../src/platform/open-database.ts';
import { grantRights } from '../../src/platform/schema/grants.ts';
import { migrate } from '../../src/platform/schema/migrate.ts';
import { OwnServer } from './own-server.ts';
import { makeWorld } from './world.ts';

const PASSWORDS = { GATEWAY_PASSWORD: 'one', GATEWAY_WORKER_PASSWORD: 'two', GATEWAY_API_PASSWORD: 'three' };

/** A test's own PostgreSQL with the logins and the database that deploy/logins.sql creates. */
export class ThreeLogins {
  readonly server: OwnServer;
  private readonly opened: OpenedDatabase[] = [];

  private constructor(server: OwnServer) {
    this.server = server;
  }

  static async make(): Promise<ThreeLogins> {
    const logins = new ThreeLogins(await OwnServer.postgreSql());
    await logins.makeLogins();
    return logins;
  }

  /** Runs that file unchanged, as a superuser. */
  async makeLogins(): Promise<void> {
    await this.psql('postgres', ['-f', 'deploy/logins.sql'], 'postgres');
  }

  /** Migrates the database as its owner does, and adds the sandbox world. */
  async migrate(): Promise<void> {
    const owner = await this.open('gateway');
    await migrate(owner, async () => {
      await grantRights(owner, apiRights);
      await makeWorld(owner);
    });
  }

  /** Runs a command as operators do, with the login that owns the tables. */
  operate(run: Command, args: readonly string[] = [], input = ''): Promise<CommandEnd> {
    const environment = { DATABASE_URL: this.urlOf('gateway'), SANDBOX: 'true' };
    return endOf(run, { args, environment, input: () => Promise.resolve(input) });
  }

  urlOf(login: string, database = 'gateway'): string {
    return `postgresql://${login}@127.0.0.1:${this.server.port}/${database}`;
  }

  async open(login: string): Promise<OpenedDatabase> {
    const url = this.urlOf(login);
    const opened = await openDatabase({ url, dataDirectory: 'memory://', poolSize: 4, entities, migrations });
    this.opened.push(opened);
    return opened;
  }

  /** Runs SQL with a login, and returns the rows as psql prints them, without a frame. */
  async sql(login: string, text: string, database?: string): Promise<string> {
    return this.psql(login, ['-c', text], database);
  }

  async remove(): Promise<void> {
    await Promise.all(this.opened.map((one) => one.close()));
    await this.server.remove();
  }

  private async psql(login: string, args: readonly string[], database?: string): Promise<string> {
    const { PATH = '' } = process.env;
    const all = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', this.urlOf(login, database), ...args];
    const { stdout } = await promisify(execFile)('psql', all, { env: { PATH, ...PASSWORDS } });
    return stdout.trim();
  }
}
