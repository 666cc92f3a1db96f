import { Migration20261121130000_message_changes } from '../../../migrations/Migration20261121130000_message_changes.ts';
import { Migration20261207100000_message_change_places } from '../../../migrations/Migration20261207100000_message_change_places.ts';
import { Migration20261123100000_measured_durations } from '../../../migrations/Migration20261123100000_measured_durations.ts';
import type { Capability } from '../../capability.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { LOG_REST_MS } from '../../platform/log/log-tail.ts';
import { EXPIRY_REST_MS, MONTHLY_REST_MS, forgetBatch } from '../../platform/loops/retention.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { oldestStanding } from '../../platform/schema/retiring-months.ts';
import { WakeUp } from '../../platform/wake-ups/wake-ups.ts';
import { forgetOldEvents } from '../../events/log/forget-old-events.ts';
import type { MessageTail } from './message-change-tail.ts';
import { WebhookEventMessagesResolver } from './webhook-event-messages.resolver.ts';
import { messageRest } from './webhook-message.rest.ts';
import { webhookMessageNodes, WebhookMessageResolver } from './webhook-message.resolver.ts';
import { WebhookMessagesSubscription } from './webhook-messages.subscription.ts';
import { MESSAGE_MONTHS } from './webhook-months.ts';
import { WebhookMessage } from './webhook-message.entity.ts';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import { MessageTally } from './message-tally.entity.ts';
import { MessageChange } from './message-change.entity.ts';
import { MessageChangeHead } from './message-change-head.entity.ts';
import { CallTally } from './call-tally.entity.ts';

/** Changes of messages are kept for subscribers that were away, so long and no more than so many. */
const CHANGES_KEPT_FOR = '24 hours';
const CHANGES_KEPT_MAX = 1_000_000;

interface ArchiveNeeds {
  readonly webhookEvents: WebhookEvents;
  readonly messageTail: MessageTail;
}

/** Every message and what became of it. */
export const archive: Capability<ArchiveNeeds, { readonly messageTail: MessageTail }> = {
  folder: 'webhooks/archive',
  neighbours: ['bank/partners', 'events/log', 'events/readers', 'webhooks/configurations'],
  entities: [WebhookMessage, WebhookAttempt, MessageTally, MessageChange, MessageChangeHead, CallTally],
  migrations: [
    Migration20261121130000_message_changes,
    Migration20261123100000_measured_durations,
    Migration20261207100000_message_change_places,
  ],
  // The newest changes of all partners are read once for all who follow, with the messages as they stand.
  apiRights: [WebhookMessage, MessageChange, MessageChangeHead].map((entity) => ({ entity, may: ['select'] })),
  nodes: [webhookMessageNodes],
  rest: messageRest,
  resolvers: ({ webhookEvents, messageTail }) => [
    new WebhookMessageResolver(webhookEvents),
    new WebhookMessagesSubscription(messageTail),
    new WebhookEventMessagesResolver(),
  ],
  work({ messageTail }, loop) {
    const name = 'message-tail';
    const worker = loop(name, LOG_REST_MS, () => messageTail.advance());
    return [{ name, worker, role: 'api', wokenBy: [WakeUp.CHANGED] }];
  },
  retention: [
    {
      // What has become of the messages is in the archive. A change is a place to go on from for as long as it was the
      // last one, so its time begins with the next.
      name: 'old-changes',
      restMs: EXPIRY_REST_MS,
      forget: forgetBatch(
        'forget_old_message_changes',
        `with oldest as (
           select position, lead(changed_at) over (order by position) as followed_at
           from (select position, changed_at from message_change order by position limit $1 + 1) as first
         )
         delete from message_change
         where position = any (array(
           select position from oldest
           where followed_at < now() - interval '${CHANGES_KEPT_FOR}'
             or position <= (select position from message_change_head) - ${CHANGES_KEPT_MAX}
           order by position limit $1
         ))
         returning 1`,
        { size: 5_000, values: () => [] },
      ),
    },
    {
      name: 'old-events',
      restMs: MONTHLY_REST_MS,
      forget: async (database) => forgetOldEvents(database, await oldestStanding(database, MESSAGE_MONTHS.table)),
    },
  ],
  gauges: [
    sharedGauge('gateway_webhook_messages', 'Messages in the archive by the state of their delivery.', {
      statement: 'count_messages',
      text: `select lower(progress::text) as state, sum(messages)::float8 as value from message_tally group by progress`,
    }),
  ],
};
