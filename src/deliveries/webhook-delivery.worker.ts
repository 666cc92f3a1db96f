import { setImmediate as turn } from 'node:timers/promises';
import { CONTEXT_IN_BODY } from '../events/event-log.ts';
import { BackgroundLoop } from '../platform/background-loop.ts';
import { isOutage } from '../platform/database/database-failure.ts';
import { describeError, type Logger } from '../platform/observability/logger.ts';
import type { ClaimedDelivery } from './claim.rules.ts';
import { exchangeDeliveries, FIRST_TURN, type ExchangeDependencies } from './exchange-deliveries.ts';
import { releaseDeliveries } from './release-deliveries.ts';
import { sendWebhook, type Sender } from './send-webhook.ts';
import type { CallResult } from './settled-call.rules.ts';

/** Calls that a process has in flight at most: its memory and its sockets are bounded by them. */
export const CALLS_MAX = 512;
/** Calls that are begun in one turn of the event loop. */
const CALLS_PER_TURN = 16;
/** Longest rest between two looks at the queue, in milliseconds: how late a retry may be. */
const REST_MS = 250;
/** Results that are settled in one transaction at most. */
const SETTLED_MAX = 256;
/** Longest wait for calls in flight when the worker stops, in milliseconds; then they are ended and given back. */
const STOP_TIMEOUT_MS = 6_000;

export interface DeliveryWorkerOptions extends ExchangeDependencies, Sender {
  /** Messages have changed: for those who watch. */
  readonly changed: () => void;
  readonly logger: Logger;
}

/**
 * Delivers messages: settles the calls that came back and claims what is due in their places, calls the endpoints. A
 * place is free again only once its call is settled, so that a database that does not answer stops the claims instead of
 * filling the memory. What comes back while one exchange is under way goes with the next.
 */
export class WebhookDeliveryWorker {
  private inFlight = 0;
  private lastTurn = FIRST_TURN;
  private isStopping = false;
  private ended: (() => void) | undefined;
  private underWay: Promise<unknown> = Promise.resolve();
  private readonly results: CallResult[] = [];
  private readonly released: ClaimedDelivery[] = [];
  private readonly options: DeliveryWorkerOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: DeliveryWorkerOptions) {
    this.options = options;
    const work = () => {
      const turn = this.takeTurn();
      this.underWay = turn.catch(() => undefined);
      return turn;
    };
    this.loop = new BackgroundLoop({ name: 'webhook-deliveries', work, restMs: REST_MS, logger: options.logger });
  }

  start(): void {
    this.loop.start();
  }

  /** There may be something due. */
  readonly poke = (): void => {
    this.loop.poke();
  };

  /** Claims nothing more, lets calls in flight come back for a while, and gives the others back unsent. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.underWay;
    if (this.inFlight > 0) await this.calls();
    await this.loop.stop();
  }

  /** Waits until nothing is in flight; calls that take too long are ended. */
  private async calls(): Promise<void> {
    const allBack = new Promise<void>((resolve) => {
      this.ended = resolve;
    });
    const force = setTimeout(() => void this.options.outbound.close(AbortSignal.abort()), STOP_TIMEOUT_MS);
    const giveUp = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS + 1_000).unref());
    await Promise.race([allBack, giveUp]);
    clearTimeout(force);
  }

  /** Whether there may be more at once. */
  private async takeTurn(): Promise<boolean> {
    await this.giveBack();
    const results = this.results.splice(0, SETTLED_MAX);
    try {
      return await this.exchange(results, CALLS_MAX - this.inFlight + results.length);
    } catch (error) {
      if (results.length === 0) throw error;
      this.warn(results, error);
      const isOut = isOutage(error);
      this.keepLeased(isOut ? results : await this.unsettledOf(results));
      if (!isOut) await this.exchange([], CALLS_MAX - this.inFlight);
      return false;
    }
  }

  /** Whether there may be more at once. */
  private async exchange(results: readonly CallResult[], free: number): Promise<boolean> {
    const places = this.isStopping ? 0 : free;
    if (results.length === 0 && places <= 0) return false;
    const wanted = { results, places, after: this.lastTurn };
    const { deliveries, told, after, hasMore } = await exchangeDeliveries(this.options, wanted);
    this.lastTurn = after;
    if (results.length > 0 || told > 0) this.options.changed();
    this.inFlight += deliveries.length;
    this.leave(results.length);
    void this.call(deliveries);
    return hasMore && this.inFlight < CALLS_MAX;
  }

  /** Settles each configuration apart, and gives the results back for which that failed: they hold up no others. */
  private async unsettledOf(results: readonly CallResult[]): Promise<readonly CallResult[]> {
    const groups = [...Map.groupBy(results, ({ delivery }) => delivery.configurationId).values()];
    if (groups.length === 1) return results;
    const unsettled: CallResult[] = [];
    for (const group of groups)
      await this.exchange(group, 0).catch((error: unknown) => {
        this.warn(group, error);
        unsettled.push(...group);
      });
    return unsettled;
  }

  /** Results worth another try: once its lease has ended a message is claimed again, and another may have sent it. */
  private keepLeased(results: readonly CallResult[]): void {
    const now = this.options.clock.now();
    const leased = results.filter(({ delivery }) => delivery.leaseUntil > now);
    this.results.push(...leased);
    this.leave(results.length - leased.length);
  }

  private warn({ length: calls }: readonly CallResult[], error: unknown): void {
    this.options.logger.warn({ calls, error: describeError(error) }, 'webhooks could not be settled');
  }

  /**
   * Begins calls, some in each turn of the event loop: the next exchange leaves before the first, and its answers are
   * heard in between, so that the database works meanwhile.
   */
  private async call(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    for (let begun = 0; begun < deliveries.length; begun += CALLS_PER_TURN) {
      await turn();
      for (const delivery of deliveries.slice(begun, begun + CALLS_PER_TURN)) void this.deliver(delivery);
    }
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const { clock, logger } = this.options;
    const { messageId, idempotencyKey, eventName, context, sends, eventPosition, body } = delivery;
    try {
      const envelope = {
        id: messageId,
        idempotencyKey,
        event: eventName,
        context: CONTEXT_IN_BODY[context],
        attempt: sends,
        sequence: eventPosition,
        body,
      };
      const call = await sendWebhook(this.options, delivery, envelope, clock.now());
      if (call === 'cancelled') this.released.push(delivery);
      else this.results.push({ ...call, delivery });
    } catch (error) {
      // A bug, or a secret whose key is not given. The lease ends by itself, and the message is tried again.
      logger.error({ messageId, error: describeError(error) }, 'a webhook could not be sent');
      this.leave(1);
    }
    this.loop.poke();
  }

  private async giveBack(): Promise<void> {
    const { database, clock } = this.options;
    const released = this.released.splice(0);
    if (released.length === 0) return;
    try {
      await releaseDeliveries(database, released);
      this.leave(released.length);
    } catch (error) {
      const leased = released.filter((delivery) => delivery.leaseUntil > clock.now());
      this.released.push(...leased);
      this.leave(released.length - leased.length);
      throw error;
    }
  }

  private leave(places: number): void {
    this.inFlight -= places;
    if (this.isStopping && this.inFlight === 0) this.ended?.();
  }
}
