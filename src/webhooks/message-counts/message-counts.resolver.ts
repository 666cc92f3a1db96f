import { Arg, Ctx, Extensions, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { timeZone } from '../../kernel/time-zone.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { badArgument } from '../../platform/graphql/errors/client-error.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { searchGiven, WebhookMessageFilter } from '../archive/webhook-message-filter.input.ts';
import { webhookConfigurationLoader } from '../configurations/webhook-configuration.loader.ts';
import { WebhookConfigurationType } from '../configurations/webhook-configuration.type.ts';
import { countMessages } from './count-messages.ts';
import { WebhookMessageCountBy } from './message-count.enum.ts';
import { MessageCountType } from './message-count.type.ts';

/** What an answer is priced as: days of three months, or hours of four days. */
const ROWS_PRICED = 100;

@Resolver(() => MessageCountType)
export class MessageCountsResolver {
  @RequiresScopes(Scope.WEBHOOK_READ)
  @Extensions({ items: ROWS_PRICED })
  @Query(() => [MessageCountType], {
    description: `Exact numbers of the messages that \`webhookMessages\` lists for the same filter; at most 1,000 rows, priced as ${ROWS_PRICED}. HOUR and DAY also have rows of 0, oldest first; the first and last one may extend beyond the period, but only messages in it are counted. By HOUR, by DAY in another zone than UTC, and for instants, entities, accounts, ids and keys, at most 100,000 messages are counted.`,
  })
  async webhookMessageCounts(
    @Arg('filter', () => WebhookMessageFilter, { description: 'Which messages: a period, and further conditions.' })
    filter: WebhookMessageFilter,
    @Arg('by', () => WebhookMessageCountBy, { description: 'What they are counted by.' }) by: WebhookMessageCountBy,
    @Arg('timeZone', () => String, {
      defaultValue: 'UTC',
      description: 'Time zone of hours and days, by its name in the IANA database, such as `America/Sao_Paulo`.',
    })
    zoneName: string,
    @Ctx() context: RequestContext,
  ): Promise<MessageCountType[]> {
    const now = context.clock.now();
    const search = searchGiven(filter, now);
    const zone = timeZone(zoneName);
    if (zone === undefined)
      throw badArgument('timeZone', 'There is no such time zone: give a name such as UTC or America/Sao_Paulo.');
    const counts = await countMessages(context.database, principalOf(context).partnerId, { search, by, zone, now });
    if ('problem' in counts) throw badArgument(counts.argument, counts.problem);
    return counts.map((count) => new MessageCountType(count));
  }

  @FieldResolver(() => WebhookConfigurationType, {
    nullable: true,
    description: 'By CONFIGURATION: theirs; null for those of deleted ones. Else null.',
  })
  configuration(
    @Root() { configurationId }: MessageCountType,
    @Ctx() context: RequestContext,
  ): Promise<WebhookConfigurationType | null> | null {
    return configurationId === null ? null : webhookConfigurationLoader(context).load(configurationId);
  }
}
