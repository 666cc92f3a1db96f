import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { filterValues } from '../../events/readers/webhook-event-filter.args.ts';
import { eventsOfPartner } from '../../events/readers/webhook-event.rows.ts';
import { cursorOfPosition, type WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Random } from '../../kernel/random.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { callerOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { instantText } from '../../platform/statements/instant.ts';
import { findConsumerPosition } from './consumer-position.loader.ts';
import type { FindPosition } from './consumer-position.value.ts';
import { CreateConsumerInput, DeleteConsumerInput, SeekConsumerInput } from './consumer.input.ts';
import { createConsumer } from './create-consumer.ts';
import { deleteConsumer } from './delete-consumer.ts';
import { consumersOfPartner, FIND_CONSUMERS, type ListedConsumer } from './event-consumer.rows.ts';
import * as results from './event-consumer.result.ts';
import { EventConsumerConnectionType, EventConsumerType } from './event-consumer.type.ts';
import { seekConsumer } from './seek-consumer.ts';
import { storedFilter } from './stored-filter.input.ts';

/** `lag` is counted up to this (ours). */
const LAG_MAX = 10_000;
/** Default duration of a lease, in seconds. */
const LEASE_SECONDS_DEFAULT = 60;

const consumerPages = new PagedList<ListedConsumer, EventConsumerType>({
  ordering: 'eventConsumers',
  keyset: consumersOfPartner,
  keyOf: (row) => [row.name],
  toNode: (row) => new EventConsumerType(row),
});

export const consumerNodes: NodeSource = {
  scope: Scope.WEBHOOK_READ,
  async find(context, ids) {
    const rows = await context.database.run(FIND_CONSUMERS, [principalOf(context).partnerId, ids]);
    return rows.map((row) => new EventConsumerType(row));
  },
};

export interface ConsumerNeeds {
  readonly webhookEvents: WebhookEvents;
  /** Is notified of moved and deleted consumers: their holders must check. */
  readonly heldConsumers: { taken(consumer: { readonly id: string }): void };
  readonly random: Random;
}

@Resolver(() => EventConsumerType)
export class EventConsumerResolver {
  private readonly needs: ConsumerNeeds;

  constructor(needs: ConsumerNeeds) {
    this.needs = needs;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => EventConsumerConnectionType, { description: 'The consumers of the partner, by name.' })
  async eventConsumers(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof EventConsumerConnectionType>> {
    const owner = principalOf(context).partnerId;
    return new EventConsumerConnectionType(await consumerPages.page(context, { owner, args }));
  }

  @FieldResolver(() => String, {
    description: 'Its position as a cursor of the log; later events are not acknowledged.',
  })
  cursor(@Root() { row }: EventConsumerType, @Ctx() context: RequestContext): string {
    const { position, epoch, givenAt } = row;
    const stated = { position, epoch: String(epoch), givenAt: givenAt === null ? null : instantText(givenAt) };
    return cursorOfPosition(context, stated);
  }

  @FieldResolver(() => Int, {
    description:
      'Number of matching events after its position, counted up to 10,000; without a filter also those that are no longer kept.',
  })
  async lag(
    @Root() { row }: EventConsumerType,
    @Ctx() context: RequestContext,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<number> {
    const filters = filterValues(storedFilter(row.filter, schema));
    if (filters.every((values) => values === null)) return Math.min(Number(row.follow), LAG_MAX);
    const after = { key: [row.position], max: LAG_MAX };
    return eventsOfPartner.countAfter(context.database, principalOf(context).partnerId, after, filters);
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => results.CreateConsumerResult, {
    nullable: true,
    description: "Creates a consumer: a named position in the partner's events. At most 20 per partner.",
  })
  async createConsumer(
    @Arg('input', () => CreateConsumerInput, { description: 'The consumer.' }) input: CreateConsumerInput,
    @Ctx() context: RequestContext,
  ): Promise<results.CreateConsumerSuccessType | DomainError> {
    filterValues(input.filter);
    const { name, from, after, filter, leaseSeconds } = input;
    const { random } = this.needs;
    const result = await createConsumer(
      callerOf(context),
      { random, findPosition: this.positionFor(context) },
      {
        name,
        filter: filter ?? {},
        position: { start: from, after },
        leaseSeconds: leaseSeconds ?? LEASE_SECONDS_DEFAULT,
      },
    );
    if (result instanceof DomainError) return result;
    return new results.CreateConsumerSuccessType(new EventConsumerType(result));
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => results.SeekConsumerResult, {
    nullable: true,
    description: 'Moves a consumer backward or forward, and ends the lease of its worker.',
  })
  async seekConsumer(
    @Arg('input', () => SeekConsumerInput, { description: 'Which consumer, and where to.' })
    { consumer: name, to, after, since }: SeekConsumerInput,
    @Ctx() context: RequestContext,
  ): Promise<results.SeekConsumerSuccessType | DomainError> {
    const position = { start: to, after, since };
    const result = await seekConsumer(callerOf(context), this.positionFor(context), { name, position });
    if (result instanceof DomainError) return result;
    this.needs.heldConsumers.taken(result);
    return new results.SeekConsumerSuccessType(new EventConsumerType(result));
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => results.DeleteConsumerResult, {
    nullable: true,
    description: 'Deletes a consumer and its position. Events are not deleted.',
  })
  async deleteConsumer(
    @Arg('input', () => DeleteConsumerInput, { description: 'Which consumer.' }) { consumer }: DeleteConsumerInput,
    @Ctx() context: RequestContext,
  ): Promise<results.DeleteConsumerSuccessType | DomainError> {
    const result = await deleteConsumer(callerOf(context), consumer);
    if (result instanceof DomainError) return result;
    this.needs.heldConsumers.taken(result);
    return new results.DeleteConsumerSuccessType(result.name);
  }

  private positionFor(context: RequestContext): FindPosition {
    return (wanted) => findConsumerPosition(this.needs.webhookEvents, context, wanted);
  }
}
