import { GatewayProcess, TemporaryFolders } from '../support/gateway-process.ts';
import { TestProcess } from '../support/process.ts';
import { OwnServer } from '../support/own-server.ts';
import { Receiver } from '../support/receiver.ts';
import { eventually } from '../support/gateway.ts';
import { FaultProxy } from './fault-proxy.ts';
import { PostgreSql } from './postgresql.ts';

/** Names of the processes: two that serve, two that work. */
export const APIS = ['api-1', 'api-2'];
export const WORKERS = ['worker-1', 'worker-2'];

const SETTINGS = {
  SANDBOX: 'true',
  DATABASE_POOL_SIZE: '8',
  ANALYSIS_SECONDS: '0',
  WEBHOOK_TIMEOUT_SECONDS: '2',
  WEBHOOK_RETRY_SECONDS: Array.from({ length: 60 }, () => '1').join(),
  WEBHOOK_BREAKER_SECONDS: '1',
};

/** Everything that a round of faults needs: PostgreSQL behind a proxy, NATS, four processes, a partner's endpoint. */
export class Estate {
  readonly processes = new Map<string, GatewayProcess>();
  readonly proxy: FaultProxy;
  readonly nats: OwnServer;
  readonly receiver: Receiver;
  /** The one that takes writes. */
  database: PostgreSql;
  private readonly folders = new TemporaryFolders();
  private readonly servers: PostgreSql[];

  private constructor(database: PostgreSql, proxy: FaultProxy, nats: OwnServer, receiver: Receiver) {
    this.database = database;
    this.servers = [database];
    this.proxy = proxy;
    this.nats = nats;
    this.receiver = receiver;
  }

  static async open(): Promise<Estate> {
    const [database, nats, receiver] = await Promise.all([PostgreSql.primary(), OwnServer.nats(), Receiver.start()]);
    const estate = new Estate(database, await FaultProxy.to(database.port), nats, receiver);
    await Promise.all([...APIS, ...WORKERS].map((name) => estate.startProcess(name)));
    await database.sql('update payment_account set pocket_limit = 1000000');
    return estate;
  }

  /** Starts a process, or starts it again; gives how long it took to be ready, in milliseconds. */
  async startProcess(name: string): Promise<number> {
    const began = performance.now();
    const gateway = await GatewayProcess.start({
      ...SETTINGS,
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${this.proxy.port}/postgres`,
      NATS_URL: `nats://127.0.0.1:${this.nats.port}`,
      DATA_DIR: this.folders.make(),
      ROLES: name.startsWith('api') ? 'api' : 'worker',
    });
    this.processes.set(name, gateway);
    return performance.now() - began;
  }

  process(name: string): GatewayProcess {
    const found = this.processes.get(name);
    if (found === undefined) throw new Error(`There is no process ${name}.`);
    return found;
  }

  get apis(): GatewayProcess[] {
    return APIS.map((name) => this.process(name));
  }

  /** Adds a standby, and gives what makes it the primary. */
  async standby(): Promise<PostgreSql> {
    const standby = await PostgreSql.standbyOf(this.database);
    this.servers.push(standby);
    return standby;
  }

  /** What a path of health answers, by process. */
  async health(path: 'live' | 'ready'): Promise<number[]> {
    const ask = ({ url }: GatewayProcess) => fetch(`${url}/health/${path}`).then(({ status }) => status);
    return Promise.all([...this.processes.values()].map(ask));
  }

  /** Waits until all are ready; gives how long it took, in milliseconds. */
  async ready(): Promise<number> {
    const began = performance.now();
    await eventually(async () => (await this.health('ready')).every((status) => status === 200));
    return performance.now() - began;
  }

  /** What all processes have written that tells of a fault of ours. */
  complaints(): string[] {
    return [...this.processes.values()]
      .flatMap(({ process }) => `${process.output}\n${process.errors}`.split('\n'))
      .filter((line) => /"level":(50|60)|UnhandledPromise|^\s+at /.test(line));
  }

  async close(): Promise<void> {
    await TestProcess.endAll();
    this.proxy.close();
    await this.receiver.stop();
    await this.nats.remove();
    for (const server of this.servers) await server.remove();
    this.folders.remove();
  }
}
