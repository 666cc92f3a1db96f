import type { SqlEntityManager } from '@mikro-orm/sql';
import { PaymentAccount } from '../../bank/accounts/payment-account.entity.ts';
import { CashIn } from '../../bank/cash-ins/cash-in.entity.ts';
import { sealedParties, type CashInParty } from '../../bank/cash-ins/cash-in-parties.ts';
import { Holder } from '../../bank/customers/holder.entity.ts';
import { WebhookDelivery } from '../../webhooks/deliveries/webhook-delivery.entity.ts';
import { EventEpoch } from '../../events/log/event-epoch.entity.ts';
import { EventHead } from '../../events/log/event-head.entity.ts';
import { bodyOf } from '../../events/log/event-log.ts';
import { Event } from '../../events/log/event.entity.ts';
import { PartnerEventHead } from '../../events/log/partner-event-head.entity.ts';
import { oldestKept } from '../../platform/schema/monthly-partitions.ts';
import type { SeedDependencies } from '../../platform/schema/seed.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { CallTally } from '../../webhooks/archive/call-tally.entity.ts';
import { MessageTally } from '../../webhooks/archive/message-tally.entity.ts';
import { WebhookAttempt } from '../../webhooks/archive/webhook-attempt.entity.ts';
import { WebhookMessage } from '../../webhooks/archive/webhook-message.entity.ts';
import { ATTEMPT_MONTHS } from '../../webhooks/archive/webhook-months.ts';
import { signingSecretOf } from '../../webhooks/signing/signing-secret.value.ts';
import { WebhookBreaker } from '../../webhooks/breaker/webhook-breaker.entity.ts';
import { WebhookConfigurationEvent } from '../../webhooks/configurations/webhook-configuration-event.entity.ts';
import { WebhookConfigurationHead } from '../../webhooks/configurations/webhook-configuration-head.entity.ts';
import { WebhookConfiguration } from '../../webhooks/configurations/webhook-configuration.entity.ts';
import {
  breakerAfter,
  deliveriesTo,
  endOf,
  progressOf,
  sentDateOf,
  sequenceOfPast,
  type PastDelivery,
} from './past-deliveries.value.ts';
import { pastUntil, type Past, type PastEvent } from './past-events.value.ts';
import { callTallies, messageTallies } from './past-tallies.value.ts';
import { SANDBOX_WEBHOOKS, WEBHOOKS_PARTNER_ID, type SandboxWebhook } from './sandbox-webhooks.ts';
import { SANDBOX_BANKS, SANDBOX_PAYER } from './sandbox-world.ts';

const DAY_MS = 86_400_000;
/** How many days ago the first configuration was created: before all events that it has messages for. */
const CONFIGURED_DAYS_AGO = 300;
/** How many days after its creation a configuration was updated. */
const UPDATED_DAYS_LATER = 20;
const SIGNING_KEY_BYTES = 32;

/** A configuration with its deliveries. */
interface PastConfiguration {
  readonly webhook: SandboxWebhook;
  readonly id: string;
  readonly createdAt: Date;
  readonly deliveries: readonly PastDelivery[];
}

/**
 * Gives the partner webhooks with a history: events, messages and calls as the gateway would have written them. None of
 * it is ever sent: failed messages have no tries left, and held ones wait for a breaker that stays open for years.
 * @returns the events, in the order of the log
 */
export async function seedWebhooks(
  em: SqlEntityManager,
  { random, secrets, now }: SeedDependencies,
): Promise<readonly PastEvent[]> {
  const active = { partnerId: WEBHOOKS_PARTNER_ID, status: 'ACTIVE' } as const;
  const accounts = await em.find(PaymentAccount, active, { orderBy: { number: 'asc' } });
  const past = pastUntil(now, accounts, random);
  const configurations = SANDBOX_WEBHOOKS.map((webhook, nth): PastConfiguration => {
    const id = random.uuid();
    const createdAt = new Date(now.getTime() - (CONFIGURED_DAYS_AGO - nth) * DAY_MS);
    const events = past.events.filter(({ name }) => name === webhook.eventName);
    return { webhook, id, createdAt, deliveries: deliveriesTo({ id, ...webhook }, events, random) };
  });
  const deliveries = configurations.flatMap((configuration) => configuration.deliveries);
  await insertEvents(em, past);
  await insertCashIns(em, past, secrets);
  await em.insertMany(
    WebhookConfiguration,
    configurations.map((configuration) => configurationRow(configuration, { random, secrets })),
  );
  await em.insertMany(WebhookConfigurationEvent, configurations.map(wantedRow));
  await em.insertMany(WebhookBreaker, configurations.map(breakerRow));
  await em.insertMany(WebhookMessage, deliveries.map(messageRow));
  await em.insertMany(
    WebhookAttempt,
    deliveries.flatMap(attemptRows).filter(({ at }) => at >= oldestKept(ATTEMPT_MONTHS, now)),
  );
  await em.insertMany(WebhookDelivery, deliveries.filter(isHeld).map(queueRow));
  await em.insertMany(WebhookConfigurationHead, configurations.flatMap(headRows));
  await em.insertMany(MessageTally, messageTallies(deliveries));
  await em.insertMany(CallTally, callTallies(deliveries));
  return past.events;
}

/** None was paid to a key: all keys are younger. */
async function insertCashIns(em: SqlEntityManager, { cashIns }: Past, secrets: SecretBox): Promise<void> {
  for (const { accountId, ...cashIn } of cashIns) {
    const account = await em.findOneOrFail(PaymentAccount, accountId);
    const payee = payeeOf(account, await em.findOneOrFail(Holder, account.holderId));
    const parties = sealedParties(secrets, cashIn.id, { payer: SANDBOX_PAYER, payee, key: null });
    em.create(CashIn, { ...cashIn, accountId, partnerId: WEBHOOKS_PARTNER_ID, parties });
  }
  await em.flush();
}

function payeeOf({ branch, number, type }: PaymentAccount, holder: Holder): CashInParty {
  return {
    document: { value: holder.documentValue, type: holder.documentType },
    type: holder.type,
    name: holder.name,
    account: { branch, number, type, bank: SANDBOX_BANKS[0] },
  };
}

async function insertEvents(em: SqlEntityManager, { events }: Past): Promise<void> {
  await em.insertMany(Event, events.map(eventRow));
  const position = String(events.at(-1)?.position ?? 0);
  await em.nativeUpdate(EventHead, { id: 1 }, { position });
  await em.insert(EventEpoch, { partnerId: WEBHOOKS_PARTNER_ID, epoch: 1, openedAfter: '0' });
  await em.insert(PartnerEventHead, { partnerId: WEBHOOKS_PARTNER_ID, position, reachedAt: reachedAt(events) });
}

function reachedAt(events: readonly PastEvent[]): Date {
  return new Date(Math.max(...events.map(({ occurredAt }) => occurredAt.getTime())));
}

/** All events belong to one partner, so its positions are those of the log. */
function eventRow(event: PastEvent, nth: number, events: readonly PastEvent[]) {
  const { id, partnerId, name, context, entityId, subjectId, accountId, idempotencyKey, correlationId } = event;
  const { position, occurredAt, capturedAt } = event;
  return {
    ...{ id, partnerId, name, context, entityId, subjectId, accountId, idempotencyKey, correlationId },
    ...{ occurredAt, capturedAt },
    recordedAt: occurredAt,
    position: String(position),
    logPosition: String(position),
    epoch: 1,
    reachedAt: reachedAt(events.slice(0, nth + 1)),
    body: bodyOf(event),
  };
}

function configurationRow(
  { webhook, id, createdAt, deliveries }: PastConfiguration,
  { random, secrets }: Omit<SeedDependencies, 'now'>,
) {
  const { name, context, eventName, uri, publicKey, fate } = webhook;
  return {
    ...{ id, partnerId: WEBHOOKS_PARTNER_ID, name, context, eventName, uri, publicKey, createdAt },
    secret: secrets.seal(signingSecretOf(Buffer.from(random.bytes(SIGNING_KEY_BYTES))), id),
    status: fate === 'GONE' ? ('DISABLED' as const) : ('ENABLED' as const),
    updatedAt: updatedAt(webhook, createdAt, deliveries),
  };
}

function wantedRow({ webhook: { eventName, uri }, id: configurationId }: PastConfiguration) {
  return { configurationId, eventName, partnerId: WEBHOOKS_PARTNER_ID, uri, nth: 0 };
}

/** A configuration whose endpoint is gone was disabled when it answered so. */
function updatedAt({ fate, wasUpdated }: SandboxWebhook, createdAt: Date, deliveries: readonly PastDelivery[]) {
  const lastCall = deliveries.at(-1)?.calls.at(-1);
  if (fate === 'GONE' && lastCall !== undefined) return endOf(lastCall);
  return wasUpdated ? new Date(createdAt.getTime() + UPDATED_DAYS_LATER * DAY_MS) : null;
}

/** The archive lists held messages up to the last one. */
function breakerRow({ id, deliveries }: PastConfiguration) {
  const lastHeld = deliveries.findLast(isHeld)?.event.position ?? 0;
  const partnerId = WEBHOOKS_PARTNER_ID;
  return { configurationId: id, partnerId, ...breakerAfter(deliveries), listedPosition: String(lastHeld) };
}

function headRows({ id: configurationId, deliveries }: PastConfiguration) {
  const partnerId = WEBHOOKS_PARTNER_ID;
  return deliveries.slice(-1).map(({ event }) => ({ configurationId, partnerId, sequence: sequenceOfPast(event) }));
}

function isHeld({ calls }: PastDelivery): boolean {
  return calls.length === 0;
}

function messageRow(delivery: PastDelivery) {
  const { messageId, idempotencyKey, target, event, calls, previousSequence } = delivery;
  return {
    id: messageId,
    partnerId: event.partnerId,
    configurationId: target.id,
    eventPosition: String(event.position),
    idempotencyKey,
    previousSequence,
    progress: progressOf(delivery),
    destination: target.uri,
    sentDate: sentDateOf(delivery),
    eventName: event.name,
    context: event.context,
    entityId: event.entityId,
    accountId: event.accountId,
    correlationId: event.correlationId,
    retryCount: Math.max(calls.length - 1, 0),
    elapsedEventCaptureUs: elapsedCaptureUs(event),
    elapsedHttpCallUs: calls.at(-1)?.elapsedUs.toString() ?? null,
  };
}

function elapsedCaptureUs({ capturedAt, occurredAt }: PastEvent): string {
  return String((capturedAt.getTime() - occurredAt.getTime()) * 1_000);
}

function attemptRows({ messageId, event: { partnerId }, calls }: PastDelivery) {
  return calls.map(({ at, httpStatus, error, elapsedUs }, nth) => ({
    ...{ messageId, partnerId, nth, at, httpStatus, error },
    elapsedHttpCallUs: String(elapsedUs),
  }));
}

function queueRow(delivery: PastDelivery) {
  const { messageId, idempotencyKey, target, event, previousSequence } = delivery;
  const { position, partnerId, capturedAt } = event;
  return {
    ...{ configurationId: target.id, eventPosition: String(position), partnerId, messageId, idempotencyKey },
    ...{ archivedAs: progressOf(delivery), sentDate: sentDateOf(delivery), dueAt: capturedAt, sends: 0, tries: 0 },
    elapsedCaptureUs: elapsedCaptureUs(event),
    previousSequence,
  };
}
