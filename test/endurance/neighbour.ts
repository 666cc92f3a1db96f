import { inspect } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { Deeds } from '../acceptance/deeds.ts';
import { Follower } from '../acceptance/follower.ts';
import { readLog } from '../acceptance/event-log.ts';
import { Ledger } from '../acceptance/ledger.ts';
import { Stranger } from '../acceptance/stranger.ts';
import { countPockets } from '../support/pockets.ts';
import { createConfiguration } from '../support/configurations.ts';
import type { Answer, Ask } from '../support/gateway.ts';
import { Receiver } from '../support/receiver.ts';
import { BareServer } from './bare-server.ts';

/** Intervals of its reads and changes, in milliseconds: evenly spread, below the default rate limit. */
const READ_EVERY_MS = 66;
const CHANGE_EVERY_MS = 250;
const PING_EVERY_MS = 40;
/** How long the last acknowledged change may take to arrive, in milliseconds. */
const COMPLETE_MS_MAX = 30_000;
const READ = '{ paymentAccounts(first: 5) { nodes { number holder { name } } } }';
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
const NODES_PER_QUERY = 50;
const CURSOR = '{ webhookEventsCursor }';
const ACCOUNT = '200002';
const WEBHOOKS = [
  { context: 'PIX', eventName: 'PIX_CASH_IN_WAS_CLEARED' },
  { context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' },
];

/** How long something took, and when it ended, by the monotonic clock. */
export interface Sample {
  readonly atMs: number;
  readonly ms: number;
}

/** A stranger that records the time of each answer, and the server errors. */
export class TimedStranger extends Stranger {
  readonly taken: Sample[] = [];
  readonly failed: string[] = [];

  override async send(ask: Ask): Promise<Answer> {
    const began = performance.now();
    const answer = await super.send(ask);
    const atMs = performance.now();
    this.taken.push({ atMs, ms: atMs - began });
    if (answer.status >= 500) this.failed.push(`HTTP ${answer.status} ${JSON.stringify(answer.body)} to ${ask.query}`);
    return answer;
  }
}

/** A partner that uses the product normally: it reads, changes, follows its log, and receives webhooks. */
export class Neighbour {
  readonly stranger: TimedStranger;
  readonly ledger = new Ledger();
  /** Pings of the product, and of a server that does nothing, on the same machine. */
  readonly pings: Sample[] = [];
  readonly barePings: Sample[] = [];
  readonly wrong: string[] = [];
  private readonly receiver: Receiver;
  private readonly bare: BareServer;
  private readonly deeds: Deeds;
  private readonly follower: Follower;
  private readonly beganAfter: string;
  /** When each change was acknowledged, by its subject. */
  private readonly acknowledgedAtMs = new Map<string, number>();
  private readonly arrived = new Map<string, number>();
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(
    stranger: TimedStranger,
    servers: { receiver: Receiver; bare: BareServer },
    log: { follower: Follower; cursor: string },
  ) {
    this.stranger = stranger;
    ({ receiver: this.receiver, bare: this.bare } = servers);
    ({ follower: this.follower, cursor: this.beganAfter } = log);
    this.deeds = new Deeds(stranger, this.ledger);
  }

  static async moveIn(url: string): Promise<Neighbour> {
    const stranger = new TimedStranger(url);
    const receiver = await Receiver.start();
    for (const webhook of WEBHOOKS)
      await createConfiguration(stranger, { ...webhook, uri: receiver.url('/told') }, { client: 'acme-pay' });
    const { webhookEventsCursor: cursor } = await stranger.data({ query: CURSOR });
    const servers = { receiver, bare: await BareServer.start() };
    return new Neighbour(stranger, servers, { follower: await Follower.after(cursor, stranger), cursor });
  }

  begin(): void {
    const changes = [
      () => this.deeds.cashIn(ACCOUNT, 'PIX'),
      () => this.deeds.pocket(),
      () => this.deeds.replay(),
      () => this.deeds.look(),
    ];
    this.running = Promise.all([
      this.paced(READ_EVERY_MS, () => this.stranger.data({ query: READ })),
      this.paced(READ_EVERY_MS, () => this.stranger.data({ query: READ, client: 'gama-pay' })),
      this.paced(CHANGE_EVERY_MS, async (nth) => {
        await changes[nth % changes.length]?.();
        const atMs = performance.now();
        for (const subject of this.ledger.subjects)
          if (!this.acknowledgedAtMs.has(subject)) this.acknowledgedAtMs.set(subject, atMs);
      }),
      this.paced(PING_EVERY_MS, () => this.ping(`${this.stranger.app.url}/health/live`, this.pings)),
      this.paced(PING_EVERY_MS, () => this.ping(this.bare.url, this.barePings)),
    ]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  async leave(): Promise<void> {
    await this.end();
    this.follower.end();
    this.bare.end();
    await this.receiver.stop();
  }

  /** Returns the times of its requests that ended in this period. */
  during(fromMs: number, toMs = Infinity): number[] {
    return this.stranger.taken.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs).map(({ ms }) => ms);
  }

  /** Returns how long changes acknowledged in this period took until their first call, or until now without a call. */
  deliveredDuring(fromMs: number, toMs = Infinity): number[] {
    const arrived = this.arrivals();
    const now = performance.now();
    return [...this.acknowledgedAtMs]
      .filter(([, sinceMs]) => sinceMs >= fromMs && sinceMs <= toMs)
      .map(([subject, sinceMs]) => Math.max(0, (arrived.get(subject) ?? now) - sinceMs));
  }

  /** Returns which acknowledged changes are missing, one sentence each, after waiting until they can have arrived. */
  async lookBack(): Promise<string[]> {
    const until = performance.now() + COMPLETE_MS_MAX;
    let found = await this.missing();
    while (found.length > 0 && performance.now() < until) {
      await wait(CHANGE_EVERY_MS);
      found = await this.missing();
    }
    return [...found, ...(await this.otherPockets())];
  }

  /** Returns, as sentences, which of these acknowledged ids no longer exist. */
  async lost(ids: readonly string[]): Promise<string[]> {
    const lost: string[] = [];
    for (let from = 0; from < ids.length; from += NODES_PER_QUERY) {
      const wanted = ids.slice(from, from + NODES_PER_QUERY);
      const { nodes } = await this.stranger.data({ query: NODES, variables: { ids: wanted } });
      lost.push(...wanted.filter((id, nth) => nodes[nth]?.id !== id));
    }
    return lost.map((id) => `What was acknowledged as ${id} is not there.`);
  }

  private async missing(): Promise<string[]> {
    const log = await readLog(this.stranger, this.beganAfter);
    const arrived = this.arrivals();
    const logged = Map.groupBy(log, ({ entityId }) => entityId);
    const { subjects, cashIns } = this.ledger;
    const eventsOf = (subject: string) => cashIns.get(subject) ?? 1;
    const unlogged = subjects.filter((subject) => logged.get(subject)?.length !== eventsOf(subject));
    const undelivered = subjects.filter((subject) => !arrived.has(subject));
    const shown = this.follower.events.map(({ id }) => id).join();
    const found = [
      unlogged.length > 0 && `The log has not once what was acknowledged of ${unlogged.length} of ${subjects.length}.`,
      undelivered.length > 0 && `${undelivered.length} of ${subjects.length} were not delivered.`,
      shown !== log.map(({ id }) => id).join() && 'The socket did not show the events of the log in their order.',
    ];
    return found.filter((sentence) => sentence !== false);
  }

  private async otherPockets(): Promise<string[]> {
    const found: string[] = [];
    const byAccount = Map.groupBy(this.ledger.pockets.values(), ({ accountNumber }) => accountNumber);
    for (const [number, pockets] of byAccount) {
      const count = await countPockets(this.stranger, number);
      if (count !== pockets.length)
        found.push(`Account ${number} has ${count} pockets, and ${pockets.length} were made.`);
    }
    return found;
  }

  /** Returns when the first call about each subject arrived. */
  private arrivals(): ReadonlyMap<string, number> {
    for (const { atMs, body } of this.receiver.calls.splice(0)) {
      const { entityId } = JSON.parse(body.toString()) as { entityId: string };
      if (!this.arrived.has(entityId)) this.arrived.set(entityId, atMs);
    }
    return this.arrived;
  }

  private async ping(url: string, pings: Sample[]): Promise<void> {
    const began = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    const atMs = performance.now();
    pings.push({ atMs, ms: atMs - began });
    if (!response.ok) this.wrong.push(`${url} answered ${response.status}`);
  }

  private async paced(everyMs: number, work: (nth: number) => Promise<unknown>): Promise<void> {
    for (let nth = 0; !this.isOver; nth += 1) {
      const began = performance.now();
      try {
        await work(nth);
      } catch (error) {
        this.wrong.push(error instanceof Error ? `${error.message} ${inspect(error.cause)}` : inspect(error));
      }
      await wait(Math.max(1, everyMs - (performance.now() - began)));
    }
  }
}
