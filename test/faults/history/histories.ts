import { setTimeout as wait } from 'node:timers/promises';
import { BY_FILTER } from '../../support/reprocessing.ts';
import { CREATE_CONFIGURATION, configurationInput } from '../../support/configurations.ts';
import type { Estate } from '../estate.ts';
import type { Load } from '../load.ts';
import { PartnerClient } from '../partner-client.ts';
import { SeededRandom } from '../seeded-random.ts';
import { accountGroups } from './accounts.ts';
import { CONFIGURATIONS_MAX } from './configurations.model.ts';
import { ConfigurationHistory } from './configuration-history.ts';
import { logProblems, type LoggedEvent } from './event-log.rules.ts';
import type { History, Site } from './history.ts';
import { PixHistory } from './pix-history.ts';
import { PocketHistory } from './pocket-history.ts';

/** How many more the partner may have whose configurations come and go. */
const CONFIGURATIONS_LEFT = 4;
const CLIENTS = 6;
const REST_MS = 30;
/** After an answer that was lost: what is down is not asked again and again. */
const LOST_REST_MS = 600;
/** Rounds in which all messages so far are sent again: there are more of them with each. */
const REPROCESSED_ROUNDS_MAX = 8;
const HOOK = '/history';
const EVENTS = `query ($after: String) {
  webhookEvents(first: 100, after: $after) { nodes { entityId correlationId } pageInfo { hasNextPage endCursor } }
}`;

/** What a round looks at of a history. */
type Watched = Pick<History<unknown, unknown, unknown>, 'begin' | 'act' | 'settle' | 'problem' | 'wrong' | 'calls'>;

/** Clients of two partners that want the same things at two processes, and remember each call and its answer. */
export class Histories {
  private readonly site: Site;
  private watched: readonly Watched[] = [];
  private pockets: readonly PocketHistory[] = [];
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();
  /** In the log of the partner whose pockets they are, where the round began. */
  private cursor = '';

  private constructor(site: Site) {
    this.site = site;
  }

  static async start(estate: Estate, load: Load): Promise<Histories> {
    const partners = { 'gama-pay': new PartnerClient('gama-pay'), 'beta-pay': new PartnerClient('beta-pay') };
    const configure = (client: keyof typeof partners, changes: object) => {
      const variables = { input: configurationInput(changes) };
      return partners[client].post(estate.anyApi, { query: CREATE_CONFIGURATION, variables });
    };
    const uri = estate.receiver.url(HOOK);
    await configure('gama-pay', { uri, context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' });
    for (let nth = CONFIGURATIONS_LEFT; nth < CONFIGURATIONS_MAX; nth += 1)
      await configure('beta-pay', { uri: estate.receiver.url(`/never/${nth}`) });
    return new Histories({ estate, load, partners });
  }

  async begin(round: number, random: SeededRandom): Promise<void> {
    const groups = accountGroups(round);
    this.pockets = groups.flatMap(([account]) =>
      account === undefined ? [] : [new PocketHistory(this.site, account)],
    );
    this.watched = [
      ...this.pockets,
      ...groups.map((accounts) => new PixHistory(this.site, accounts)),
      new ConfigurationHistory(this.site, CONFIGURATIONS_MAX),
    ];
    for (const history of this.watched) await history.begin();
    this.cursor = (await this.post('{ webhookEventsCursor }')).webhookEventsCursor;
    this.isOver = false;
    const seeds = Array.from({ length: CLIENTS }, () => random.integer(0, 1_000_000));
    this.running = Promise.all([
      ...seeds.map((seed, index) => this.work(`client ${index + 1}`, new SeededRandom(seed))),
      ...(round <= REPROCESSED_ROUNDS_MAX ? [this.reprocess()] : []),
    ]);
  }

  /** Has a round in which nobody calls. */
  skip(): void {
    this.pockets = [];
    this.watched = [];
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Asks again for all that was never answered, until it is. */
  async settle(): Promise<void> {
    for (const history of this.watched) await history.settle();
  }

  /** What no order of calls explains, and what the log and the partner's endpoint have of it. */
  async problems(): Promise<readonly string[]> {
    if (this.watched.length === 0) return [];
    const problems = await Promise.all(this.watched.map((history) => history.problem()));
    const log = await this.log();
    const delivered = new Set(this.site.estate.receiver.callsOf(HOOK).map(({ body }) => entityIdOf(body)));
    return [
      ...this.watched.flatMap(({ wrong }) => wrong),
      ...problems.filter((problem) => problem !== undefined),
      ...logProblems(
        this.pockets.flatMap(({ calls }) => calls),
        log,
      ),
      ...log.flatMap(({ entityId }) => (delivered.has(entityId) ? [] : [`${entityId} was not delivered.`])),
    ];
  }

  /** How much was called. */
  get summary(): string {
    const calls = this.watched.flatMap((history) => history.calls);
    const lost = calls.filter(({ answer }) => answer === undefined);
    return `history: ${calls.length} calls, ${lost.length} without an answer`;
  }

  private async work(client: string, random: SeededRandom): Promise<void> {
    while (!this.isOver) {
      const history = this.watched[random.integer(0, this.watched.length - 1)];
      const isAnswered = await history?.act(client, random);
      await wait(isAnswered === true ? REST_MS : LOST_REST_MS);
    }
  }

  /** Whether it comes to anything is told by what is left of it. */
  private async reprocess(): Promise<void> {
    const day = (daysAhead: number) => new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
    const variables = { filter: { startDate: day(-1), endDate: day(1) } };
    await this.post(BY_FILTER, variables).catch(() => undefined);
  }

  private async log(): Promise<readonly LoggedEvent[]> {
    const seen: LoggedEvent[] = [];
    for (let after = this.cursor; ;) {
      const { nodes, pageInfo } = (await this.post(EVENTS, { after })).webhookEvents;
      seen.push(...nodes);
      if (!pageInfo.hasNextPage) return seen;
      after = pageInfo.endCursor;
    }
  }

  private async post(query: string, variables: object = {}) {
    const { estate, partners } = this.site;
    const { data, errors } = await partners['gama-pay'].post(estate.anyApi, { query, variables });
    if (data === undefined || data === null) throw new Error(JSON.stringify(errors));
    return data;
  }
}

function entityIdOf(body: Buffer): string {
  return (JSON.parse(body.toString()) as { entityId: string }).entityId;
}
