import type { SqlEntityManager } from '@mikro-orm/sql';
import { Event } from '../../events/log/event.entity.ts';
import type { Random } from '../../kernel/random.ts';
import { EventConsumer } from './event-consumer.entity.ts';
import { FORGOTTEN_EVENTS } from '../../playground/sandbox-world/past-events.value.ts';
import { WEBHOOKS_PARTNER_ID } from '../../playground/sandbox-world/sandbox-webhooks.ts';

const LEASE_SECONDS = 60;

/**
 * Gives the partner with a history two consumers: one just before the oldest event, and one further back, among events
 * that are no longer kept. Also works on a world that was seeded before consumers existed.
 */
export async function seedConsumers(
  em: SqlEntityManager,
  { random, now }: { readonly random: Random; readonly now: Date },
): Promise<void> {
  const partnerId = WEBHOOKS_PARTNER_ID;
  if ((await em.count(EventConsumer, { partnerId })) > 0) return;
  // Never written back by a flush: recordedAt of an old event is -infinity, which a Date cannot hold.
  const only = { fields: ['position'], disableIdentityMap: true } as const;
  const oldest = await em.findOne(Event, { partnerId }, { ...only, orderBy: { position: 'asc' } });
  if (oldest === null) return;
  const shared = { partnerId, filter: '{}', leaseSeconds: LEASE_SECONDS, epoch: 1 };
  const position = String(Number(oldest.position) - 1);
  const passed = String(FORGOTTEN_EVENTS / 2);
  await em.insertMany(EventConsumer, [
    { ...shared, id: random.uuid(), name: 'example', position, givenAt: now },
    { ...shared, id: random.uuid(), name: 'forgotten', position: passed },
  ]);
}
