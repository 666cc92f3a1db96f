import type { Capability } from '../../capability.ts';
import { LOG_REST_MS } from '../../platform/log/log-tail.ts';
import { EXPIRY_REST_MS, forgetBatch } from '../../platform/loops/retention.ts';
import { WakeUp } from '../../platform/loops/wake-up.ts';
import { MessageChange } from './message-change.entity.ts';
import { MessageChangeHead } from './message-change-head.entity.ts';
import { PartnerMessageChangeHead } from './partner-message-change-head.entity.ts';
import type { MessageTail } from './message-change-tail.ts';
import { WebhookMessagesSubscription } from './webhook-messages.subscription.ts';

/** How long changes are kept for disconnected subscribers, and how many of a partner at most. */
const CHANGES_KEPT_FOR = '24 hours';
const CHANGES_KEPT_MAX = 1_000_000;

interface ChangesNeeds {
  readonly messageTail: MessageTail;
}

/** The log of message changes, for subscriptions. */
export const messageChanges: Capability<ChangesNeeds, ChangesNeeds> = {
  folder: 'webhooks/message-changes',
  neighbours: ['webhooks/archive'],
  entities: [MessageChange, MessageChangeHead, PartnerMessageChangeHead],
  // The newest changes of all partners are read once for all subscribers.
  apiRights: [MessageChange, MessageChangeHead].map((entity) => ({ entity, may: ['select'] })),
  resolvers: ({ messageTail }) => [new WebhookMessagesSubscription(messageTail)],
  work({ messageTail }, loop) {
    const name = 'message-tail';
    const worker = loop(name, LOG_REST_MS, () => messageTail.advance());
    return [{ name, worker, role: 'api', wokenBy: [WakeUp.CHANGED] }];
  },
  retention: [
    {
      // The archive has the current state of messages. Subscribers can resume from a change for as long as it was the
      // last one of their partner, so its time starts with the next. Partners of which nothing is old cost two rows.
      name: 'old-changes',
      restMs: EXPIRY_REST_MS,
      forget: forgetBatch(
        'forget_old_message_changes',
        `with old as (
           select first.partner_id, first.position
           from partner_message_change_head as head
           cross join lateral (
             select position, changed_at from message_change
             where partner_id = head.partner_id order by position offset 1 limit 1
           ) as second
           cross join lateral (
             select partner_id, position, lead(changed_at) over (order by position) as followed_at
             from (
               select partner_id, position, changed_at from message_change
               where partner_id = head.partner_id order by position limit $1 + 1
             ) as oldest
           ) as first
           where (second.changed_at < now() - interval '${CHANGES_KEPT_FOR}'
               or second.position <= head.position - ${CHANGES_KEPT_MAX} + 1)
             and (first.followed_at < now() - interval '${CHANGES_KEPT_FOR}'
               or first.position <= head.position - ${CHANGES_KEPT_MAX})
           limit $1
         )
         delete from message_change as change using old
         where change.partner_id = old.partner_id and change.position = old.position
         returning 1`,
        { size: 5_000, values: () => [] },
      ),
    },
  ],
};
