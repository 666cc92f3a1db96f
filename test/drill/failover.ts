import { setTimeout as wait } from 'node:timers/promises';
import { FAILOVER_MS_MAX, until } from '../faults/recovery.ts';
import { Gateways } from './gateways.ts';
import { lookBack } from './look-back.ts';
import { PacedLoad } from './paced-load.ts';
import { percentile, seconds, type DrillSite, type Findings } from './part.ts';
import { Subscribers } from './subscribers.ts';

const DATABASE = 'gateway';
/** Duration of the load before a kill, and after writes have succeeded again, in milliseconds. */
const BEFORE_MS = 5_000;
const AFTER_MS = 5_000;
/** More pockets than any drill makes. */
const POCKETS_MAX = 1_000_000;

/** Kills the primary under load, repeatedly: nothing is lost or doubled, and writes succeed again in time. */
export async function drillFailover(site: DrillSite): Promise<Findings> {
  const roles = ['api', 'api', 'worker', 'worker'];
  const gateways = await Gateways.start(roles.map((ROLES) => ({ DATABASE_URL: site.cluster.url(DATABASE), ROLES })));
  await liftLimits(site, DATABASE);
  const drill = new FailoverDrill(site, gateways, await Subscribers.start(site.options.subscribers, gateways));
  try {
    return await drill.run();
  } finally {
    await drill.end();
  }
}

/** Lifts the limits of pockets; the sandbox world must exist. */
export async function liftLimits({ cluster }: DrillSite, database: string): Promise<void> {
  await cluster.sql(database, `update payment_account set pocket_limit = ${POCKETS_MAX}`);
}

class FailoverDrill {
  private readonly site: DrillSite;
  readonly gateways: Gateways;
  readonly subscribers: Subscribers;
  readonly load: PacedLoad;
  private readonly wrong: string[] = [];
  /** How long each kill kept clients from writing, in milliseconds. */
  private readonly outages: number[] = [];
  /** How much of that PostgreSQL itself accepted no writes. */
  private readonly databaseOutages: number[] = [];

  constructor(site: DrillSite, gateways: Gateways, subscribers: Subscribers) {
    this.site = site;
    this.gateways = gateways;
    this.subscribers = subscribers;
    this.load = new PacedLoad(gateways);
  }

  async run(): Promise<Findings> {
    const { rounds } = this.site.options;
    for (let round = 1; round <= rounds; round += 1) await this.round(round);
    this.wrong.push(...(await lookBack(this)));
    return { figures: this.figures(), wrong: this.wrong };
  }

  async end(): Promise<void> {
    await this.load.end();
    this.subscribers.end();
    await this.gateways.end();
  }

  private async round(round: number): Promise<void> {
    const { cluster, options, tell } = this.site;
    const before = this.load.answers.size;
    await until('there is a synchronous standby', () => cluster.isWhole());
    this.load.begin(options.rate);
    await wait(BEFORE_MS);
    const killed = await cluster.killPrimary();
    const killedAt = performance.now();
    this.subscribers.cutHalf();
    const databaseIsBack = until('PostgreSQL takes writes', () => cluster.takesWrites()).then(() =>
      this.databaseOutages.push(performance.now() - killedAt),
    );
    // Requests in flight may still be acknowledged; only requests that are sent from now on count.
    const firstAfterKill = () => this.load.acknowledged.find(({ askedAt }) => askedAt > killedAt);
    await until('a pocket is made again', () => firstAfterKill() !== undefined);
    const tookMs = (firstAfterKill()?.at ?? Infinity) - killedAt;
    this.outages.push(tookMs);
    await databaseIsBack;
    await wait(AFTER_MS);
    await this.load.end();
    const interrupted = this.load.unanswered.size;
    await this.load.settle();
    await this.load.replay([...this.load.answers.keys()].slice(before));
    tell(
      `round ${round}: ${killed} was killed, writes succeed again after ${seconds(tookMs)}; ` +
        `${this.load.answers.size - before} pockets, ${interrupted} of them interrupted`,
    );
    if (tookMs > FAILOVER_MS_MAX) this.wrong.push(`in round ${round} writes succeeded again after ${seconds(tookMs)}`);
  }

  private figures(): Findings['figures'] {
    const { outages, subscribers, load } = this;
    const took = load.acknowledged.map(({ askedAt, at }) => at - askedAt);
    return [
      ['PostgreSQL primaries killed', String(outages.length)],
      ['PostgreSQL takes writes again after', this.databaseOutages.map(seconds).join(', ')],
      ['a pocket is acknowledged again after', outages.map(seconds).join(', ')],
      ['pockets acknowledged', String(load.answers.size)],
      ['events seen by all subscribers', String(subscribers.seen)],
      ['createPocket, median and 99 %', `${seconds(percentile(took, 0.5))}, ${seconds(percentile(took, 0.99))}`],
      ['subscribers, sockets opened again', `${subscribers.size}, ${subscribers.reconnects}`],
    ];
  }
}
