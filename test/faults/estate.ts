import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GatewayProcess, TemporaryFolders } from '../support/gateway-process.ts';
import type { OwnServer } from '../support/own-server.ts';
import { TestProcess } from '../support/process.ts';
import { Receiver } from '../support/receiver.ts';
import { CONFIGURATIONS_MAX } from './history/configurations.model.ts';
import { until } from './recovery.ts';
import type { Storage } from './storage.ts';

/** How processes wake each other up: by the estate's own NATS, or by LISTEN. */
export type WakeUpBus = 'nats' | 'database';

const SETTINGS = {
  SANDBOX: 'true',
  DATABASE_POOL_SIZE: '8',
  ANALYSIS_SECONDS: '0',
  WEBHOOK_TIMEOUT_SECONDS: '2',
  WEBHOOK_RETRY_SECONDS: '1,1,2,2,4,4,8,8,16,16',
  WEBHOOK_BREAKER_SECONDS: '1',
  WEBHOOK_CONFIGURATIONS_MAX: String(CONFIGURATIONS_MAX),
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'stepping-clock.mjs')).href}`,
};

/** Names of the processes by their roles. */
interface Roles {
  readonly apis: readonly string[];
  readonly workers: readonly string[];
}

interface Parts {
  readonly storage: Storage;
  readonly roles: Roles;
  readonly receiver: Receiver;
  readonly nats?: OwnServer;
}

/** Everything that a round of faults needs: a database, `api` and `worker` processes, a partner's endpoint. */
export class Estate {
  readonly roles: Roles;
  readonly receiver: Receiver;
  private bus: WakeUpBus;
  readonly storage: Storage;
  private readonly nats: OwnServer | undefined;
  private readonly processes = new Map<string, GatewayProcess>();
  private readonly past: TestProcess[] = [];
  private readonly folders = new TemporaryFolders();
  private readonly clockFile: string;
  private clockSteps = 0;

  private constructor({ storage, roles, receiver, nats }: Parts) {
    this.storage = storage;
    this.roles = roles;
    this.receiver = receiver;
    this.nats = nats;
    this.bus = nats === undefined ? 'database' : 'nats';
    this.clockFile = join(this.folders.make(), 'clock');
    writeFileSync(this.clockFile, '0 0');
  }

  /** Starts one process on an embedded database. */
  static async embedded(storage: Storage, rounds: number): Promise<Estate> {
    const roles = { apis: ['gateway'], workers: ['gateway'] };
    return Estate.open({ storage, roles, receiver: await Receiver.start() }, rounds);
  }

  /** Starts two `api` and two `worker` processes on PostgreSQL and NATS. */
  static async served(storage: Storage, nats: OwnServer, rounds: number): Promise<Estate> {
    const roles = { apis: ['api-1', 'api-2'], workers: ['worker-1', 'worker-2'] };
    return Estate.open({ storage, roles, receiver: await Receiver.start(), nats }, rounds);
  }

  private static async open(parts: Parts, rounds: number): Promise<Estate> {
    const estate = new Estate(parts);
    await Promise.all(estate.names.map((name) => estate.startProcess(name)));
    await estate.storage.prepare(rounds);
    return estate;
  }

  get names(): readonly string[] {
    return [...new Set([...this.roles.apis, ...this.roles.workers])];
  }

  /** Restarts all processes, one after the other, unless they already wake each other up like this. */
  async wakeBy(bus: WakeUpBus): Promise<void> {
    if (this.bus === bus) return;
    this.bus = bus;
    for (const name of this.names) {
      await this.process(name).process.end('SIGTERM');
      await this.startProcess(name);
    }
  }

  /** Starts or restarts a process, and waits until it is ready. */
  async startProcess(name: string): Promise<void> {
    const { apis, workers } = this.roles;
    const roles = [...(apis.includes(name) ? ['api'] : []), ...(workers.includes(name) ? ['worker'] : [])];
    const started = await GatewayProcess.start({
      ...SETTINGS,
      DATA_DIR: this.folders.make(),
      ...this.storage.environment,
      ...(this.bus === 'nats' && { NATS_URL: `nats://127.0.0.1:${this.nats?.port}` }),
      ROLES: roles.join(),
      CLOCK_FILE: this.clockFile,
    });
    const previous = this.processes.get(name);
    if (previous !== undefined) this.past.push(previous.process);
    this.processes.set(name, started);
  }

  process(name: string): GatewayProcess {
    const found = this.processes.get(name);
    if (found === undefined) throw new Error(`There is no process ${name}.`);
    return found;
  }

  get apis(): GatewayProcess[] {
    return this.roles.apis.map((name) => this.process(name));
  }

  get anyApi(): GatewayProcess {
    return this.process(this.roles.apis[0] ?? '');
  }

  /** Returns the status of a health path, by process. */
  async health(path: 'live' | 'ready', names = this.names): Promise<number[]> {
    const statusOf = (name: string) => fetch(`${this.process(name).url}/health/${path}`).then(({ status }) => status);
    return Promise.all(names.map(statusOf));
  }

  async ready(): Promise<void> {
    await until('all are ready', async () => (await this.health('ready')).every((status) => status === 200));
  }

  /** Sets the wall clock of all processes ahead of the machine's, in milliseconds; a negative number sets it behind. */
  async setClocks(aheadMs: number): Promise<void> {
    this.clockSteps += 1;
    writeFileSync(this.clockFile, `${this.clockSteps} ${aheadMs}`);
    for (const name of this.names) {
      const { process } = this.process(name);
      process.send('SIGUSR2');
      await process.says(new RegExp(`clock step ${this.clockSteps} is taken`));
    }
  }

  /** Memory of each process, in kB. */
  memory(): number[] {
    const ofProcess = (name: string) => readFileSync(`/proc/${this.process(name).process.pid}/status`, 'utf8');
    return this.names.map((name) => Number(/VmRSS:\s+(\d+)/.exec(ofProcess(name))?.[1]));
  }

  /** Returns the log lines, also of ended processes, that show a bug of the gateway. */
  complaints(): string[] {
    return [...this.past, ...this.names.map((name) => this.process(name).process)]
      .flatMap(({ output, errors }) => `${output}\n${errors}`.split('\n'))
      .filter((line) => /"level":(50|60)|UnhandledPromise|^\s+at /.test(line));
  }

  async close(): Promise<void> {
    await TestProcess.endAll();
    await this.receiver.stop();
    this.folders.remove();
  }
}
