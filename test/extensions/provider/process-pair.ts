import { openSecretBox } from '../../../src/platform/schema/open-secret-box.ts';
import { readStorageConfig } from '../../../src/config/storage.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { putCredentials } from '../../../src/extensions/provider/calls/keep-credentials.ts';
import { eventually } from '../../support/gateway.ts';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { prepareWorld, withDatabase } from '../../support/pocket-world.ts';
import { TestProcess } from '../../support/process.ts';

type Environment = Readonly<Record<string, string>>;

/** The point of a call at which a process is killed: what happens to the call, and which process is killed. */
export interface Step {
  readonly what: string;
  readonly fault: 'timeout' | 'slow' | 'lost-answer';
  readonly victim: 'bank' | 'front';
}

/** The steps of a call that changes something. */
export const STEPS = [
  { what: 'the gateway, before the bank has heard of them', fault: 'timeout', victim: 'front' },
  { what: 'the gateway, and the bank hears of them after that', fault: 'slow', victim: 'front' },
  { what: 'the gateway, whose answers were lost', fault: 'lost-answer', victim: 'front' },
  { what: 'the bank, before it hears of them', fault: 'slow', victim: 'bank' },
] as const satisfies readonly Step[];

/** State of the proxy: faults that are yet to happen, and the number of requests in flight. */
interface Proxied {
  readonly faults: readonly { readonly left: number }[];
  readonly inFlight: number;
}

const LIMITS = { RATE_LIMIT: '0', ADMIN_PORT: '0' };

/** Longer than a lease, which is the timeout of a call plus ten seconds, in seconds. */
export const LEASE_SECONDS = 20;
/** How long after the end of its lease a mutation that is not found counts as not executed, in seconds. */
const NOT_EXECUTED_SECONDS = 60;

/** Makes a stopped gateway have been away: its open intents were created, sent and due this many seconds earlier. */
export async function stayAway(environment: Environment, seconds: number): Promise<void> {
  const shifted = ['created_at', 'last_sent_at', 'due_at'].map((name) => `${name} = ${name} - interval '${seconds} s'`);
  const text = `update provider_intent set ${shifted.join()} where settled_at is null`;
  await withDatabase(environment, ({ entityManager }) => entityManager.fork().execute(text));
}

/** Gives a stopped gateway the credentials of ACME_PAY at the bank. */
export async function introduce(environment: Environment): Promise<void> {
  await withDatabase(environment, async (opened) => {
    const keeper = {
      database: new Database(opened.sessions),
      secrets: await openSecretBox(readStorageConfig({}), opened),
      now: new Date(),
    };
    const none = { scope: null, certificate: null, privateKey: null, publicKey: null, signingSecret: null };
    const client = { clientId: 'acme-pay', clientSecret: 'acme-pay-secret', pocketLimit: null };
    await putCredentials(keeper, 'ACME_PAY', { ...client, ...none });
  });
}

/** A bank and a gateway in front of it, in their own processes, with a proxy between them that fails on demand. */
export class ProcessPair {
  bank: GatewayProcess;
  front: GatewayProcess;
  private readonly worlds: readonly OwnWorld[];
  private readonly environments: Readonly<Record<'bank' | 'front', Environment>>;
  private readonly proxy: TestProcess;
  private readonly controlUrl: string;

  private constructor(
    { bank, front }: Pick<ProcessPair, 'bank' | 'front'>,
    environments: ProcessPair['environments'],
    { worlds, proxy, controlUrl }: { worlds: readonly OwnWorld[]; proxy: TestProcess; controlUrl: string },
  ) {
    this.bank = bank;
    this.front = front;
    this.environments = environments;
    this.worlds = worlds;
    this.proxy = proxy;
    this.controlUrl = controlUrl;
  }

  static async start(): Promise<ProcessPair> {
    const worlds = [await OwnWorld.make(), await OwnWorld.make()] as const;
    for (const { environment } of worlds) await prepareWorld(environment);
    const [ofBank, ofFront] = worlds.map(({ environment }) => ({ ...environment, ...LIMITS }));
    await introduce(worlds[1].environment);
    const bank = await GatewayProcess.start({ ...ofBank });
    const proxy = new TestProcess(['scripts/fault-proxy.mjs', '--target', bank.url], { PORT: '0', CONTROL_PORT: '0' });
    const [, url = '', controlUrl = ''] = await proxy.says(/^(\S+) leads to .* at (\S+)$/m);
    const provider = { PROVIDER: 'rest', PROVIDER_URL: url, PROVIDER_RATE: '0', PROVIDER_TIMEOUT_SECONDS: '5' };
    const environments = { bank: { ...ofBank, PORT: new URL(bank.url).port }, front: { ...ofFront, ...provider } };
    const front = await GatewayProcess.start(environments.front);
    return new ProcessPair({ bank, front }, environments, { worlds, proxy, controlUrl });
  }

  /**
   * Sends requests, kills one of the two processes while each of their calls is at that step, and starts it again. The
   * gateway in front need not wait for leases: it is made to have been away. It waits only for calls to reach the bank.
   */
  async killDuring({ fault, victim }: Step, sends: readonly (() => Promise<unknown>)[]): Promise<void> {
    await this.control({ kind: fault, times: sends.length, changing: true });
    const sent = sends.map((send) => send());
    await eventually(async () => (await this.callsLeft()) === 0);
    await this[victim].process.end('SIGKILL');
    if (victim === 'front') await this.stayAway(LEASE_SECONDS + (fault === 'timeout' ? NOT_EXECUTED_SECONDS : 0));
    this[victim] = await GatewayProcess.start(this.environments[victim]);
    await Promise.all(sent);
    if (victim === 'front' || (await this.openOutcomes()) === 0) return;
    await this.front.process.end('SIGTERM');
    // What has reached the bank is done, or never will be.
    await eventually(async () => (await this.proxied()).inFlight === 0);
    await this.stayAway(NOT_EXECUTED_SECONDS);
    this.front = await GatewayProcess.start(this.environments.front);
  }

  private stayAway(seconds: number): Promise<void> {
    return stayAway(this.environments.front, seconds);
  }

  /** Waits until the gateway in front knows the outcome of each mutation. */
  async settled(): Promise<void> {
    await eventually(async () => (await this.openOutcomes()) === 0);
  }

  private async openOutcomes(): Promise<number> {
    return (await this.front.ask('{ viewer { provider { openOutcomes } } }')).viewer.provider.openOutcomes;
  }

  /** Returns how many calls that a fault is to happen to have not arrived yet. */
  private async callsLeft(): Promise<number> {
    const { faults } = await this.proxied();
    return faults.reduce((sum, { left }) => sum + left, 0);
  }

  private proxied(): Promise<Proxied> {
    return this.control({ kind: 'cut', times: 0 });
  }

  async stop(): Promise<void> {
    for (const gateway of [this.front, this.bank]) await gateway.process.end('SIGTERM');
    await this.proxy.end('SIGTERM');
    for (const world of this.worlds) await world.remove();
  }

  private async control(fault: object): Promise<Proxied> {
    const response = await fetch(this.controlUrl, { method: 'POST', body: JSON.stringify(fault) });
    return (await response.json()) as Proxied;
  }
}
