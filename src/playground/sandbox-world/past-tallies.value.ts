import type { EventName } from '../../kernel/domain-event.ts';
import { durationBucket } from '../../webhooks/archive/call-duration.value.ts';
import type { DeliveryProgress } from '../../webhooks/archive/webhook-message.enum.ts';
import { progressOf, sentDateOf, type PastDelivery } from './past-deliveries.value.ts';

interface PastMessageTally {
  readonly configurationId: string;
  readonly day: string;
  readonly progress: DeliveryProgress;
  readonly partnerId: string;
  readonly eventName: EventName;
  readonly messages: number;
}

/** Counts messages by configuration, day and progress. */
export function messageTallies(deliveries: readonly PastDelivery[]): PastMessageTally[] {
  const keyed = deliveries.map((delivery) => ({
    configurationId: delivery.target.id,
    day: dayOf(sentDateOf(delivery)),
    progress: progressOf(delivery),
    partnerId: delivery.event.partnerId,
    eventName: delivery.event.name,
  }));
  const groups = Map.groupBy(keyed, (message) => Object.values(message).join(' '));
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, messages: group.length })),
  );
}

interface PastCallTally {
  readonly configurationId: string;
  readonly day: string;
  readonly succeeded: boolean;
  readonly bucket: number;
  readonly partnerId: string;
  readonly calls: number;
}

/** Counts calls by configuration, day, outcome and duration. */
export function callTallies(deliveries: readonly PastDelivery[]): PastCallTally[] {
  const keyed = deliveries.flatMap(({ target, event, calls }) =>
    calls.map(({ at, error, elapsedUs }) => ({
      configurationId: target.id,
      day: dayOf(at),
      succeeded: error === null,
      bucket: durationBucket(elapsedUs),
      partnerId: event.partnerId,
    })),
  );
  const groups = Map.groupBy(keyed, (call) => Object.values(call).join(' '));
  return [...groups.values()].flatMap((group) => group.slice(0, 1).map((first) => ({ ...first, calls: group.length })));
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
