import { setTimeout as wait } from 'node:timers/promises';
import { liftLimits } from './failover.ts';
import { Gateways } from './gateways.ts';
import { lookBack } from './look-back.ts';
import { NatsCluster } from './nats-cluster.ts';
import { PacedLoad } from './paced-load.ts';
import { percentile, seconds, type DrillSite, type Findings } from './part.ts';
import { Subscribers } from './subscribers.ts';

const DATABASE = 'gateway_nats';
const BEFORE_MS = 5_000;
const AFTER_MS = 10_000;
/** Pockets per second: few enough that the latency of events is measured, not their wait for a processor. */
const RATE = 40;
/** Longest delivery of an event to all subscribers, in milliseconds: without a wake-up, processes poll every second. */
const WAY_MS_MAX = 3_000;

/** Kills the server of a NATS cluster that all processes are connected to: events continue to arrive everywhere. */
export async function drillNats(site: DrillSite): Promise<Findings> {
  const nats = await NatsCluster.start(site.programs, site.folder);
  const [NATS_URL = ''] = nats.urls;
  const roles = ['api', 'api', 'worker'];
  const gateways = await Gateways.start(
    roles.map((ROLES) => ({ DATABASE_URL: site.cluster.url(DATABASE), NATS_URL, ROLES })),
  );
  await liftLimits(site, DATABASE);
  const subscribers = await Subscribers.start(site.options.subscribers, gateways);
  const load = new PacedLoad(gateways);
  try {
    load.begin(RATE);
    await wait(BEFORE_MS);
    const killedAt = performance.now();
    await nats.killFirst();
    await wait(AFTER_MS);
    await load.end();
    await load.settle();
    const wrong = await lookBack({ gateways, load, subscribers });
    return judged({ load, subscribers, killedAt, wrong });
  } finally {
    await load.end();
    subscribers.end();
    await gateways.end();
    await nats.end();
  }
}

interface Seen {
  readonly load: PacedLoad;
  readonly subscribers: Subscribers;
  readonly killedAt: number;
  readonly wrong: readonly string[];
}

function judged({ load, subscribers, killedAt, wrong }: Seen): Findings {
  const ways = load.acknowledged.map(({ at, number }) => ({
    at,
    tookMs: (subscribers.arrivedAt(number) ?? Infinity) - at,
  }));
  const before = ways.filter(({ at }) => at < killedAt).map(({ tookMs }) => tookMs);
  const after = ways.filter(({ at }) => at >= killedAt).map(({ tookMs }) => tookMs);
  const slowestMs = after.length === 0 ? Infinity : Math.max(...after);
  const shown = (tookMs: readonly number[]) =>
    `${percentile(tookMs, 0.5).toFixed(0)} ms, ${Math.max(...tookMs).toFixed(0)} ms`;
  return {
    figures: [
      ['NATS, event to all, median and most, before', shown(before)],
      ['NATS, after one of three was killed', shown(after)],
    ],
    wrong: [
      ...wrong,
      ...(slowestMs > WAY_MS_MAX ? [`with a NATS server less an event took ${seconds(slowestMs)} to all`] : []),
    ],
  };
}
