import { randomUUID } from 'node:crypto';
import type { GatewayProcess } from '../../support/gateway-process.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { Left } from '../liveness.ts';
import { until } from '../recovery.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { EventNames, TracedCall } from './event-log.rules.ts';
import { findOrder, type Call, type Model } from './find-order.ts';
import { send, type Request, type Site } from './site.ts';

/** A call that was sent, as storage may know it. */
export interface SentCall<Asked, Answer> extends Call<Asked, Answer> {
  readonly correlationId: string;
  readonly mutation: string | undefined;
  /** Type of what a mutation was answered. */
  readonly result: string | undefined;
}

/** How often the same is asked for twice at once, and how often so many things are. */
const TWINS_FRACTION = 0.25;
const BURST_FRACTION = 0.25;
const BURST = 6;

/** All calls about one thing, as they were called and answered. */
export abstract class History<State, Asked, Answer extends object> {
  readonly name: string;
  readonly calls: SentCall<Asked, Answer>[] = [];
  /** Calls that have no answer yet. */
  underWay = 0;
  /** Answers that nobody ought to get. */
  readonly wrong: string[] = [];
  protected readonly site: Site;
  private readonly model: Model<State, Asked, Answer>;
  /** Whether there were too many orders to try all. */
  isUndecided = false;
  private start: State | undefined;

  constructor(name: string, site: Site, model: Model<State, Asked, Answer>) {
    this.name = name;
    this.site = site;
    this.model = model;
  }

  /** What shows all there is. */
  protected abstract readonly looks: readonly Asked[];
  /** Each thing that a client may ask for, once. */
  protected abstract readonly everything: readonly Asked[];
  /** What a client asks for next. */
  protected abstract draw(random: SeededRandom): Asked;
  protected abstract requestOf(asked: Asked): Request;
  /** @param data of the field that was asked for */
  protected abstract answerOf(asked: Asked, data: NonNullable<GraphqlBody['data']>): Answer;
  /** What there is by the answers to `looks`. */
  protected abstract stateOf(answers: readonly Answer[]): State;
  /** The calls but for those that were lost and certainly had no effect, by the last answers to `looks`. */
  protected abstract callsThatCount(last: readonly Answer[]): readonly Call<Asked, Answer>[];

  /** The calls as the log tells of them. */
  get traced(): readonly TracedCall[] {
    return this.calls.flatMap((call) => {
      const names = this.eventsOf(call.asked);
      const told = call.answer === undefined ? 'lost' : toldBy(call.answer);
      return names === undefined ? [] : [{ ...call, ...names, told }];
    });
  }

  /** What is still under way that clients have started, by its kind; all they asked for is answered. */
  left(): Promise<Left> {
    return Promise.resolve({});
  }

  /** Looks at what there is before anything happens. */
  async begin(): Promise<void> {
    this.start = this.stateOf(await this.lookAtAll());
    this.calls.length = 0;
  }

  /**
   * Asks for something, for the same twice at once, or for several things at once, each time at the next process.
   * @returns whether all answers came
   */
  async act(client: string, random: SeededRandom): Promise<boolean> {
    const { apis, anyApi } = this.site.estate;
    const first = random.integer(0, apis.length - 1);
    const asks = this.drawSome(random);
    const answers = await Promise.all(
      asks.map((asked, nth) => this.call(`${client}.${nth}`, apis[(first + nth) % apis.length] ?? anyApi, asked)),
    );
    return answers.every((answer) => answer !== undefined);
  }

  /** Asks for everything at once, by clients at all processes. */
  async rush(random: SeededRandom): Promise<void> {
    const { apis, anyApi } = this.site.estate;
    const asks = random.shuffled(this.everything);
    await Promise.all(asks.map((asked, nth) => this.call(`racer ${nth}`, apis[nth % apis.length] ?? anyApi, asked)));
  }

  /** Asks again for what was never answered. */
  async settle(): Promise<void> {
    const unanswered = new Map(this.calls.map(({ asked }) => [JSON.stringify(asked), asked]));
    for (const { asked, answer } of this.calls) if (answer !== undefined) unanswered.delete(JSON.stringify(asked));
    for (const asked of unanswered.values()) await this.callUntilAnswered(asked);
  }

  /**
   * Looks at all there is, after everything else.
   * @returns why no order explains what was answered; whether that could not be found out is said by `isUndecided`
   */
  async problem(): Promise<string | undefined> {
    const last = await this.lookAtAll();
    if (this.start === undefined) throw new Error(`${this.name} has not begun.`);
    const order = findOrder(this.model, this.start, this.callsThatCount(last));
    this.isUndecided = 'undecided' in order;
    return 'problem' in order ? `${this.name}: ${order.problem}` : undefined;
  }

  /** Names of the events that a success of it records; undefined: it is not told of. */
  protected eventsOf(_: Asked): EventNames | undefined {
    return undefined;
  }

  private drawSome(random: SeededRandom): Asked[] {
    const drawn = random.fraction();
    if (drawn < BURST_FRACTION) return Array.from({ length: BURST }, () => this.draw(random));
    const asked = this.draw(random);
    return drawn < BURST_FRACTION + TWINS_FRACTION ? [asked, asked] : [asked];
  }

  private lookAtAll(): Promise<Answer[]> {
    return Promise.all(this.looks.map((look) => this.callUntilAnswered(look)));
  }

  private async callUntilAnswered(asked: Asked): Promise<Answer> {
    let answer: Answer | undefined;
    await until(`${JSON.stringify(asked)} of ${this.name} is answered`, async () => {
      answer = await this.call('the test', this.site.estate.anyApi, asked);
      return answer !== undefined;
    });
    return answer as Answer;
  }

  private async call(client: string, gateway: GatewayProcess, asked: Asked): Promise<Answer | undefined> {
    const request = this.requestOf(asked);
    const correlationId = randomUUID();
    const calledAt = now();
    this.underWay += 1;
    const { data, hasArrived, wrong } = await send(this.site, gateway, { ...request, correlationId });
    this.underWay -= 1;
    if (wrong !== undefined) this.wrong.push(`${this.name}: ${wrong}`);
    if (!hasArrived) return undefined;
    const answer = data === undefined ? undefined : this.answerOf(asked, data);
    const answeredAt = answer === undefined ? Infinity : now();
    const mutation = request.query.trim().startsWith('mutation') ? request.field : undefined;
    const result = mutation === undefined ? undefined : data?.__typename;
    this.calls.push({ client, asked, calledAt, answer, answeredAt, correlationId, mutation, result });
    return answer;
  }
}

/** A success says whether a key had made it before, and what it has made by its `id`. */
function toldBy(answer: object): TracedCall['told'] {
  if (!('id' in answer && 'replayed' in answer)) return 'refused';
  return { subject: String(answer.id), replayed: answer.replayed === true };
}

/** By a clock that never goes back, in milliseconds since 1970. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
