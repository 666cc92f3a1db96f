import { randomUUID } from 'node:crypto';
import type { GatewayProcess } from '../../support/gateway-process.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { Estate } from '../estate.ts';
import type { Load } from '../load.ts';
import { reasonOf, type PartnerClient } from '../partner-client.ts';
import { until } from '../recovery.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { findOrder, type Call, type Model } from './find-order.ts';

/** Whom calls go to, by which clients. */
export interface Site {
  readonly estate: Estate;
  readonly load: Load;
  /** By the names of their clients. */
  readonly partners: Readonly<Record<'gama-pay' | 'beta-pay', PartnerClient>>;
}

/** How a call is sent. */
export interface Request {
  readonly partner: PartnerClient;
  /** The field of the answer, and the document with its variables. */
  readonly field: string;
  readonly query: string;
  readonly variables: object;
}

/** How often the same is asked for twice at once, and how often so many things are. */
const TWINS_FRACTION = 0.25;
const BURST_FRACTION = 0.25;
const BURST = 6;

/** All calls about one thing, as they were called and answered. */
export abstract class History<State, Asked, Answer> {
  readonly name: string;
  readonly calls: (Call<Asked, Answer> & { readonly correlationId: string })[] = [];
  /** Answers that nobody ought to get. */
  readonly wrong: string[] = [];
  protected readonly site: Site;
  private readonly model: Model<State, Asked, Answer>;
  private start: State | undefined;

  constructor(name: string, site: Site, model: Model<State, Asked, Answer>) {
    this.name = name;
    this.site = site;
    this.model = model;
  }

  /** What shows all there is. */
  protected abstract readonly looks: readonly Asked[];
  /** What a client asks for next. */
  protected abstract draw(random: SeededRandom): Asked;
  protected abstract requestOf(asked: Asked): Request;
  /** @param data of the field that was asked for */
  protected abstract answerOf(asked: Asked, data: NonNullable<GraphqlBody['data']>): Answer;
  /** What there is by the answers to `looks`. */
  protected abstract stateOf(answers: readonly Answer[]): State;
  /** The calls but for those that were lost and certainly had no effect, by the last answers to `looks`. */
  protected abstract callsThatCount(last: readonly Answer[]): readonly Call<Asked, Answer>[];

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

  /** Asks again for what was never answered. */
  async settle(): Promise<void> {
    const unanswered = new Map(this.calls.map(({ asked }) => [JSON.stringify(asked), asked]));
    for (const { asked, answer } of this.calls) if (answer !== undefined) unanswered.delete(JSON.stringify(asked));
    for (const asked of unanswered.values()) await this.callUntilAnswered(asked);
  }

  /**
   * Looks at all there is, after everything else.
   * @returns why no order explains what was answered
   */
  async problem(): Promise<string | undefined> {
    const last = await this.lookAtAll();
    if (this.start === undefined) throw new Error(`${this.name} has not begun.`);
    const order = findOrder(this.model, this.start, this.callsThatCount(last));
    return 'problem' in order ? `${this.name}: ${order.problem}` : undefined;
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
    const { partner, field, ...request } = this.requestOf(asked);
    const correlationId = randomUUID();
    const calledAt = now();
    let body: GraphqlBody = {};
    try {
      body = await partner.post(gateway, request, { correlationId });
    } catch (error) {
      // Nobody was there to take it.
      if (reasonOf(error) === 'ECONNREFUSED') return undefined;
    }
    const answeredAt = now();
    const data = body.data?.[field] ?? undefined;
    const answer = data === undefined ? undefined : this.answerOf(asked, data);
    if (answer === undefined) this.noteFailure(gateway, partner, body);
    this.calls.push({
      client,
      asked,
      calledAt,
      answer,
      answeredAt: answer === undefined ? Infinity : answeredAt,
      correlationId,
    });
    return answer;
  }

  /** Only what may be tried again is no answer. */
  private noteFailure(gateway: GatewayProcess, partner: PartnerClient, { data, errors }: GraphqlBody): void {
    if (data === undefined && errors === undefined) return;
    const codes = errors?.map(({ extensions }) => extensions['code']) ?? [];
    if (this.site.load.haveTokensExpired && codes.includes('UNAUTHENTICATED')) partner.forgetToken(gateway);
    else if (codes.length === 0 || codes.some((code) => code !== 'SERVICE_UNAVAILABLE'))
      this.wrong.push(`${this.name}: ${JSON.stringify({ data, errors })}`);
  }
}

/** By a clock that never goes back, in milliseconds since 1970. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
