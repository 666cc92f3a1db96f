import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { accountOf, type GatewayProcess } from '../support/gateway-process.ts';
import type { GraphqlBody } from '../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';
import type { Estate } from './estate.ts';
import { PartnerClient, reasonOf } from './partner-client.ts';
import { until } from './recovery.ts';

const REST_MS = 30;

/** Clients of a partner during faults: records their answers, and what must still be there afterwards. */
export class Load {
  readonly partner = new PartnerClient('acme-pay');
  /** Numbers of pockets by the key that made them. */
  readonly acknowledged = new Map<string, string>();
  /** Keys without an answer, or with a retryable one. */
  readonly unanswered = new Set<string>();
  /** Numbers of pockets whose keys are not sent again. */
  readonly settled: string[] = [];
  /** Answers that no client must get. */
  readonly wrong: string[] = [];
  /** Reasons of requests that were not answered at all. */
  readonly failures: string[] = [];
  /** Keys whose first request took effect without an answer. */
  readonly dropped: string[] = [];
  /** The slowest answer, in milliseconds. */
  slowestMs = 0;
  /** Whether the wall clock of the servers has been moved beyond the lifetime of tokens. */
  haveTokensExpired = false;
  private readonly estate: Estate;
  private clients = 0;
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(estate: Estate) {
    this.estate = estate;
  }

  begin(clients: number): void {
    this.clients = clients;
    this.isOver = false;
    this.slowestMs = 0;
    this.running = Promise.all(Array.from({ length: clients }, (_, index) => this.work(index)));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Runs `work` while no client sends requests and all keys are settled; these keys are not sent again. */
  async pause(work: () => Promise<void>): Promise<void> {
    await this.end();
    await this.settle();
    this.settled.push(...this.acknowledged.values());
    this.acknowledged.clear();
    await work();
    this.begin(this.clients);
  }

  /** Retries unanswered keys until they are answered. */
  async settle(): Promise<void> {
    for (const key of this.unanswered)
      await until(`the key ${key} is answered`, () => this.create(key, this.estate.anyApi));
  }

  /** Sends one createPocket; returns true if the answer is a success. */
  async create(key: string, gateway: GatewayProcess, signal?: AbortSignal): Promise<boolean> {
    const began = performance.now();
    try {
      const variables = { input: pocketInput({ idempotencyKey: key, accountNumber: accountOf(key) }) };
      const body = await this.partner.post(gateway, { query: CREATE_POCKET, variables }, signal && { signal });
      return this.note({ key, body, gateway });
    } catch (error) {
      this.failures.push(reasonOf(error));
      this.unanswered.add(key);
      return false;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    }
  }

  private note({ key, body: { data, errors = [] }, gateway }: Noted): boolean {
    const number: unknown = data?.createPocket?.pocket?.number;
    if (typeof number === 'string') {
      const before = this.acknowledged.get(key) ?? number;
      if (before !== number) this.wrong.push(`the key ${key} made ${before}, and then ${number}`);
      this.acknowledged.set(key, number);
      if (this.unanswered.delete(key) && data?.createPocket.replayed) this.dropped.push(key);
      return true;
    }
    const codes = errors.map(({ extensions }) => extensions['code']);
    const hasExpired = this.haveTokensExpired && codes.includes('UNAUTHENTICATED');
    if (hasExpired) this.partner.forgetToken(gateway);
    if (hasExpired || (codes.length > 0 && codes.every((code) => code === 'SERVICE_UNAVAILABLE')))
      this.unanswered.add(key);
    else this.wrong.push(JSON.stringify({ data, errors }));
    return false;
  }

  private async work(index: number): Promise<void> {
    for (let round = index; !this.isOver; round += 1) {
      const key = randomUUID();
      const { apis } = this.estate;
      for (const turn of [round, round + 1]) {
        const gateway = apis[turn % apis.length];
        if (gateway !== undefined && (await this.create(key, gateway))) break;
      }
      await wait(REST_MS);
    }
  }
}

interface Noted {
  readonly key: string;
  readonly body: GraphqlBody;
  readonly gateway: GatewayProcess;
}
