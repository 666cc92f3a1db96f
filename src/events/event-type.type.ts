import { Field, ObjectType } from 'type-graphql';
import { ErrorOrigin } from '../kernel/domain-error.ts';
import { EventContext, EventName } from '../kernel/domain-event.ts';
import type { EventDefinition } from '../kernel/event-definition.ts';
import { JsonObjectScalar } from '../platform/graphql/vocabulary/scalars.ts';
import { addressedSchema, sampleBody } from './body-schema.ts';

@ObjectType('EventType', {
  description: 'What events of a name are, and what their bodies hold.',
  simpleResolvers: true,
})
export class EventTypeType {
  @Field(() => EventName, { description: 'The name, such as PIX_CASH_IN_WAS_CLEARED.' })
  readonly name: string;

  @Field(() => EventContext, { description: 'The one context in which it occurs.' })
  readonly context: EventContext;

  @Field(() => String, {
    description:
      'Version of its body, such as `1.0`: within it members are only added, and are to be ignored if unknown.',
  })
  readonly version: string;

  @Field(() => String, { description: 'What has happened, in a sentence.' })
  readonly description: string;

  @Field(() => JsonObjectScalar, {
    description: 'JSON Schema (2020-12) of its body; the same as at its `$id`, which needs no token.',
  })
  readonly jsonSchema: object;

  @Field(() => JsonObjectScalar, { description: 'A body, as an example.' })
  readonly sample: object;

  @Field(() => ErrorOrigin, { description: 'Where the event comes from.' })
  readonly origin: ErrorOrigin;

  constructor(event: EventDefinition, publicUrl: string) {
    this.name = event.name;
    this.context = event.context;
    this.version = event.version;
    this.description = event.description;
    this.jsonSchema = addressedSchema(event, publicUrl);
    this.sample = sampleBody(event);
    this.origin = event.origin;
  }
}
