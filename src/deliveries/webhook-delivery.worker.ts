import { CONTEXT_IN_BODY } from '../events/event-log.ts';
import { BackgroundLoop } from '../platform/background-loop.ts';
import { isOutage } from '../platform/database/database-failure.ts';
import { describeError, type Logger } from '../platform/observability/logger.ts';
import { claimDeliveries, FIRST_TURN, type ClaimDependencies, type ClaimedDelivery } from './claim-deliveries.ts';
import { releaseDeliveries } from './release-deliveries.ts';
import { sendWebhook, type Sender } from './send-webhook.ts';
import { settleDeliveries, type CallResult, type SettleDependencies } from './settle-deliveries.ts';

/** Calls that a process has in flight at most: its memory and its sockets are bounded by them. */
const CALLS_MAX = 256;
/** Longest rest between two looks at the queue, in milliseconds: how late a retry may be. */
const CLAIM_REST_MS = 250;
/** Rest after a settlement that failed, in milliseconds. What is still leased keeps its place meanwhile. */
const SETTLE_REST_MS = 500;
/** Results that are settled in one transaction at most. */
const SETTLED_MAX = 200;
/** Longest wait for calls in flight when the worker stops, in milliseconds; then they are ended and given back. */
const STOP_TIMEOUT_MS = 6_000;

export interface DeliveryWorkerOptions extends ClaimDependencies, SettleDependencies, Sender {
  /** Messages have changed: for those who watch. */
  readonly changed: () => void;
  readonly logger: Logger;
}

/**
 * Delivers messages: claims what is due, calls the endpoints, settles what came back. A place is free again only once
 * its call is settled, so that a database that does not answer stops the claims instead of filling the memory. What
 * comes back while a settlement is under way is settled together.
 */
export class WebhookDeliveryWorker {
  private inFlight = 0;
  private lastTurn = FIRST_TURN;
  private lastWork: Promise<unknown> = Promise.resolve();
  private isStopping = false;
  private ended: (() => void) | undefined;
  private readonly results: CallResult[] = [];
  private readonly released: ClaimedDelivery[] = [];
  private readonly options: DeliveryWorkerOptions;
  private readonly claiming: BackgroundLoop;
  private readonly settling: BackgroundLoop;

  constructor(options: DeliveryWorkerOptions) {
    this.options = options;
    const { logger } = options;
    const loop = (name: string, work: () => Promise<boolean>, restMs: number) =>
      new BackgroundLoop({ name, work, restMs, logger });
    this.claiming = loop('webhook-claims', () => this.inTurn(() => this.claim()), CLAIM_REST_MS);
    this.settling = loop('webhook-settlements', () => this.inTurn(() => this.settle()), SETTLE_REST_MS);
  }

  start(): void {
    this.claiming.start();
    this.settling.start();
  }

  /** There may be something due. */
  readonly poke = (): void => {
    this.claiming.poke();
  };

  /** Claims nothing more, lets calls in flight come back for a while, and gives the others back unsent. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.claiming.stop();
    if (this.inFlight > 0) await this.calls();
    await this.settling.stop();
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

  /** Claims and settlements take turns: both lock the breakers, and a claim passes over those that it finds locked. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.lastWork.then(work);
    this.lastWork = turn.catch(() => undefined);
    return turn;
  }

  /** Whether there may be more at once: something was claimed, and there are places left. */
  private async claim(): Promise<boolean> {
    const places = CALLS_MAX - this.inFlight;
    if (places <= 0) return false;
    const { deliveries, told, after } = await claimDeliveries(this.options, { places, after: this.lastTurn });
    this.lastTurn = after;
    if (told > 0) this.options.changed();
    this.inFlight += deliveries.length;
    for (const delivery of deliveries) void this.deliver(delivery);
    return deliveries.length > 0 && deliveries.length < places;
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
    this.settling.poke();
  }

  /** Whether there is more to settle. */
  private async settle(): Promise<boolean> {
    await this.giveBack();
    const results = this.results.splice(0, SETTLED_MAX);
    if (results.length === 0) return false;
    const unsettled = this.stillLeased(await this.unsettledOf(results));
    this.results.push(...unsettled);
    this.leave(results.length - unsettled.length);
    this.claiming.poke();
    this.options.changed();
    return unsettled.length === 0 && this.results.length > 0;
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

  /**
   * Settles results, and gives those back for which that failed. Unless the database is out, each configuration is then
   * tried apart: one that cannot be settled holds up no other.
   */
  private async unsettledOf(results: readonly CallResult[]): Promise<readonly CallResult[]> {
    try {
      await settleDeliveries(this.options, results);
      return [];
    } catch (error) {
      const groups = [...Map.groupBy(results, ({ delivery }) => delivery.configurationId).values()];
      this.options.logger.warn({ calls: results.length, error: describeError(error) }, 'webhooks could not be settled');
      if (groups.length === 1 || isOutage(error)) return results;
      const unsettled: CallResult[] = [];
      for (const group of groups) unsettled.push(...(await this.unsettledOf(group)));
      return unsettled;
    }
  }

  /** Results worth another try: once its lease has ended a message comes due by itself, and another may have sent it. */
  private stillLeased(results: readonly CallResult[]): readonly CallResult[] {
    const now = this.options.clock.now();
    return results.filter(({ delivery }) => delivery.leaseUntil > now);
  }

  private leave(places: number): void {
    this.inFlight -= places;
    if (this.isStopping && this.inFlight === 0) this.ended?.();
  }
}
