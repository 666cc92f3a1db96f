import type { GraphQLSchema } from 'graphql';
import type { HeldConsumer } from '../../events/readers/consumer-reader.ts';
import { isRefusal } from '../../kernel/domain-error.ts';
import { badArgument, refusedAtTop } from '../../platform/graphql/operations/client-error.ts';
import { callerOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { workerViolations } from '../consumers/consumer-fields.value.ts';
import { consumerLeaseLost } from '../consumers/consumer.errors.ts';
import type { HeldConsumers } from './held-consumers.ts';
import { storedFilter } from '../consumers/stored-filter.input.ts';

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
    const held = await this.consumers.hold(callerOf(context), request, () => refusedAtTop(consumerLeaseLost()));
    if (isRefusal(held)) throw refusedAtTop(held);
    try {
      return Object.assign(held.lease, { filter: storedFilter(held.row.filter, schema) });
    } catch (error) {
      // Otherwise it would renew itself for ever.
      held.lease.end();
      throw error;
    }
  }
}
