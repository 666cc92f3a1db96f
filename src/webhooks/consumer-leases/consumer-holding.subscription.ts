import type { GraphQLSchema } from 'graphql';
import type { HeldConsumer } from '../../events/readers/consumer-reader.ts';
import { filterValues } from '../../events/readers/webhook-event-filter.args.ts';
import type { WebhookEventFilter } from '../../events/readers/webhook-event-filter.input.ts';
import { isRefusal } from '../../kernel/domain-error.ts';
import type { Caller } from '../../platform/database/caller.ts';
import { badArgument, refusedAtTop } from '../../platform/graphql/operations/client-error.ts';
import { callerOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { workerViolations } from '../consumers/consumer-fields.value.ts';
import { consumerLeaseLost } from '../consumers/consumer.errors.ts';
import type { HeldConsumers } from './held-consumers.ts';
import type { HeldRow } from './lease.rows.ts';
import { storedFilter } from '../consumers/stored-filter.input.ts';
import { passUnwanted, wantedEvents } from './unwanted-events.ts';

/** Leases consumers to subscriptions; refusals are top-level errors. */
export class ConsumerHolding {
  private readonly consumers: HeldConsumers;

  constructor(consumers: HeldConsumers) {
    this.consumers = consumers;
  }

  async hold(
    context: RequestContext,
    request: { readonly consumer: string; readonly worker: string },
    schema: GraphQLSchema,
  ): Promise<HeldConsumer> {
    for (const { message } of workerViolations(request.worker)) throw badArgument('worker', message);
    const caller = callerOf(context);
    const held = await this.consumers.hold(caller, request, () => refusedAtTop(consumerLeaseLost()));
    if (isRefusal(held)) throw refusedAtTop(held);
    try {
      const filter = storedFilter(held.row.filter, schema);
      if (!held.row.isAtEnd) await passIfUnwanted(caller, held.row, filter);
      return Object.assign(held.lease, { filter });
    } catch (error) {
      // Otherwise it would renew itself for ever.
      held.lease.end();
      throw error;
    }
  }
}

/** A stream shows nothing of unwanted events, so that its client cannot acknowledge them. */
async function passIfUnwanted(caller: Caller, row: HeldRow, filter: WebhookEventFilter): Promise<void> {
  const page = { owner: caller.requester.partnerId, filters: filterValues(filter), max: 1 };
  const wanted = await wantedEvents(caller.database, row, page);
  if (wanted.length === 0) await passUnwanted(caller, row);
}
