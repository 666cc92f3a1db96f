import { openSecretBox } from '../../../src/platform/schema/open-secret-box.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { readStorageConfig } from '../../../src/config/storage.ts';
import { putCredentials } from '../../../src/extensions/provider/calls/keep-credentials.ts';
import { SANDBOX_PARTNERS } from '../../../src/playground/sandbox-world/sandbox-world.ts';
import { Gateway } from '../../support/gateway.ts';
import { TestClock } from '../../support/test-clock.ts';
import { TestProcess } from '../../support/process.ts';

/** What can happen to a request between the two gateways. */
export type Fault = 'cut' | 'lost-answer' | 'slow' | '500' | '429' | 'timeout' | 'duplicate' | 'unmapped';

/** Number of pockets that an account of the sandbox has room for. */
const POCKET_LIMIT = 3;
/** Clients of the sandbox: the bank knows their partners by the same names. */
const CLIENTS = SANDBOX_PARTNERS.map(({ clientId }) => clientId);

type Environment = Readonly<Record<string, string>>;

/** Two gateways: one that is the bank, and one in front of it, whose calls go through a proxy that fails on demand. */
export class Rig {
  readonly bank: Gateway;
  readonly front: Gateway;
  /** Environment of the gateway in front, to start another like it. */
  private readonly ofFront: Environment;
  private readonly proxy: TestProcess;
  private readonly controlUrl: string;

  private constructor(made: Pick<Rig, 'bank' | 'front'>, ofFront: Environment, proxy: TestProcess, controlUrl: string) {
    this.bank = made.bank;
    this.front = made.front;
    this.ofFront = ofFront;
    this.proxy = proxy;
    this.controlUrl = controlUrl;
  }

  /** @param environment of the gateway in front, and of the bank */
  static async start(environment: Environment = {}, ofBank: Environment = {}): Promise<Rig> {
    const clock = new TestClock();
    const bank = await Gateway.start({ clock, environment: ofBank });
    const proxy = new TestProcess(['scripts/fault-proxy.mjs', '--target', bank.app.url], {
      PORT: '0',
      CONTROL_PORT: '0',
    });
    const [, url = '', controlUrl = ''] = await proxy.says(/^(\S+) leads to .* at (\S+)$/m);
    const ofFront = { PROVIDER: 'rest', PROVIDER_URL: url, PROVIDER_RATE: '0', ...environment };
    const front = await Gateway.start({ clock, environment: ofFront });
    const rig = new Rig({ bank, front }, ofFront, proxy, controlUrl);
    for (const client of CLIENTS) await rig.introduce(client);
    return rig;
  }

  /** Gives a partner of the front gateway its credentials at the bank: those of the sandbox client of that name. */
  async introduce(client: string, front = this.front): Promise<void> {
    const { database } = front.app;
    const secrets = await openSecretBox(readStorageConfig({}), database);
    await putCredentials(
      { database: new Database(database.sessions), secrets, now: front.clock.now() },
      front.partnerOf(client),
      {
        ...{ clientId: client, clientSecret: `${client}-secret`, scope: null, certificate: null, privateKey: null },
        ...{ publicKey: null, signingSecret: null, pocketLimit: POCKET_LIMIT },
      },
    );
  }

  /** Starts a second gateway in front of the bank, through the same proxy; the caller stops it. */
  async another(): Promise<Gateway> {
    const front = await Gateway.start({ clock: this.front.clock, environment: this.ofFront });
    for (const client of CLIENTS) await this.introduce(client, front);
    return front;
  }

  /** Sets what happens to the next request that changes something, which a search of a worker does not trigger. */
  fail(kind: Fault): Promise<void> {
    return this.sendFault({ kind, changing: true });
  }

  /** Sets what happens to the next request. */
  failRead(kind: Fault): Promise<void> {
    return this.sendFault({ kind });
  }

  private async sendFault(fault: { readonly kind: Fault; readonly changing?: boolean }): Promise<void> {
    const response = await fetch(this.controlUrl, { method: 'POST', body: JSON.stringify(fault) });
    if (!response.ok) throw new Error(await response.text());
  }

  /** Returns the front gateway, with the storage of the bank for setup and checks. */
  asOne(): Gateway {
    return this.front.inFrontOf(this.bank, () => this.stop());
  }

  async stop(): Promise<void> {
    await this.front.stop();
    await this.proxy.end('SIGTERM');
    await this.bank.stop();
  }
}

/** Starts a gateway in front of a bank, for a test file of the bank: what holds for the bank holds through it. */
export async function bankInFront(environment: Environment): Promise<Gateway> {
  // On a busy machine an answer can take longer than the default timeout of a provider.
  const ofFront = { ...environment, PROVIDER_TIMEOUT_SECONDS: '60' };
  return (await Rig.start(ofFront, environment)).asOne();
}
