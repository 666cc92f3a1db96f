import type { SqlEntityManager } from '@mikro-orm/sql';
import { Event } from '../../events/log/event.entity.ts';
import type { Random } from '../../kernel/random.ts';
import { EventConsumer } from '../../webhooks/consumers/event-consumer.entity.ts';
import { FORGOTTEN_EVENTS } from './past-events.value.ts';
import { WEBHOOKS_PARTNER_ID } from './sandbox-webhooks.ts';

const LEASE_SECONDS = 60;

/**
 * Gives the partner that has a past two consumers: one at the oldest event, and one before it, as far as events of the
 * world were forgotten. Also in a world from before there were consumers.
 */
export async function seedConsumers(
  em: SqlEntityManager,
  { random, now }: { readonly random: Random; readonly now: Date },
): Promise<void> {
  const partnerId = WEBHOOKS_PARTNER_ID;
  if ((await em.count(EventConsumer, { partnerId })) > 0) return;
  // Not to be written back with what is made here: recordedAt of an old event is -infinity, which no Date holds.
  const only = { fields: ['position', 'partnerPosition'], disableIdentityMap: true } as const;
  const oldest = await em.findOne(Event, { partnerId }, { ...only, orderBy: { partnerPosition: 'asc' } });
  if (oldest === null) return;
  const shared = { partnerId, filter: '{}', leaseSeconds: LEASE_SECONDS, epoch: 1 };
  const before = (position: string) => String(Number(position) - 1);
  const [position, partnerPosition] = [before(oldest.position), before(oldest.partnerPosition)];
  const passed = String(FORGOTTEN_EVENTS / 2);
  await em.insertMany(EventConsumer, [
    { ...shared, id: random.uuid(), name: 'example', position, partnerPosition, givenAt: now },
    { ...shared, id: random.uuid(), name: 'forgotten', position: passed, partnerPosition: passed },
  ]);
}
