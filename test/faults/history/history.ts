import { randomUUID } from 'node:crypto';
import type { GatewayProcess } from '../../support/gateway-process.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { Left } from '../liveness.ts';
import { until } from '../recovery.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { EventNames, TracedCall } from './event-log.rules.ts';
import { findOrder, type Call, type Model } from './find-order.ts';
import { send, type Request, type Site } from './site.ts';

/** A call that was sent, with what the storage can know about it. */
export interface SentCall<Operation, Answer> extends Call<Operation, Answer> {
  readonly correlationId: string;
  readonly mutation: string | undefined;
  /** Type of a mutation's answer. */
  readonly result: string | undefined;
}

/** How often the same is requested twice concurrently, how often several things are, and how many. */
const TWINS_FRACTION = 0.25;
const BURST_FRACTION = 0.25;
const BURST = 6;

/** All calls about one thing, with their answers. */
export abstract class History<State, Operation, Answer extends object> {
  readonly name: string;
  readonly calls: SentCall<Operation, Answer>[] = [];
  /** Number of calls without an answer yet. */
  inFlight = 0;
  /** Answers that no client must get. */
  readonly wrong: string[] = [];
  protected readonly site: Site;
  private readonly model: Model<State, Operation, Answer>;
  /** Whether there were too many orders to try them all. */
  isUndecided = false;
  private start: State | undefined;

  constructor(name: string, site: Site, model: Model<State, Operation, Answer>) {
    this.name = name;
    this.site = site;
    this.model = model;
  }

  /** Operations that show the whole state. */
  protected abstract readonly looks: readonly Operation[];
  /** Each operation that a client can request, once. */
  protected abstract readonly everything: readonly Operation[];
  /** Returns the next operation of a client. */
  protected abstract draw(random: SeededRandom): Operation;
  protected abstract requestOf(operation: Operation): Request;
  /** @param data of the field that was requested */
  protected abstract answerOf(operation: Operation, data: NonNullable<GraphqlBody['data']>): Answer;
  /** Returns the state that the answers to `looks` show. */
  protected abstract stateOf(answers: readonly Answer[]): State;
  /** Returns the calls without those that were lost and certainly had no effect, by the last answers to `looks`. */
  protected abstract callsThatCount(last: readonly Answer[]): readonly Call<Operation, Answer>[];

  /** The calls that have events in the log. */
  get traced(): readonly TracedCall[] {
    return this.calls.flatMap((call) => {
      const names = this.eventsOf(call.operation);
      const told = call.answer === undefined ? 'lost' : outcomeOf(call.answer);
      return names === undefined ? [] : [{ ...call, ...names, told }];
    });
  }

  /** Returns pending work that clients have started, by kind; all their requests must be answered. */
  left(): Promise<Left> {
    return Promise.resolve({});
  }

  /** Reads the state before the first call. */
  async begin(): Promise<void> {
    this.start = this.stateOf(await this.lookAtAll());
    this.calls.length = 0;
  }

  /**
   * Sends one request, the same one twice concurrently, or several concurrently, each at the next process.
   * @returns whether all were answered
   */
  async act(client: string, random: SeededRandom): Promise<boolean> {
    const { apis, anyApi } = this.site.estate;
    const first = random.integer(0, apis.length - 1);
    const operations = this.drawSome(random);
    const answers = await Promise.all(
      operations.map((operation, nth) =>
        this.call(`${client}.${nth}`, apis[(first + nth) % apis.length] ?? anyApi, operation),
      ),
    );
    return answers.every((answer) => answer !== undefined);
  }

  /** Sends every request concurrently, by clients at all processes. */
  async rush(random: SeededRandom): Promise<void> {
    const { apis, anyApi } = this.site.estate;
    const operations = random.shuffled(this.everything);
    await Promise.all(
      operations.map((operation, nth) => this.call(`racer ${nth}`, apis[nth % apis.length] ?? anyApi, operation)),
    );
  }

  /** Retries operations that were never answered. */
  async settle(): Promise<void> {
    const unanswered = new Map(this.calls.map(({ operation }) => [JSON.stringify(operation), operation]));
    for (const { operation, answer } of this.calls)
      if (answer !== undefined) unanswered.delete(JSON.stringify(operation));
    for (const operation of unanswered.values()) await this.callUntilAnswered(operation);
  }

  /**
   * Reads the state, after all other calls, and searches for an order.
   * @returns why no order explains the answers, or undefined; also undefined if `isUndecided`
   */
  async problem(): Promise<string | undefined> {
    const last = await this.lookAtAll();
    if (this.start === undefined) throw new Error(`${this.name} has not begun.`);
    const order = findOrder(this.model, this.start, this.callsThatCount(last));
    this.isUndecided = 'undecided' in order;
    return 'problem' in order ? `${this.name}: ${order.problem}` : undefined;
  }

  /** Names of the events that a success records; undefined: none. */
  protected eventsOf(_: Operation): EventNames | undefined {
    return undefined;
  }

  private drawSome(random: SeededRandom): Operation[] {
    const drawn = random.fraction();
    if (drawn < BURST_FRACTION) return Array.from({ length: BURST }, () => this.draw(random));
    const operation = this.draw(random);
    return drawn < BURST_FRACTION + TWINS_FRACTION ? [operation, operation] : [operation];
  }

  private lookAtAll(): Promise<Answer[]> {
    return Promise.all(this.looks.map((look) => this.callUntilAnswered(look)));
  }

  private async callUntilAnswered(operation: Operation): Promise<Answer> {
    let answer: Answer | undefined;
    await until(`${JSON.stringify(operation)} of ${this.name} is answered`, async () => {
      answer = await this.call('the test', this.site.estate.anyApi, operation);
      return answer !== undefined;
    });
    return answer as Answer;
  }

  private async call(client: string, gateway: GatewayProcess, operation: Operation): Promise<Answer | undefined> {
    const request = this.requestOf(operation);
    const correlationId = randomUUID();
    const calledAt = now();
    this.inFlight += 1;
    const { data, hasArrived, wrong } = await send(this.site, gateway, { ...request, correlationId });
    this.inFlight -= 1;
    if (wrong !== undefined) this.wrong.push(`${this.name}: ${wrong}`);
    if (!hasArrived) return undefined;
    const answer = data === undefined ? undefined : this.answerOf(operation, data);
    const answeredAt = answer === undefined ? Infinity : now();
    const mutation = request.query.trim().startsWith('mutation') ? request.field : undefined;
    const result = mutation === undefined ? undefined : data?.__typename;
    this.calls.push({ client, operation, calledAt, answer, answeredAt, correlationId, mutation, result });
    return answer;
  }
}

/** Returns the outcome of an answer: a success has the `id` of what it created, and whether it is a replay. */
function outcomeOf(answer: object): TracedCall['told'] {
  if (!('id' in answer && 'replayed' in answer)) return 'refused';
  return { subject: String(answer.id), replayed: answer.replayed === true };
}

/** Returns the time of a monotonic clock, in milliseconds since 1970. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
