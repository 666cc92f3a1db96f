import { openSecretBox } from '../../src/composition/services.ts';
import { Database } from '../../src/platform/database/database.ts';
import { readStorageConfig } from '../../src/config/storage.ts';
import { putCredentials } from '../../src/provider/calls/keep-credentials.ts';
import { SANDBOX_PARTNERS } from '../../src/playground/sandbox-world/sandbox-world.ts';
import { Gateway } from '../support/gateway.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestProcess } from '../support/process.ts';

/** What may happen to a request between the two gateways. */
export type Fault = 'cut' | 'lost-answer' | 'slow' | '500' | '429' | 'timeout' | 'duplicate' | 'unmapped';

/** Pockets that an account of the sandbox has room for. */
const POCKET_LIMIT = 3;
/** Clients of the sandbox: the bank knows their partners by the same names. */
const CLIENTS = SANDBOX_PARTNERS.map(({ clientId }) => clientId);

type Environment = Readonly<Record<string, string>>;

/** Two gateways: one that is the bank, and one in front of it, whose calls go through a proxy that fails on demand. */
export class Rig {
  readonly bank: Gateway;
  readonly front: Gateway;
  /** What its front is given, to start another like it. */
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

  /** Lets a partner of the front gateway be known to the bank, as the sandbox client of the same name. */
  async introduce(client: string, front = this.front): Promise<void> {
    const { database } = front.app;
    const sql = new Database(database.sessions);
    await putCredentials(
      { sql, secrets: await openSecretBox(readStorageConfig({}), database) },
      front.partnerOf(client),
      {
        ...{ clientId: client, clientSecret: `${client}-secret`, scope: null, certificate: null, privateKey: null },
        ...{ publicKey: null, signingSecret: null, pocketLimit: POCKET_LIMIT },
      },
    );
  }

  /** A second gateway in front of the bank, through the same proxy; whoever asks for it stops it. */
  async another(): Promise<Gateway> {
    const front = await Gateway.start({ clock: this.front.clock, environment: this.ofFront });
    for (const client of CLIENTS) await this.introduce(client, front);
    return front;
  }

  /** Says what happens to the next requests. */
  async fail(kind: Fault, times = 1): Promise<void> {
    const response = await fetch(this.controlUrl, { method: 'POST', body: JSON.stringify({ kind, times }) });
    if (!response.ok) throw new Error(await response.text());
  }

  /** The front gateway, with the bank's storage to set up and to look at. */
  asOne(): Gateway {
    return this.front.inFrontOf(this.bank, () => this.stop());
  }

  async stop(): Promise<void> {
    await this.front.stop();
    await this.proxy.end('SIGTERM');
    await this.bank.stop();
  }
}

/**
 * A gateway for a test file of the bank's. With PROVIDER=rest, as in `PROVIDER=rest npm test pockets`, it is one in front of
 * a bank: what holds of the bank holds through it.
 */
export async function bankGateway(environment: Environment = {}): Promise<Gateway> {
  if (!isThroughProvider()) return Gateway.start({ environment });
  // On a busy machine an answer may take longer than a provider is given.
  const ofFront = { ...environment, PROVIDER_TIMEOUT_SECONDS: '60' };
  return (await Rig.start(ofFront, environment)).asOne();
}

export function isThroughProvider(): boolean {
  return process.env['PROVIDER'] === 'rest';
}
