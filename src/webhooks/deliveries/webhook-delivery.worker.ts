import { setImmediate as turn } from 'node:timers/promises';
import { CONTEXT_IN_BODY } from '../../events/log/event-log.ts';
import { BackgroundLoop, WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import { isOutage } from '../../platform/database/database-failure.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import { describeError, type Logger } from '../../platform/observability/logger.ts';
import { throttledLog } from '../../platform/observability/throttled-log.ts';
import type { ClaimedDelivery } from './claim.rules.ts';
import { settleAndClaim, type SettleAndClaimDependencies } from './settle-and-claim.ts';
import { FairShares } from '../../platform/limits/fair-shares.ts';
import { NO_SLOTS, slotsAfter } from '../../platform/limits/free-slots.rules.ts';
import { releaseDeliveries } from './release-deliveries.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts';
import { bodyWriter, isOfEnvelopes, type BodySources, type WriteBody, type WrittenMessage } from './message-body.ts';
import { sendWebhook, type Envelope } from './send-webhook.ts';
import type { CallResult } from './settled-call.rules.ts';
import { signersOf, type KeyRing } from './signers.ts';
import { Turns } from './turns.ts';
import { UnsettledCalls } from './unsettled-calls.ts';

/** Calls started per turn of the event loop. */
const CALLS_PER_TURN = 16;
/** Maximum number of results settled in one transaction. */
const SETTLED_MAX = 256;
/** Longest wait for calls in flight when the worker stops, in milliseconds; the rest are aborted and released. */
const STOP_TIMEOUT_MS = 6_000;

export interface DeliveryWorkerOptions extends SettleAndClaimDependencies, KeyRing, Omit<BodySources, 'database'> {
  readonly outbound: OutboundClient;
  /** Maximum number of calls in flight in this process, which bounds its memory and sockets. */
  readonly callsAtOnce: number;
  /** Notifies subscribers that messages have changed. */
  readonly changed: () => void;
  /** Called when there may be messages to abandon. */
  readonly wakeAbandoning: () => void;
  readonly failing: FailingWork;
  readonly logger: Logger;
}

/**
 * Delivers messages: settles ended calls, claims due messages for the freed slots, and calls the endpoints. A slot is
 * free only once its call is settled, so that a database that does not respond stops claims instead of filling the
 * memory. Calls that end during a round are settled in the next one.
 */
export class WebhookDeliveryWorker {
  private isStopping = false;
  private ended: (() => void) | undefined;
  private inFlight: Promise<unknown> = Promise.resolve();
  private readonly results: CallResult[] = [];
  private readonly released: ClaimedDelivery[] = [];
  private readonly slots: FairShares;
  private readonly unsettled: UnsettledCalls;
  private readonly options: DeliveryWorkerOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: DeliveryWorkerOptions) {
    this.options = options;
    this.slots = new FairShares(options.callsAtOnce);
    const work = () => {
      const turn = this.takeTurn();
      this.inFlight = turn.catch(() => undefined);
      return turn;
    };
    this.loop = new BackgroundLoop({
      name: 'webhook-deliveries',
      work,
      restMs: WOKEN_REST_MS,
      failing: options.failing,
    });
    this.unsettled = new UnsettledCalls({
      ...options,
      settle: (results) => this.round(results, { isClaiming: false }),
      givenUp: (calls) => {
        this.leave(calls);
      },
    });
  }

  start(): void {
    this.loop.start();
    this.unsettled.start();
  }

  /** Wakes up the worker: there may be something due. */
  readonly poke = (): void => {
    this.loop.poke();
  };

  /** Stops claiming, waits for calls in flight for a while, and releases the rest unsent. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.inFlight, this.unsettled.stop()]);
    if (!this.slots.isUnused) await this.calls();
    await this.loop.stop();
  }

  /** Waits until nothing is in flight, and aborts calls that take too long. */
  private async calls(): Promise<void> {
    const allBack = new Promise<void>((resolve) => {
      this.ended = resolve;
    });
    const force = setTimeout(() => void this.options.outbound.close(AbortSignal.abort()), STOP_TIMEOUT_MS);
    const giveUp = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS + 1_000).unref());
    await Promise.race([allBack, giveUp]);
    clearTimeout(force);
  }

  /** Returns whether there may be more immediately. */
  private async takeTurn(): Promise<boolean> {
    await this.giveBack();
    const results = this.resultsToSettle();
    try {
      return await this.round(results, { isClaiming: true });
    } catch (error) {
      if (results.length === 0) throw error;
      if (isOutage(error)) {
        this.keepLeased(results);
        throw error;
      }
      await this.settleApart(results);
      return true;
    }
  }

  /** Sets aside results that would make the whole batch fail. */
  private resultsToSettle(): readonly CallResult[] {
    const { unlike = [], like = [] } = Object.groupBy(this.results.splice(0, SETTLED_MAX), (result) =>
      this.unsettled.hasLikesOf(result) ? 'like' : 'unlike',
    );
    this.unsettled.put(like);
    return unlike;
  }

  /** Returns whether there may be more immediately. */
  private async round(
    results: readonly CallResult[],
    { isClaiming }: { readonly isClaiming: boolean },
  ): Promise<boolean> {
    const called = deliveriesOf(results);
    const slots = isClaiming && !this.isStopping ? slotsAfter(this.slots, called.map(partnerOf)) : NO_SLOTS;
    if (results.length === 0 && slots.free <= 0) return false;
    const { deliveries, notified, hasOrphans, hasMore } = await settleAndClaim(this.options, { results, slots });
    if (hasOrphans) this.options.wakeAbandoning();
    if (results.length > 0 || notified > 0) this.options.changed();
    for (const delivery of deliveries) this.slots.take(partnerOf(delivery), 1);
    this.leave(called);
    const { plain = [], enveloped = [] } = Object.groupBy(deliveries, (one) =>
      isOfEnvelopes(one) ? 'enveloped' : 'plain',
    );
    if (plain.length > 0) void this.write(plain);
    if (enveloped.length > 0) void this.write(enveloped.toSorted(byPosition), new Turns(entityOf));
    return hasMore;
  }

  /** Settles each configuration separately; those that fail again are set aside and do not block others. */
  private async settleApart(results: readonly CallResult[]): Promise<void> {
    for (const group of Map.groupBy(results, ({ delivery }) => delivery.configurationId).values())
      await this.round(group, { isClaiming: false }).catch(() => {
        if (this.isStopping) this.leave(deliveriesOf(group));
        else this.unsettled.put(group);
      });
  }

  /** Keeps results whose lease is valid: afterwards a message is claimed again, and another worker may have sent it. */
  private keepLeased(results: readonly CallResult[]): void {
    const { leased = [], lapsed = [] } = this.byLease(results, ({ delivery }) => delivery);
    this.results.push(...leased);
    this.leave(deliveriesOf(lapsed));
  }

  /** Writes bodies, and starts calls. Those of envelopes may be read from storage, so others do not wait for them. */
  private async write(deliveries: readonly ClaimedDelivery[], turns?: Turns<ClaimedDelivery>): Promise<void> {
    try {
      const body = await bodyWriter(this.options, deliveries.filter(isOfEnvelopes).map(messageOf));
      await this.call(deliveries, (delivery) => {
        const deliver = () => this.deliver(delivery, body);
        void (turns === undefined ? deliver() : turns.take(delivery, deliver));
      });
    } catch (error) {
      // The leases expire, and the messages are sent again.
      throttledLog(this.options.logger, 'error')({ error: describeError(error) }, 'webhooks could not be written');
      this.leave(deliveries);
      this.loop.poke();
    }
  }

  /**
   * Starts calls, some per turn of the event loop: the next round is sent before the first call, and its responses are
   * read in between, so that the database works meanwhile.
   */
  private async call(
    deliveries: readonly ClaimedDelivery[],
    begin: (delivery: ClaimedDelivery) => void,
  ): Promise<void> {
    for (let begun = 0; begun < deliveries.length; begun += CALLS_PER_TURN) {
      await turn();
      for (const delivery of deliveries.slice(begun, begun + CALLS_PER_TURN)) begin(delivery);
    }
  }

  private async deliver(delivery: ClaimedDelivery, body: WriteBody): Promise<void> {
    const { clock, logger, outbound } = this.options;
    const { messageId } = delivery;
    try {
      const at = clock.now();
      const envelope = envelopeOf(delivery, body(messageOf(delivery)));
      const signers = await signersOf(this.options, delivery, at);
      const call = await sendWebhook(outbound, { address: delivery, envelope, signers, at });
      if (call === 'cancelled') this.released.push(delivery);
      else this.results.push({ ...call, delivery });
    } catch (error) {
      // A bug, or a secret whose key is not given. The lease expires, and the message is sent again.
      throttledLog(logger, 'error')({ messageId, error: describeError(error) }, 'a webhook could not be sent');
      this.leave([delivery]);
    }
    this.loop.poke();
  }

  private async giveBack(): Promise<void> {
    const released = this.released.splice(0);
    if (released.length === 0) return;
    try {
      await releaseDeliveries(this.options.database, released);
      this.leave(released);
    } catch (error) {
      const { leased = [], lapsed = [] } = this.byLease(released, (delivery) => delivery);
      this.released.push(...leased);
      this.leave(lapsed);
      throw error;
    }
  }

  private byLease<Item>(items: readonly Item[], deliveryOf: (item: Item) => ClaimedDelivery) {
    const now = this.options.clock.now();
    return Object.groupBy(items, (item) => (deliveryOf(item).leaseUntil > now ? 'leased' : 'lapsed'));
  }

  private leave(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) this.slots.give(partnerOf(delivery), 1);
    if (this.isStopping && this.slots.isUnused) this.ended?.();
  }
}

function deliveriesOf(results: readonly CallResult[]): readonly ClaimedDelivery[] {
  return results.map(({ delivery }) => delivery);
}

/** Receivers of envelopes expect the events of an entity in order, such as a receipt before it is cleared. */
function entityOf({ partnerId, uri, entityId }: ClaimedDelivery): string {
  return JSON.stringify([partnerId, uri, entityId]);
}

function byPosition(one: ClaimedDelivery, other: ClaimedDelivery): number {
  return Number(BigInt(one.eventPosition) - BigInt(other.eventPosition));
}

function partnerOf({ partnerId }: ClaimedDelivery): string {
  return partnerId;
}

function messageOf(delivery: ClaimedDelivery): WrittenMessage {
  const { partnerId, format, eventId: id, eventName: name, rawName, entityId, subjectId, body } = delivery;
  const event = { id, name, rawName, entityId, subjectId, occurredAt: instantOf(delivery.occurredAt), body };
  return { partnerId, format, event };
}

function envelopeOf(delivery: ClaimedDelivery, body: string): Envelope {
  const { messageId, idempotencyKey, eventName, context, sends, format } = delivery;
  return {
    id: messageId,
    idempotencyKey,
    event: eventName,
    context: CONTEXT_IN_BODY[context],
    attempt: sends,
    sequences: delivery,
    format,
    body,
  };
}
