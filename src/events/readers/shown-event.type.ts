import { Ctx, FieldResolver, ObjectType, Resolver, Root, type ClassType } from 'type-graphql';
import type { EventDefinition } from '../../kernel/event-definition.ts';
import { pascalCase } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import type { WebhookEventRow } from './webhook-event.rows.ts';
import { WebhookEventType } from './webhook-event.type.ts';

/** The field that returns the subject of an event. */
export interface EventSubject {
  /** Such as `pocket`. */
  readonly field: string;
  readonly description: string;
  readonly type: () => ClassType;
  readonly scope: Scope;
  /** Finds it by its row id, among the rows of the caller's partner. */
  readonly find: (context: RequestContext, subjectId: string) => Promise<object | undefined>;
}

/** Returns a function that finds a subject by a loader of its rows, and shows it as its type. */
export function foundBy<Row>(
  loaderOf: (context: RequestContext) => { load: (id: string) => Promise<Row | undefined> },
  Type: new (row: Row) => object,
): EventSubject['find'] {
  return async (context, subjectId) => {
    const row = await loaderOf(context).load(subjectId);
    return row && new Type(row);
  };
}

/** An event, and its GraphQL type and resolver. */
export interface ShownEvent {
  readonly definition: EventDefinition;
  readonly type: new (row: WebhookEventRow, encodeCursor: () => string) => WebhookEventType;
  readonly resolver: new () => object;
}

/** Declares the GraphQL type of an event, such as `PocketAccountWasCreatedEvent`, with the field of its subject. */
export function shownEvent(definition: EventDefinition, subject: EventSubject): ShownEvent {
  const { name, description } = definition;
  @ObjectType(`${pascalCase(name)}Event`, { description, implements: WebhookEventType, simpleResolvers: true })
  class EventType extends WebhookEventType {}
  return { definition, type: EventType, resolver: subjectResolver(EventType, subject) };
}

function subjectResolver(type: ClassType, { field, description, type: subjectType, scope, find }: EventSubject) {
  @Resolver(() => type)
  class SubjectResolver {
    @RequiresScopes(scope)
    @FieldResolver(subjectType, { description })
    async [field](@Root() event: WebhookEventType, @Ctx() context: RequestContext): Promise<object> {
      const subject = event.subjectId === null ? undefined : await find(context, event.subjectId);
      if (subject === undefined) throw new Error(`An event has no ${field} of its partner.`);
      return subject;
    }
  }
  return SubjectResolver;
}
