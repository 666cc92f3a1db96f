import { Arg, Ctx, Resolver } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { LiveSubscription } from '../../platform/graphql/vocabulary/live-subscription.decorator.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { LogReader, type LogSelection } from '../../platform/log/log-reader.ts';
import type { MessageTail } from './message-change-tail.ts';
import { CHANGES_OF_PARTNER_BEHIND, FIND_CHANGE_HEAD, type MessageChangeRow } from './message-change.rows.ts';
import { WebhookMessageState } from './webhook-message.enum.ts';
import { WebhookMessageType } from './webhook-message.type.ts';

@Resolver()
export class WebhookMessagesSubscription {
  private readonly tail: MessageTail;

  constructor(tail: MessageTail) {
    this.tail = tail;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @LiveSubscription(() => WebhookMessageType, {
    description:
      'Each message of the partner as it stands after every change from now on: when it was tried, is queued again, or is held and let go by the breaker of its configuration. Where very many are held at once they follow by the thousand.',
  })
  async webhookMessages(
    @Arg('state', () => WebhookMessageState, {
      nullable: true,
      description: 'Only messages that are now in this state.',
    })
    state: WebhookMessageState | null | undefined,
    @Arg('eventName', () => EventName, { nullable: true, description: 'Only messages of this event.' })
    eventName: EventName | null | undefined,
    @Arg('context', () => EventContext, { nullable: true, description: 'Only messages of events in this context.' })
    context: EventContext | null | undefined,
    @Ctx() request: RequestContext,
  ): Promise<LogReader<MessageChangeRow>> {
    const [place] = await request.database.run(FIND_CHANGE_HEAD, []);
    if (place === undefined) throw new Error('The changes of messages have no head.');
    const matches = (row: MessageChangeRow) =>
      (state ?? row.state) === row.state &&
      (eventName ?? row.eventName) === row.eventName &&
      (context ?? row.context) === row.context;
    return new LogReader(this.select(request, matches), place.head, place.head);
  }

  private select(request: RequestContext, matches: (row: MessageChangeRow) => boolean): LogSelection<MessageChangeRow> {
    const owner = principalOf(request).partnerId;
    return {
      tail: this.tail,
      owner,
      matches,
      async readPage(position, size) {
        for (let behind = position; ;) {
          const values = [behind, size, owner];
          const rows = await request.database.run(CHANGES_OF_PARTNER_BEHIND, values);
          const wanted = rows.filter(matches);
          const more = rows.length === size;
          if (wanted.length > 0 || !more) return { rows: wanted, more };
          behind = rows.at(-1)?.position ?? behind;
        }
      },
      show: (row) => new WebhookMessageType(row),
    };
  }
}
