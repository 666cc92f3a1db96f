import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { onBehalfOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { messageFilterOf } from '../archive/webhook-message-filter.input.ts';
import { findMessages } from '../archive/webhook-message.loader.ts';
import { reprocessWebhookMessages } from './reprocess-webhook-messages.ts';
import {
  ReprocessWebhookMessagesByFilterResult,
  ReprocessWebhookMessagesByFilterSuccessType,
  ReprocessWebhookMessagesByRangeResult,
  ReprocessWebhookMessagesByRangeSuccessType,
  ReprocessWebhookMessagesResult,
  ReprocessWebhookMessagesSuccessType,
} from './reprocess.result.ts';
import {
  ReprocessWebhookMessagesByFilterInput,
  ReprocessWebhookMessagesByRangeInput,
  ReprocessWebhookMessagesInput,
} from './reprocessing.input.ts';
import { findReprocessings } from './reprocessing.loader.ts';
import { ReprocessingType } from './reprocessing.type.ts';
import {
  reprocessWebhookMessagesByFilter,
  type ReprocessByFilterDependencies,
} from './reprocess-webhook-messages-by-filter.ts';
import { reprocessWebhookMessagesByRange } from './reprocess-webhook-messages-by-range.ts';

export const reprocessingNodes: NodeSource = { scope: Scope.WEBHOOK_READ, find: findReprocessings };

@Resolver()
export class ReprocessingResolver {
  private readonly dependencies: WithoutDatabase<ReprocessByFilterDependencies>;

  constructor(dependencies: WithoutDatabase<ReprocessByFilterDependencies>) {
    this.dependencies = dependencies;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Mutation(() => ReprocessWebhookMessagesResult, {
    nullable: true,
    description: 'Sends messages again, delivered or not. Messages on HOLD are sent automatically.',
  })
  async reprocessWebhookMessages(
    @Arg('input', () => ReprocessWebhookMessagesInput, { description: 'Which messages.' })
    { messageIds }: ReprocessWebhookMessagesInput,
    @Ctx() context: RequestContext,
  ): Promise<ReprocessWebhookMessagesSuccessType | DomainError> {
    const result = await reprocessWebhookMessages(
      onBehalfOf(this.dependencies, context),
      principalOf(context).partnerId,
      messageIds,
    );
    if (result instanceof DomainError) return result;
    const byId = new Map((await findMessages(context, result.accepted)).map((message) => [message.id, message]));
    const accepted = result.accepted.flatMap((id) => byId.get(id) ?? []);
    return new ReprocessWebhookMessagesSuccessType(accepted, result);
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Mutation(() => ReprocessWebhookMessagesByFilterResult, {
    nullable: true,
    description: 'Sends all messages that match a filter again, in the background, or only counts them.',
  })
  async reprocessWebhookMessagesByFilter(
    @Arg('input', () => ReprocessWebhookMessagesByFilterInput, { description: 'Which messages.' })
    { filter, dryRun }: ReprocessWebhookMessagesByFilterInput,
    @Ctx() context: RequestContext,
  ): Promise<ReprocessWebhookMessagesByFilterSuccessType | DomainError> {
    const order = { filter: messageFilterOf(filter), dryRun };
    const result = await reprocessWebhookMessagesByFilter(
      onBehalfOf(this.dependencies, context),
      principalOf(context).partnerId,
      order,
    );
    return result instanceof DomainError ? result : new ReprocessWebhookMessagesByFilterSuccessType(result);
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Mutation(() => ReprocessWebhookMessagesByRangeResult, {
    nullable: true,
    description:
      'Sends the messages of a configuration between two sequences again, in the background, or only counts them. Use it to fill a gap that webhook-previous reveals.',
  })
  async reprocessWebhookMessagesByRange(
    @Arg('input', () => ReprocessWebhookMessagesByRangeInput, { description: 'Which messages.' })
    range: ReprocessWebhookMessagesByRangeInput,
    @Ctx() context: RequestContext,
  ): Promise<ReprocessWebhookMessagesByRangeSuccessType | DomainError> {
    const result = await reprocessWebhookMessagesByRange(
      onBehalfOf(this.dependencies, context),
      principalOf(context).partnerId,
      range,
    );
    return result instanceof DomainError ? result : new ReprocessWebhookMessagesByRangeSuccessType(result);
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => ReprocessingType, {
    nullable: true,
    description: 'Progress of a reprocessing by filter or range; null if there is none.',
  })
  async webhookReprocessing(
    @Arg('id', () => ID, { description: 'Id of the job, as `reprocessWebhookMessagesByFilter` returned it.' })
    id: string,
    @Ctx() context: RequestContext,
  ): Promise<ReprocessingType | null> {
    if (!isUuid(id)) return null;
    const [reprocessing = null] = await findReprocessings(context, [id]);
    return reprocessing;
  }
}
