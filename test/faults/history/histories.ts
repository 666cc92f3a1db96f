import { setTimeout as wait } from 'node:timers/promises';
import { BY_FILTER } from '../../support/reprocessing.ts';
import { CREATE_CONFIGURATION, configurationInput } from '../../support/configurations.ts';
import { lastDays } from '../../support/days.ts';
import { headerOf, type ReceivedCall } from '../../support/receiver.ts';
import type { Estate } from '../estate.ts';
import type { Left } from '../liveness.ts';
import type { Load } from '../load.ts';
import { PartnerClient } from '../partner-client.ts';
import { SeededRandom } from '../seeded-random.ts';
import type { AuditedCall } from './audit.rules.ts';
import { accountGroups } from './accounts.ts';
import { CashInHistory } from './cash-in-history.ts';
import { CONFIGURATIONS_MAX } from './configurations.model.ts';
import { ConfigurationHistory } from './configuration-history.ts';
import { CustomerHistory } from './customer-history.ts';
import { logProblems } from './event-log.rules.ts';
import type { History } from './history.ts';
import { messageProblems, type ReceivedMessage, type ShownEvent } from './messages.rules.ts';
import { PixHistory } from './pix-history.ts';
import { PocketHistory } from './pocket-history.ts';
import { readEvents } from './read-events.ts';
import { read, type Site } from './site.ts';
import { TotpHistory } from './totp-history.ts';

/** How many configurations the partner of the configuration history can create. */
const CONFIGURATIONS_LEFT = 4;
const CLIENTS = 6;
const REST_MS = 30;
/** Longest time from a race to the fault, in milliseconds, and how often the race is repeated if it ended earlier. */
const AMID_MS_MAX = 150;
const RACES_MAX = 20;
/** Pause after a lost answer, in milliseconds, so that a process that is down is not called all the time. */
const LOST_REST_MS = 600;
/** Rounds in which all messages so far are sent again: each round adds more of them. */
const REPROCESSED_ROUNDS_MAX = 8;
const HOOK = '/history';
/** Events that the endpoint receives, with their context. */
const WANTED = {
  POCKET_ACCOUNT_WAS_CREATED: 'POCKET',
  CUSTOMER_WAS_RECEIVED: 'CUSTOMER',
  CUSTOMER_WAS_APPROVED: 'CUSTOMER',
  PIX_CASH_IN_WAS_CLEARED: 'PIX',
};

/** The members of a history that a round uses. */
type Watched = Pick<
  History<unknown, unknown, object>,
  | 'begin'
  | 'act'
  | 'rush'
  | 'settle'
  | 'left'
  | 'problem'
  | 'wrong'
  | 'calls'
  | 'traced'
  | 'inFlight'
  | 'name'
  | 'isUndecided'
>;

/** Clients of two partners that request the same things at two processes, and record each call and its answer. */
export class Histories {
  /** Mutations of all rounds. */
  readonly audited: AuditedCall[] = [];
  private readonly site: Site;
  private watched: readonly Watched[] = [];
  private isOver = false;
  private running: Promise<unknown>[] = [];
  private struck = 0;
  /** Cursor in the log of the partner at the start of the round. */
  private cursor = '';
  /** Events of all rounds, by idempotency key. */
  private readonly known = new Map<string, ShownEvent>();

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
    for (const [eventName, context] of Object.entries(WANTED)) await configure('gama-pay', { uri, context, eventName });
    for (let nth = CONFIGURATIONS_LEFT; nth < CONFIGURATIONS_MAX; nth += 1)
      await configure('beta-pay', { uri: estate.receiver.url(`/never/${nth}`) });
    return new Histories({ estate, load, partners });
  }

  /** @param areWindowsKept whether the clock of windows does not jump; otherwise nothing with a window is requested */
  async begin(round: number, random: SeededRandom, areWindowsKept: boolean): Promise<void> {
    this.watched = historiesOf(this.site, { round, random, areWindowsKept });
    await Promise.all(this.watched.map((history) => history.begin()));
    this.cursor = (await this.read('{ webhookEventsCursor }')).webhookEventsCursor;
    this.isOver = false;
    const seeds = Array.from({ length: CLIENTS }, () => random.integer(0, 1_000_000));
    this.running = [
      ...seeds.map((seed, index) => this.work(`client ${index + 1}`, new SeededRandom(seed))),
      ...(round <= REPROCESSED_ROUNDS_MAX ? [this.reprocess()] : []),
    ];
  }

  /** Sends all requests of half of the histories concurrently, and returns while they are in flight, before a fault. */
  async raceBefore(random: SeededRandom): Promise<void> {
    const racing = this.watched.filter((_, index) => index % 2 === 0);
    this.struck = 0;
    for (let tries = 0; tries < RACES_MAX && this.struck === 0; tries += 1) {
      this.running.push(...racing.map((history) => history.rush(random)));
      await wait(random.integer(0, AMID_MS_MAX));
      this.struck = this.watched.reduce((sum, { inFlight }) => sum + inFlight, 0);
    }
    if (this.struck === 0) throw new Error('Nobody called when the fault struck.');
  }

  /** Sends all requests of all histories, so that all limits are reached. */
  async rush(random: SeededRandom): Promise<void> {
    await Promise.all(this.watched.map((history) => history.rush(random)));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
  }

  /** Retries all unanswered requests until they are answered. */
  async settle(): Promise<void> {
    for (const history of this.watched) await history.settle();
  }

  /** Returns the pending work that partners can see. */
  async left(): Promise<Left> {
    return Object.assign({}, ...(await Promise.all(this.watched.map((history) => history.left()))));
  }

  /** Returns the histories that no order explains, and what is wrong with the log and with the endpoint's messages. */
  async problems(): Promise<readonly string[]> {
    const problems: (string | undefined)[] = [];
    // One after the other, up to the first problem: a search without a result takes long, and would block the answers.
    for (const history of this.watched) if (!problems.some(Boolean)) problems.push(await history.problem());
    const { estate, partners } = this.site;
    const log = await readEvents(this.site, partners['gama-pay'], this.cursor);
    for (const event of log) this.known.set(event.idempotencyKey, event);
    this.audited.push(...this.watched.flatMap(({ calls }) => calls.filter(({ mutation }) => mutation !== undefined)));
    const traced = this.watched.flatMap((history) => history.traced);
    const received = estate.receiver.callsOf(HOOK).map(messageOf);
    return [
      ...this.watched.flatMap(({ wrong }) => wrong),
      ...problems.filter((problem) => problem !== undefined),
      ...logProblems(traced, log),
      ...messageProblems(received, { log, known: this.known, names: Object.keys(WANTED) }),
    ];
  }

  /** Summary of the calls of the round. */
  get summary(): string {
    const calls = this.watched.flatMap((history) => history.calls);
    const lost = calls.filter(({ answer }) => answer === undefined);
    const undecided = this.watched.filter(({ isUndecided }) => isUndecided).map(({ name }) => name);
    return [
      `history: ${calls.length} calls, ${lost.length} without an answer, ${this.struck} under way when it struck`,
      ...undecided.map((name) => `too many orders to try: ${name}`),
    ].join('; ');
  }

  private async work(client: string, random: SeededRandom): Promise<void> {
    while (!this.isOver) {
      const history = this.watched[random.integer(0, this.watched.length - 1)];
      const isAnswered = await history?.act(client, random);
      await wait(isAnswered === true ? REST_MS : LOST_REST_MS);
    }
  }

  /** Its result does not matter: `left` reports a reprocessing that does not end. */
  private async reprocess(): Promise<void> {
    await this.read(BY_FILTER, { filter: lastDays() }).catch(() => undefined);
  }

  private read(query: string, variables: object = {}) {
    return read(this.site, this.site.partners['gama-pay'], query, variables);
  }
}

interface Round {
  readonly round: number;
  readonly random: SeededRandom;
  readonly areWindowsKept: boolean;
}

function historiesOf(site: Site, { round, random, areWindowsKept }: Round): readonly Watched[] {
  const groups = accountGroups(round);
  const firsts = groups.flatMap(([account]) => account ?? []);
  const timeless = [
    ...firsts.map((account) => new PocketHistory(site, account, areWindowsKept)),
    ...firsts.map((account) => new CashInHistory(site, account)),
    new ConfigurationHistory(site, CONFIGURATIONS_MAX),
  ];
  if (!areWindowsKept) return timeless;
  return [
    ...timeless,
    new CustomerHistory(site, round, random),
    ...firsts.slice(0, 1).map((account) => new TotpHistory(site, account)),
    ...groups.map((accounts) => new PixHistory(site, accounts)),
  ];
}

function messageOf(call: ReceivedCall): ReceivedMessage {
  const body = JSON.parse(call.body.toString()) as ReceivedMessage['body'];
  return { messageId: headerOf(call, 'webhook-id'), sequence: headerOf(call, 'webhook-sequence'), body };
}
