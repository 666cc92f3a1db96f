import { pino } from 'pino';
import { Gateway } from './gateway.ts';
import { TestClock } from './test-clock.ts';
import type { ThreeLogins } from './three-logins.ts';

type Environment = Readonly<Record<string, string>>;

/** A gateway divided as into two processes on one database: api and worker, each with its own login. */
export class DividedGateway {
  readonly api: Gateway;
  readonly worker: Gateway;
  /** Log lines of both at level warn or above. */
  readonly complaints: readonly string[];

  private constructor(made: Pick<DividedGateway, 'api' | 'worker' | 'complaints'>) {
    this.api = made.api;
    this.worker = made.worker;
    this.complaints = made.complaints;
  }

  static async start(logins: ThreeLogins, environment: Environment = {}): Promise<DividedGateway> {
    const complaints: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => complaints.push(line) });
    const common = { clock: new TestClock(), logger };
    const part = (login: string, roles: string) => ({
      ...{ DATABASE_URL: logins.urlOf(login), ROLES: roles, ROW_LEVEL_SECURITY: 'true', ADMIN_PORT: '0' },
      ...environment,
    });
    const worker = await Gateway.start({ ...common, environment: part('gateway_worker', 'worker') });
    const api = await Gateway.start({ ...common, environment: part('gateway_api', 'api') });
    return new DividedGateway({ api, worker, complaints });
  }

  /** Returns the loops of both that have failed, according to their metrics. */
  async failedLoops(): Promise<readonly string[]> {
    const texts = await Promise.all(
      [this.api, this.worker].map(async ({ app }) => (await fetch(`${app.adminUrl}/metrics`)).text()),
    );
    return texts.flatMap((text) => {
      const counts = text.match(/^gateway_loop_failures_total\{.*\} \d+$/gm);
      if (counts === null) throw new Error('The metrics have no failures of loops.');
      return counts.filter((count) => !count.endsWith(' 0'));
    });
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.worker.stop();
  }
}
