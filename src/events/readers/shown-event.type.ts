import { Ctx, FieldResolver, ObjectType, Resolver, Root, type ClassType } from 'type-graphql';
import type { EventDefinition } from '../../kernel/event-definition.ts';
import { pascalCase } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import type { DeclaredEvent, EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import type { WebhookEventRow } from './webhook-event.rows.ts';
import { WebhookEventType } from './webhook-event.type.ts';

/** An event, and its GraphQL type and resolver. */
export interface ShownEvent {
  readonly definition: EventDefinition;
  readonly type: new (row: WebhookEventRow, encodeCursor: () => string) => WebhookEventType;
  readonly resolver: new () => object;
}

/** Declares the GraphQL type of an event, such as `PocketAccountWasCreatedEvent`, with the field of its subject. */
export function shownEvent({ definition, subject }: DeclaredEvent): ShownEvent {
  const { name, description } = definition;
  @ObjectType(`${pascalCase(name)}Event`, { description, implements: WebhookEventType, simpleResolvers: true })
  class EventType extends WebhookEventType {}
  return { definition, type: EventType, resolver: subjectResolver(EventType, subject) };
}

function subjectResolver(type: ClassType, { field, description, type: subjectType, scope, ...subject }: EventSubject) {
  const { isDeletable: nullable = false, find } = subject;
  @Resolver(() => type)
  class SubjectResolver {
    @RequiresScopes(scope)
    @FieldResolver(subjectType, { description, nullable })
    async [field](@Root() event: WebhookEventType, @Ctx() context: RequestContext): Promise<object | null> {
      const found = event.subjectId === null ? undefined : await find(context, event.subjectId);
      if (found === undefined && nullable) return null;
      if (found === undefined) throw new Error(`An event has no ${field} of its partner.`);
      return found;
    }
  }
  return SubjectResolver;
}
