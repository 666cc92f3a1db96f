import { setTimeout as wait } from 'node:timers/promises';
import { otherPorts } from '../acceptance/ports.ts';
import { emptyFolder, emptyPostgresql } from '../acceptance/world.ts';
import { SeededRandom } from '../faults/seeded-random.ts';
import { judgeSeries, median, slopePerMinute, type Point, type Series } from './figures.ts';
import { MixedLife } from './mixed-life.ts';
import { Neighbour } from './neighbour.ts';
import { ObservedProduct } from './observed-product.ts';
import { countQueues, DRAINED_SECONDS_MAX, drained, QUEUES } from './queues.ts';

/** Number of samples in a run, and the shortest interval between two of them, in milliseconds. */
const LOOKS = 240;
const LOOK_EVERY_MS_MIN = 2_000;
const MIB = 2 ** 20;
/** How many more sockets may be open at the end than at the start: product and clients keep some alive. */
const LEFT_OPEN_MAX = 30;
/** Level of errors in pino's log. */
const ERROR_LEVEL = 50;
const ERRORS_SHOWN = 10;

/** The sampled figures, and how much they may grow without a leak. */
const SERIES: readonly Series[] = [
  { name: 'heap MiB', growthMax: 12, partMax: 0.1, settlesAfterSeconds: 0 },
  { name: 'outside heap MiB', growthMax: 24, partMax: 0.1, settlesAfterSeconds: 0 },
  { name: 'handles', growthMax: 60, partMax: 0.1, settlesAfterSeconds: 0 },
  { name: 'descriptors', growthMax: 30, partMax: 0.1, settlesAfterSeconds: 0 },
  { name: 'sockets', growthMax: 30, partMax: 0.1, settlesAfterSeconds: 0 },
  // Messages for a bad endpoint are deleted with its configuration, which happens in time.
  ...Object.entries(QUEUES).map(([name, settlesAfterSeconds]) => ({
    name,
    growthMax: 150,
    partMax: 0.25,
    settlesAfterSeconds,
  })),
];

const ORPHANS = `select count(*)::int as "orphans" from webhook_delivery as delivery where not exists (
  select from webhook_configuration as configuration where configuration.id = delivery.configuration_id)`;

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly databaseUrl: string | undefined;
  readonly tell: (line: string) => void;
}

/** Runs mixed traffic for the given time; returns what is wrong at the end, one sentence each. */
export async function soak(options: SoakOptions): Promise<string[]> {
  const ports = otherPorts();
  const { databaseUrl } = options;
  const world = await (databaseUrl === undefined
    ? emptyFolder(undefined, ports)
    : emptyPostgresql(undefined, databaseUrl));
  const product = await ObservedProduct.start(world);
  try {
    return await new Soak(product, options).run();
  } finally {
    await product.end();
    await world.remove();
  }
}

class Soak {
  private readonly product: ObservedProduct;
  private readonly options: SoakOptions;
  private readonly points = new Map<string, Point[]>(SERIES.map(({ name }) => [name, []]));
  private readonly wrong: string[] = [];

  constructor(product: ObservedProduct, options: SoakOptions) {
    this.product = product;
    this.options = options;
  }

  async run(): Promise<string[]> {
    const { pid } = await this.product.figures();
    const before = this.product.descriptors(pid).sockets;
    const neighbour = await Neighbour.moveIn(this.product.url);
    const life = new MixedLife(neighbour.stranger, new SeededRandom(this.options.seed));
    try {
      await this.product.product.whileAlive(() => this.live(pid, neighbour, life));
      await this.product.product.whileAlive(() => this.lookBack(neighbour, life));
      await this.product.product.whileAlive(() => this.judgeAbandoned());
    } catch (error) {
      this.wrong.push(String(error));
    } finally {
      await Promise.all([life.end(), neighbour.leave()]);
    }
    if (this.product.product.isAlive) await this.judgeLeftOpen(pid, before);
    for (const series of SERIES) this.wrong.push(...flatten(judgeSeries(series, this.points.get(series.name) ?? [])));
    this.printTable();
    return this.wrong;
  }

  private async live(pid: number, neighbour: Neighbour, life: MixedLife): Promise<void> {
    neighbour.begin();
    life.begin();
    const began = performance.now();
    const lastsMs = this.options.minutes * 60_000;
    const everyMs = Math.max(LOOK_EVERY_MS_MIN, lastsMs / LOOKS);
    while (performance.now() - began < lastsMs) {
      await wait(everyMs);
      await this.look(pid, (performance.now() - began) / 1_000);
    }
    await Promise.all([life.end(), neighbour.end()]);
  }

  private async look(pid: number, atSeconds: number): Promise<void> {
    const figures = await this.product.collected();
    const { all, sockets } = this.product.descriptors(pid);
    const handles = Object.values(figures.resources).reduce((sum, count) => sum + count, 0);
    const values = {
      'heap MiB': figures.heapUsed / MIB,
      'outside heap MiB': figures.external / MIB,
      handles,
      descriptors: all,
      sockets,
      ...(await countQueues(this.product)),
    };
    for (const [name, value] of Object.entries(values)) this.points.get(name)?.push({ atSeconds, value });
    if (figures.pid !== pid) this.wrong.push(`The process ${pid} became ${figures.pid}.`);
  }

  /** Checks: nothing is left to do after 30 s, no acknowledged change is lost or doubled, no answer was wrong. */
  private async lookBack(neighbour: Neighbour, life: MixedLife): Promise<void> {
    const { seconds, left } = await drained(this.product);
    this.options.tell(`drained after ${seconds.toFixed(1)} s; ${neighbour.ledger.subjects.length} subjects of events`);
    if (left !== '') this.wrong.push(`${DRAINED_SECONDS_MAX} s after the end there are ${left} left.`);
    this.wrong.push(...(await neighbour.lookBack()), ...(await neighbour.lost(life.entries)));
    const errors = this.product.product.log.filter(({ level }) => level >= ERROR_LEVEL);
    const logged = errors.map(({ msg, error }) => `The log has an error: ${msg} ${JSON.stringify(error ?? '')}`);
    for (const sentences of [neighbour.stranger.failed, neighbour.wrong, life.wrong, logged]) {
      if (sentences.length > ERRORS_SHOWN) this.wrong.push(`${sentences.length} of the following kind:`);
      this.wrong.push(...sentences.slice(0, ERRORS_SHOWN));
    }
  }

  /** Checks that messages were deleted with their configurations; those for the sandbox's configurations stay. */
  private async judgeAbandoned(): Promise<void> {
    const began = performance.now();
    const left = async () => (await this.product.rows<{ orphans: number }>(ORPHANS))[0]?.orphans ?? 0;
    let queued = await left();
    while (queued > 0 && performance.now() - began < DRAINED_SECONDS_MAX * 1_000) {
      await wait(LOOK_EVERY_MS_MIN);
      queued = await left();
    }
    this.options.tell(`${queued} messages wait for configurations that are deleted`);
    if (queued > 0) this.wrong.push(`${queued} messages wait for configurations that were deleted.`);
  }

  private async judgeLeftOpen(pid: number, before: number): Promise<void> {
    const began = performance.now();
    const left = () => this.product.descriptors(pid).sockets - before;
    while (left() > LEFT_OPEN_MAX && performance.now() - began < DRAINED_SECONDS_MAX * 1_000)
      await wait(LOOK_EVERY_MS_MIN);
    if (left() > LEFT_OPEN_MAX) this.wrong.push(`${left()} more sockets are open than before anybody came.`);
  }

  private printTable(): void {
    const { tell } = this.options;
    tell(
      `${'figure'.padEnd(20)}${['first', 'median', 'last', 'most', 'a minute'].map((head) => head.padStart(10)).join('')}`,
    );
    for (const [name, points] of this.points) {
      const values = points.map(({ value }) => value);
      const shown = [
        values.at(0) ?? 0,
        median(values),
        values.at(-1) ?? 0,
        Math.max(...values),
        slopePerMinute(points),
      ];
      tell(`${name.padEnd(20)}${shown.map((value) => value.toFixed(1).padStart(10)).join('')}`);
    }
  }
}

function flatten(sentence: string | undefined): string[] {
  return sentence === undefined ? [] : [sentence];
}
