import { setTimeout as wait } from 'node:timers/promises';
import { emptyFolder, emptyPostgresql, type World } from '../acceptance/world.ts';
import { otherPorts } from '../acceptance/ports.ts';
import { SeededRandom } from '../faults/seeded-random.ts';
import { ABUSES } from './abuses/all-abuses.ts';
import type { Abuse } from './abuses/abuse.ts';
import { Attacker } from './attacker-process.ts';
import { judgeAbuse, quantile, type AbuseFigures, type Verdict } from './figures.ts';
import { Neighbour, type Sample } from './neighbour.ts';
import { ObservedProduct } from './observed-product.ts';
import { DRAINED_SECONDS_MAX, drained } from './queues.ts';

const WARM_UP_MS = 4_000;
const QUIET_MS = 700;
const ABUSED_MS = 1_700;
/** On a shared machine a measurement can only be worse, not better: bad timings are measured again, for longer. */
const MEASUREMENTS_MAX = 3;
const AGAIN_FACTOR = 2;
/** Pause after an abuse, in which its pending work ends, in milliseconds. */
const SETTLE_MS = 400;
/** How far back a baseline goes, in milliseconds. */
const BASELINE_MS = 15_000;
const SEED_MAX = 2 ** 31;
/** Level of errors in pino's log. */
const ERROR_LEVEL = 50;

export interface AbuseOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Selects abuses whose row and name contain this. */
  readonly only: string;
  readonly databaseUrl: string | undefined;
  readonly tell: (line: string) => void;
}

/** What is wrong at the end, one sentence each, and the names of the abuses that were run. */
export interface AbuseReport {
  readonly wrong: string[];
  readonly done: string[];
}

interface Parts {
  readonly product: ObservedProduct;
  readonly neighbour: Neighbour;
  readonly attacker: Attacker;
  readonly pid: number;
}

/** Abuses by one partner, in random order, while another partner uses the product normally. */
export class AbuseRun {
  private readonly options: AbuseOptions;
  private readonly random: SeededRandom;
  private readonly product: ObservedProduct;
  private readonly neighbour: Neighbour;
  private readonly attacker: Attacker;
  private readonly report: AbuseReport = { wrong: [], done: [] };
  private readonly pid: number;
  /** Periods without abuse. */
  private readonly quiet: { readonly fromMs: number; readonly toMs: number }[] = [];

  private constructor(options: AbuseOptions, parts: Parts) {
    this.options = options;
    this.random = new SeededRandom(options.seed);
    ({ product: this.product, neighbour: this.neighbour, attacker: this.attacker, pid: this.pid } = parts);
  }

  static async of(options: AbuseOptions): Promise<AbuseReport> {
    const ports = otherPorts();
    const world = await (options.databaseUrl === undefined
      ? emptyFolder(undefined, ports)
      : emptyPostgresql(undefined, options.databaseUrl));
    const product = await ObservedProduct.start(world);
    try {
      return await AbuseRun.in(world, product, options);
    } finally {
      await product.end();
      await world.remove();
    }
  }

  private static async in(world: World, product: ObservedProduct, options: AbuseOptions): Promise<AbuseReport> {
    const neighbour = await Neighbour.moveIn(product.url);
    const attacker = await Attacker.start(product.url, world.clone.dataFolder);
    const { pid } = await product.figures();
    const run = new AbuseRun(options, { product, neighbour, attacker, pid });
    try {
      await product.product.whileAlive(() => run.live());
    } catch (error) {
      run.wrong(`after ${run.report.done.at(-1) ?? 'nothing'}: ${String(error)}`);
    } finally {
      attacker.end();
      await neighbour.leave();
    }
    return run.report;
  }

  private async live(): Promise<void> {
    this.neighbour.begin();
    await this.beQuiet(WARM_UP_MS);
    const until = performance.now() + this.options.seconds * 1_000;
    let left: Abuse[] = [];
    while (performance.now() < until) {
      if (left.length === 0) left = this.random.shuffled(this.wanted());
      const abuse = left.pop();
      if (abuse !== undefined) await this.commit(abuse);
    }
    await this.lookBack();
  }

  private wanted(): readonly Abuse[] {
    const wanted = ABUSES.filter(({ name, row }) => `${row} ${name}`.includes(this.options.only));
    if (wanted.length === 0) throw new Error(`No abuse is named ${this.options.only}.`);
    return wanted;
  }

  /** Measures an abuse; a bad timing, which can be due to a busy machine, counts only if all measurements are bad. */
  private async commit({ row, name }: Abuse): Promise<void> {
    this.report.done.push(name);
    const seed = this.random.integer(0, SEED_MAX);
    let verdicts: readonly Verdict[] = [];
    for (let nth = 1; nth <= MEASUREMENTS_MAX; nth += 1) {
      const factor = nth === 1 ? 1 : AGAIN_FACTOR;
      await this.beQuiet(QUIET_MS * factor);
      const figures = await this.measured({ name, seed, ms: ABUSED_MS * factor });
      verdicts = judgeAbuse(figures);
      this.options.tell(lineOf(`${row} ${name}`, figures, verdicts));
      if (verdicts.length === 0 || verdicts.some(({ isTimed }) => !isTimed)) break;
    }
    for (const { sentence } of verdicts) this.wrong(`${row} ${name} (seed ${seed}): ${sentence}`);
  }

  private async measured(order: { name: string; seed: number; ms: number }): Promise<AbuseFigures> {
    const { neighbour, product, pid } = this;
    await product.reset();
    const wrongBefore = this.wrongAnswers().length;
    const atMs = performance.now();
    await this.attacker.commit(order);
    // Requests that were sent during the abuse have been answered by then, or are late.
    await wait(SETTLE_MS);
    const [p99Ms, deliveredMs] = [
      quantile(neighbour.during(atMs), 0.99),
      quantile(neighbour.deliveredDuring(atMs), 0.9),
    ];
    const longest = (pings: readonly Sample[]) =>
      quantile(
        pings.filter((ping) => ping.atMs >= atMs).map(({ ms }) => ms),
        1,
      );
    const [pingMaxMs, barePingMaxMs] = [longest(neighbour.pings), longest(neighbour.barePings)];
    const { pid: pidAfter, blockedMs, heapUsed } = await product.figures();
    const baseline = this.baseline(atMs);
    const wrong = this.wrongAnswers().slice(wrongBefore);
    const seen = { pidBefore: pid, pidAfter, blockedMs, heapUsed, pingMaxMs, barePingMaxMs, p99Ms, deliveredMs, wrong };
    return { ...baseline, ...seen };
  }

  /** Returns the neighbour's times in recent periods without abuse. */
  private baseline(atMs: number): Pick<AbuseFigures, 'baselineP99Ms' | 'baselineDeliveredMs'> {
    const stretches = this.quiet.filter(({ toMs }) => toMs > atMs - BASELINE_MS);
    const taken = stretches.flatMap(({ fromMs, toMs }) => this.neighbour.during(fromMs, toMs));
    const delivered = stretches.flatMap(({ fromMs, toMs }) => this.neighbour.deliveredDuring(fromMs, toMs));
    return { baselineP99Ms: quantile(taken, 0.99), baselineDeliveredMs: quantile(delivered, 0.9) };
  }

  private async beQuiet(ms: number): Promise<void> {
    const fromMs = performance.now();
    await wait(ms);
    this.quiet.push({ fromMs, toMs: performance.now() });
  }

  private wrongAnswers(): readonly string[] {
    return [...this.neighbour.wrong, ...this.neighbour.stranger.failed];
  }

  /** Checks after the last abuse: all due work is done within 30 s, and all acknowledged changes are there. */
  private async lookBack(): Promise<void> {
    await this.neighbour.end();
    await this.attacker.repent();
    const { seconds, left } = await drained(this.product);
    this.options.tell(`drained after ${seconds.toFixed(1)} s`);
    if (left !== '') this.wrong(`${DRAINED_SECONDS_MAX} s after the last abuse there are ${left} left`);
    for (const sentence of await this.neighbour.lookBack()) this.wrong(sentence);
    const errors = this.product.product.log.filter(({ level }) => level >= ERROR_LEVEL);
    for (const { msg } of errors.slice(0, 5)) this.wrong(`the log has an error: ${msg}`);
  }

  private wrong(sentence: string): void {
    this.report.wrong.push(sentence);
  }
}

function lineOf(name: string, figures: AbuseFigures, verdicts: readonly Verdict[]): string {
  const ms = (value: number) => value.toFixed(0).padStart(5);
  const shown = [figures.blockedMs, figures.barePingMaxMs, figures.pingMaxMs, figures.baselineP99Ms, figures.p99Ms];
  const delivered = [figures.baselineDeliveredMs, figures.deliveredMs];
  const heap = Math.round(figures.heapUsed / 2 ** 20);
  return `${name.slice(0, 58).padEnd(58)} ${[...shown, ...delivered, heap].map(ms).join('')}  ${verdicts.map(({ sentence }) => sentence).join('; ')}`;
}

/** Headings of the columns that are passed to `tell`. */
export const ABUSE_HEADS = `${''.padEnd(58)}  loop bare ping  was   p99   was sent  heap (ms, MiB)`;
