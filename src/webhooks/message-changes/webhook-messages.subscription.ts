import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { LiveSubscription } from '../../platform/graphql/vocabulary/live-subscription.decorator.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { LogReader, type LogSelection } from '../../platform/log/log-reader.ts';
import { changeCursorAt, cursorOfChange, endOfChanges, positionOfChange } from './message-change-position.loader.ts';
import type { MessageTail } from './message-change-tail.ts';
import { CHANGES_OF_PARTNER_BEHIND, type MessageChangeRow } from './message-change.rows.ts';
import { messageFilterOf, badFilter, WebhookMessageFilter } from '../archive/webhook-message-filter.input.ts';
import { changeFilterProblem, passesFilter } from './message-change-filter.value.ts';
import { WebhookMessageType } from '../archive/webhook-message.type.ts';

@Resolver()
export class WebhookMessagesSubscription {
  private readonly tail: MessageTail;

  constructor(tail: MessageTail) {
    this.tail = tail;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => String, {
    description:
      'Cursor of the latest change of a message. A subscription that starts after it misses no later change.',
  })
  webhookMessagesCursor(@Ctx() request: RequestContext): Promise<string> {
    return changeCursorAt(request, null);
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @LiveSubscription(() => WebhookMessageType, {
    description:
      "Each change of the partner's messages: after an attempt, when queued again, and when held or released by the circuit breaker. With after, earlier changes since that cursor come first. If very many are held or released together, they follow in batches.",
  })
  async webhookMessages(
    @Arg('filter', () => WebhookMessageFilter, {
      nullable: true,
      description: 'Only changes of these messages, without times; all if absent.',
    })
    filter: WebhookMessageFilter | null | undefined,
    @Arg('after', () => String, {
      nullable: true,
      description:
        'changeCursor of the last change that was received, or Query.webhookMessagesCursor. Changes are kept for 24 hours, at most 1,000,000. Without it the stream starts with the next change.',
    })
    after: string | null | undefined,
    @Ctx() request: RequestContext,
  ): Promise<LogReader<MessageChangeRow>> {
    const wanted = filter == null ? {} : messageFilterOf(filter);
    const problem = changeFilterProblem(wanted);
    if (problem !== undefined) throw badFilter(problem);
    const matches = (row: MessageChangeRow) => passesFilter(wanted, row);
    const selection = this.select(request, matches);
    const cursor = request.transport.lastEventId ?? after;
    const start = cursor == null ? await endOfChanges(request) : await positionOfChange(request, cursor);
    return new LogReader(selection, start);
  }

  private select(request: RequestContext, matches: (row: MessageChangeRow) => boolean): LogSelection<MessageChangeRow> {
    const owner = principalOf(request).partnerId;
    const cursorOf = (row: MessageChangeRow) => cursorOfChange(request, row);
    return {
      tail: this.tail,
      owner,
      matches,
      async readPage(position, size) {
        const rows = await request.database.run(CHANGES_OF_PARTNER_BEHIND, [position, size, owner]);
        return { rows: rows.filter(matches), more: rows.length === size, reached: rows.at(-1)?.position };
      },
      show: (row) => new WebhookMessageType(row, () => cursorOf(row)),
      cursorOf,
      cursorAt: (position) => changeCursorAt(request, position),
    };
  }
}
