import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql';
import { EventArrival } from '../../events/readers/event-arrival.ts';
import { passesFilter, type FilteredEvent } from '../../events/readers/passes-filter.ts';
import { filterValues } from '../../events/readers/webhook-event-filter.args.ts';
import type { EventTail } from '../../events/readers/webhook-event-tail.ts';
import { positionStatedBy, type WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { LongPolls } from '../../platform/requests/long-polls.ts';
import { callerOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { ackEvents } from './ack-events.ts';
import { AckEventsInput, NextEventsInput } from './consumer.input.ts';
import {
  AckEventsResult,
  AckEventsSuccessType,
  NextEventsResult,
  NextEventsSuccessType,
} from './event-consumer.result.ts';
import { EventConsumerType } from './event-consumer.type.ts';
import type { HeldConsumers } from './held-consumers.ts';
import { nextEvents, type ConsumerEvents } from './next-events.ts';
import { wantedEvents } from './unwanted-events.ts';
import { storedFilter } from './stored-filter.input.ts';

export interface WorkerNeeds {
  readonly webhookEvents: WebhookEvents;
  readonly eventTail: EventTail;
  readonly longPolls: LongPolls;
  readonly heldConsumers: HeldConsumers;
}

/** Operations of a consumer's workers. */
@Resolver()
export class ConsumerWorkerResolver {
  private readonly needs: WorkerNeeds;

  constructor(needs: WorkerNeeds) {
    this.needs = needs;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Mutation(() => NextEventsResult, {
    nullable: true,
    description:
      'Returns the events after the position of a consumer, the same until they are acknowledged, and leases the consumer to the worker. Safe to repeat.',
  })
  async nextEvents(
    @Arg('input', () => NextEventsInput, { description: 'Which events, and who takes them.' }) input: NextEventsInput,
    @Ctx() context: RequestContext,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<NextEventsSuccessType | DomainError> {
    const result = await nextEvents(callerOf(context), this.eventsFor(context, schema), input);
    if (result instanceof DomainError) return result;
    const events = result.events.map((row) => this.needs.webhookEvents.log.node(context, row));
    return new NextEventsSuccessType(events, new EventConsumerType(result.held));
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Mutation(() => AckEventsResult, {
    nullable: true,
    description:
      'Acknowledges events, so that the consumer does not return them again. It never moves back. Safe to repeat.',
  })
  async ackEvents(
    @Arg('input', () => AckEventsInput, { description: 'Which events, and who handled them.' }) input: AckEventsInput,
    @Ctx() context: RequestContext,
  ): Promise<AckEventsSuccessType | DomainError> {
    const result = await ackEvents(callerOf(context), (cursor) => positionStatedBy(context, cursor), input);
    if (result instanceof DomainError) return result;
    this.needs.heldConsumers.acknowledged(result);
    return new AckEventsSuccessType(new EventConsumerType(result));
  }

  private eventsFor(context: RequestContext, schema: GraphQLSchema): ConsumerEvents {
    const { eventTail, longPolls, heldConsumers } = this.needs;
    const owner = principalOf(context).partnerId;
    const filtersOf = ({ filter }: { readonly filter: string }) => filterValues(storedFilter(filter, schema));
    return {
      read: (held, max) => wantedEvents(context.database, held, { owner, filters: filtersOf(held), max }),
      arrivalAfter(held) {
        const filters = filtersOf(held);
        const matches = (event: FilteredEvent) => passesFilter(filters, event);
        const end = { position: Number(held.head), logHead: held.logHead };
        return new EventArrival(eventTail, end, { owner, matches });
      },
      wait(seconds, arrival, held) {
        const notify = () => {
          arrival.happened();
        };
        return heldConsumers.whileWaiting({ held, notify }, () => longPolls.wait(context, seconds, arrival));
      },
    };
  }
}
