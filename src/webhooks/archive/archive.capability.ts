import { Migration20261130000700_searches_of_messages } from '../../../migrations/Migration20261130000700_searches_of_messages.ts';
import type { Capability } from '../../capability.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { waitingPartners } from '../../platform/database/waiting-partners.ts';
import { MONTHLY_REST_MS } from '../../platform/loops/retention.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { statement } from '../../platform/statements/statement.ts';
import { oldestStanding } from '../../platform/schema/retiring-months.ts';
import { forgetOldEvents } from '../../events/log/forget-old-events.ts';
import { WebhookEventMessagesResolver } from './webhook-event-messages.resolver.ts';
import { webhookMessageNodes, WebhookMessageResolver } from './webhook-message.resolver.ts';
import { MESSAGE_MONTHS } from './webhook-months.ts';
import { WebhookMessage } from './webhook-message.entity.ts';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import { MessageTally } from './message-tally.entity.ts';
import { CallTally } from './call-tally.entity.ts';

interface ArchiveNeeds {
  readonly webhookEvents: WebhookEvents;
}

/**
 * Events are kept for this much longer than their month, in milliseconds: messages of its last events were made in the
 * next one, and cannot be sent without them.
 */
const CAPTURE_MS_MAX = 24 * 3_600_000;

/** Days whose messages are counted: a scrape must not read the tallies of seven months. */
const COUNTED_DAYS = 7;

const COUNT_MESSAGES = statement(
  'count_messages',
  `with recursive ${waitingPartners('message_tally', 'true')}
   select lower(progress::text) as state, sum(messages)::float8 as value
   from waiting cross join lateral (
     select progress, messages from message_tally
     where partner_id = waiting.partner_id
       and day > ($1::timestamptz at time zone 'UTC')::date - ${COUNTED_DAYS}
   ) as recent
   group by progress`,
);

/** All messages, and their outcome. */
export const archive: Capability<ArchiveNeeds> = {
  folder: 'webhooks/archive',
  neighbours: ['events/log', 'events/readers', 'webhooks/configurations'],
  entities: [WebhookMessage, WebhookAttempt, MessageTally, CallTally],
  migrations: [Migration20261130000700_searches_of_messages],
  // The newest changes of all partners are read once for all subscribers, with the current state of the messages.
  apiRights: [{ entity: WebhookMessage, may: ['select'] }],
  nodes: [webhookMessageNodes],
  resolvers: ({ webhookEvents }) => [new WebhookMessageResolver(webhookEvents), new WebhookEventMessagesResolver()],
  retention: [
    {
      name: 'old-events',
      restMs: MONTHLY_REST_MS,
      async forget(database) {
        const oldest = await oldestStanding(database, MESSAGE_MONTHS.table);
        return forgetOldEvents(database, new Date(oldest.getTime() - CAPTURE_MS_MAX));
      },
    },
  ],
  gauges: [
    sharedGauge(
      'gateway_webhook_messages',
      'Webhook messages of today and the six days before, by delivery state.',
      (sql, now) => sql.run(COUNT_MESSAGES, [now]),
    ),
  ],
};
