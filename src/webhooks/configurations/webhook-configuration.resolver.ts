import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { EventName, OTHER } from '../../kernel/domain-event.ts';
import { isStorableText } from '../../kernel/text.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { listOrNull } from '../../kernel/wanted-words.ts';
import { wordsOrNull } from '../../platform/graphql/paging/filter-words.ts';
import type { SqlValue } from '../../platform/statements/statement.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import type { ShownPages } from '../../platform/graphql/paging/page-reading.ts';
import { ArgTimeOrder, type TimeOrder } from '../../platform/graphql/paging/time-order.enum.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { callerOf, onBehalfOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { createWebhookConfiguration } from './create-webhook-configuration.ts';
import { deleteWebhookConfiguration, type DeleteConfigurationDependencies } from './delete-webhook-configuration.ts';
import { updateWebhookConfiguration, type UpdateConfigurationDependencies } from './update-webhook-configuration.ts';
import {
  CreateWebhookConfigurationInput,
  DeleteWebhookConfigurationInput,
  UpdateWebhookConfigurationInput,
  WebhookConfigurationFilter,
} from './webhook-configuration.input.ts';
import {
  eventNamesLoader,
  findConfigurations,
  lastSequenceLoader,
  webhookConfigurationLoader,
} from './webhook-configuration.loader.ts';
import {
  CreateWebhookConfigurationResult,
  CreateWebhookConfigurationSuccessType,
  DeleteWebhookConfigurationResult,
  DeleteWebhookConfigurationSuccessType,
  UpdateWebhookConfigurationResult,
  UpdateWebhookConfigurationSuccessType,
} from './webhook-configuration.result.ts';
import { configurationPages } from './webhook-configuration-pages.loader.ts';
import { WebhookConfigurationConnectionType, WebhookConfigurationType } from './webhook-configuration.type.ts';

export const webhookConfigurationNodes: NodeSource = {
  scope: Scope.WEBHOOK_READ,
  find: findConfigurations,
};

export type ConfigurationResolverDependencies = WithoutDatabase<
  UpdateConfigurationDependencies & DeleteConfigurationDependencies
>;

@Resolver(() => WebhookConfigurationType)
export class WebhookConfigurationResolver {
  private readonly dependencies: ConfigurationResolverDependencies;

  constructor(dependencies: ConfigurationResolverDependencies) {
    this.dependencies = dependencies;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Extensions({ pages: { list: configurationPages } satisfies ShownPages })
  @Query(() => WebhookConfigurationConnectionType, {
    description: 'The webhook configurations of the partner.',
  })
  async webhookConfigurations(
    @Arg('filter', () => WebhookConfigurationFilter, {
      nullable: true,
      description: 'Which configurations; all if absent.',
    })
    filter: WebhookConfigurationFilter | null,
    @ArgTimeOrder('By `createdAt`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof WebhookConfigurationConnectionType>> {
    const owner = principalOf(context).partnerId;
    const page = await configurationPages.page(context, {
      ...{ owner, args, orderBy, filters: configurationFilters(filter) },
    });
    return new WebhookConfigurationConnectionType(page);
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => WebhookConfigurationType, {
    nullable: true,
    description: 'A webhook configuration of the partner by its id; null if there is none.',
  })
  webhookConfiguration(
    @Arg('id', () => ID, { description: 'Id of the configuration, a UUID.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookConfigurationType | null> | null {
    return isUuid(id) ? webhookConfigurationLoader(context).load(id.toLowerCase()) : null;
  }

  @FieldResolver(() => [EventName], { description: 'Events that are sent to it; they may be of several contexts.' })
  eventNames(
    @Root() configuration: WebhookConfigurationType,
    @Ctx() context: RequestContext,
  ): Promise<readonly EventName[]> {
    return eventNamesLoader(context).load(configuration.id);
  }

  @FieldResolver(() => [String], {
    description: 'Names of its events as in the body; for OTHER, the names that are sent.',
  })
  async rawEventNames(
    @Root() { id, otherNames }: WebhookConfigurationType,
    @Ctx() context: RequestContext,
  ): Promise<readonly string[]> {
    const names = await eventNamesLoader(context).load(id);
    return names.flatMap((name) => (name === OTHER ? otherNames : [name]));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      '`sequence` of its newest message, sent or not: a receiver that does not have it is behind. Null if there is none.',
  })
  lastSequence(
    @Root() configuration: WebhookConfigurationType,
    @Ctx() context: RequestContext,
  ): Promise<string | null> {
    return lastSequenceLoader(context).load(configuration.id);
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => CreateWebhookConfigurationResult, {
    nullable: true,
    description: 'Creates a webhook configuration: future events are sent to its endpoint.',
  })
  async createWebhookConfiguration(
    @Arg('input', () => CreateWebhookConfigurationInput, { description: 'The configuration.' })
    input: CreateWebhookConfigurationInput,
    @Ctx() context: RequestContext,
  ): Promise<CreateWebhookConfigurationSuccessType | DomainError> {
    const { name, context: eventContext, eventName, uri, publicKey } = input;
    const wanted = {
      name: name ?? undefined,
      context: eventContext ?? undefined,
      eventName: eventName ?? undefined,
      uri,
      publicKey: publicKey ?? undefined,
      secret: input.secret || undefined,
      rawEventNames: input.rawEventNames ?? undefined,
      rawContext: input.rawContext || undefined,
      eventNames: input.eventNames ?? undefined,
      accountNumbers: input.accountNumbers,
      entityIds: input.entityIds,
      ...(input.format && { format: input.format }),
      ...(input.signatureSchemes && { signatureSchemes: input.signatureSchemes }),
    };
    const result = await createWebhookConfiguration(
      onBehalfOf(this.dependencies, context),
      principalOf(context).partnerId,
      wanted,
    );
    return result instanceof DomainError ? result : new CreateWebhookConfigurationSuccessType(result);
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => UpdateWebhookConfigurationResult, {
    nullable: true,
    description: 'Changes name, events, uri, keys, format or status of a configuration.',
  })
  async updateWebhookConfiguration(
    @Arg('input', () => UpdateWebhookConfigurationInput, {
      description: 'Which configuration, and its changes.',
    })
    input: UpdateWebhookConfigurationInput,
    @Ctx() context: RequestContext,
  ): Promise<UpdateWebhookConfigurationSuccessType | DomainError> {
    const change = {
      id: input.configurationId,
      name: input.name ?? undefined,
      uri: input.uri ?? undefined,
      publicKey: input.publicKey ?? undefined,
      secret: input.secret || undefined,
      status: input.status ?? undefined,
      rawEventNames: input.rawEventNames ?? undefined,
      rawContext: input.rawContext ?? undefined,
      eventNames: input.eventNames ?? undefined,
      format: input.format ?? undefined,
      signatureSchemes: input.signatureSchemes ?? undefined,
      accountNumbers: input.accountNumbers ?? undefined,
      entityIds: input.entityIds ?? undefined,
    };
    const result = await updateWebhookConfiguration(onBehalfOf(this.dependencies, context), callerOf(context), change);
    return result instanceof DomainError ? result : new UpdateWebhookConfigurationSuccessType(result);
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => DeleteWebhookConfigurationResult, {
    nullable: true,
    description: 'Deletes a configuration. Its messages are kept; those that are still pending are not sent.',
  })
  async deleteWebhookConfiguration(
    @Arg('input', () => DeleteWebhookConfigurationInput, { description: 'Which configuration.' })
    { configurationId }: DeleteWebhookConfigurationInput,
    @Ctx() context: RequestContext,
  ): Promise<DeleteWebhookConfigurationSuccessType | DomainError> {
    const dependencies = onBehalfOf(this.dependencies, context);
    const result = await deleteWebhookConfiguration(dependencies, callerOf(context), configurationId);
    return result instanceof DomainError ? result : new DeleteWebhookConfigurationSuccessType(result);
  }
}

/**
 * Returns the values of the filters of `configurationsOfPartner`.
 * @throws GraphQLError BAD_USER_INPUT
 */
function configurationFilters(filter: WebhookConfigurationFilter | null): readonly SqlValue[] {
  const others = [
    listOrNull(filter?.eventNames),
    filter?.uri == null || isStorableText(filter.uri) ? (filter?.uri ?? null) : '',
    wordsOrNull('accountNumbers', filter?.accountNumbers),
    wordsOrNull('entityIds', filter?.entityIds),
  ];
  // Clients keep cursors across releases, and those of earlier ones are bound to the status alone.
  return [filter?.status ?? null, ...(others.every((value) => value === null) ? [] : others)];
}
