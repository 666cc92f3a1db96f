import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../faults/recovery.ts';
import { accountOf } from '../support/gateway-process.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';
import type { Gateways } from './gateways.ts';

/** Limit of requests in flight: an outage must not pile up requests that are sent together at its end. */
const AT_ONCE_MAX = 64;
/** Interval at which due requests are sent, in milliseconds. */
const TICK_MS = 10;

/** An answer of createPocket. */
interface Answer {
  readonly pocket: { readonly id: string; readonly number: string };
  /** The whole answer, without `replayed` and without the URL of the process. */
  readonly text: string;
}

/** An acknowledgement, with the instants of its request and of its arrival. */
export interface Acknowledged {
  /** Number of the pocket. */
  readonly number: string;
  readonly askedAt: number;
  readonly at: number;
}

/** Clients that create pockets at a constant rate, whatever the answers are, and record the answers. */
export class PacedLoad {
  readonly answers = new Map<string, Answer>();
  readonly acknowledged: Acknowledged[] = [];
  /** Keys without an answer, or with a retryable one. */
  readonly unanswered = new Set<string>();
  /** Answers that no client must get. */
  readonly wrong: string[] = [];
  private readonly gateways: Gateways;
  private readonly inFlight = new Set<Promise<void>>();
  private turn = 0;
  private pacing: Promise<void> | undefined;
  private isOver = false;

  constructor(gateways: Gateways) {
    this.gateways = gateways;
  }

  /** @param perSecond how many are sent per second, as long as no more than 64 are in flight */
  begin(perSecond: number): void {
    this.isOver = false;
    this.pacing = this.keepPace(perSecond);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.pacing;
    await Promise.all(this.inFlight);
  }

  /** Retries unanswered keys until they are answered. */
  async settle(): Promise<void> {
    for (const key of this.unanswered)
      await until(`the key ${key} is answered`, async () => {
        await this.create(key);
        return !this.unanswered.has(key);
      });
  }

  /** Sends these keys again, some concurrently: each must get the same answer as before. */
  async replay(keys: readonly string[]): Promise<void> {
    const left = [...keys];
    const work = async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) {
        const before = this.answers.size;
        await this.create(key);
        if (this.unanswered.delete(key)) this.wrong.push(`the key ${key} was not answered again`);
        if (this.answers.size !== before) this.wrong.push(`the key ${key} was new`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE_MAX / 2 }, work));
  }

  private async keepPace(perSecond: number): Promise<void> {
    const began = performance.now();
    for (let sent = 0; !this.isOver;) {
      const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
      for (; sent < due && this.inFlight.size < AT_ONCE_MAX; sent += 1) this.send();
      // Requests that could not be sent in time are skipped.
      sent = due;
      await wait(TICK_MS);
    }
  }

  private send(): void {
    const created = this.create(randomUUID()).finally(() => {
      this.inFlight.delete(created);
    });
    this.inFlight.add(created);
  }

  private async create(key: string): Promise<void> {
    const askedAt = performance.now();
    const api = this.gateways.at((this.turn += 1));
    try {
      const input = pocketInput({ idempotencyKey: key, accountNumber: accountOf(key) });
      const { data, errors = [] } = await this.gateways.ask(api, CREATE_POCKET, { input });
      const { replayed: _, ...answer } = data?.createPocket ?? {};
      if (answer.pocket?.id === undefined) this.refused(key, { data, errors });
      else {
        const text = JSON.stringify(answer).replaceAll(api.url, '');
        this.note(key, { pocket: { id: answer.pocket.id, number: answer.pocket.number }, text });
        this.acknowledged.push({ number: answer.pocket.number, askedAt, at: performance.now() });
      }
    } catch {
      this.unanswered.add(key);
    }
  }

  private note(key: string, answer: Answer): void {
    const before = this.answers.get(key);
    if (before !== undefined && before.text !== answer.text)
      this.wrong.push(`the key ${key} was answered ${before.text}, then ${answer.text}`);
    if (before === undefined) this.answers.set(key, answer);
    this.unanswered.delete(key);
  }

  private refused(
    key: string,
    { data, errors }: { data: unknown; errors: readonly { readonly extensions: Record<string, unknown> }[] },
  ): void {
    const isToRetry =
      errors.length > 0 && errors.every(({ extensions }) => extensions['code'] === 'SERVICE_UNAVAILABLE');
    if (isToRetry) this.unanswered.add(key);
    else this.wrong.push(JSON.stringify({ data, errors }));
  }
}
