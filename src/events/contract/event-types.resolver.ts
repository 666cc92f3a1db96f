import { Ctx, Query, Resolver } from 'type-graphql';
import { declaredEvents } from '../../kernel/event-definition.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import { EventTypeType } from './event-type.type.ts';

@Resolver()
export class EventTypesResolver {
  @Query(() => [EventTypeType], {
    description:
      'All events that this release knows, with the schema of their bodies; without OTHER. Requires no token.',
  })
  eventTypes(@Ctx() { publicUrl }: RequestContext): readonly EventTypeType[] {
    return declaredEvents().map((event) => new EventTypeType(event, publicUrl));
  }
}
