import { Field, ObjectType } from 'type-graphql';
import { Origin } from '../../kernel/origin.ts';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import type { EventDefinition } from '../../kernel/event-definition.ts';
import { JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { addressedSchema, sampleBody } from './body-schema.ts';

@ObjectType('EventType', {
  description: 'A kind of event, and the schema of its body.',
  simpleResolvers: true,
})
export class EventTypeType {
  @Field(() => EventName, { description: 'The name, such as PIX_CASH_IN_WAS_CLEARED.' })
  readonly name: string;

  @Field(() => EventContext, { description: 'Context in which it occurs.' })
  readonly context: EventContext;

  @Field(() => String, {
    description: 'Version of its body, such as `1.0`. Within a version members are only added: ignore unknown ones.',
  })
  readonly version: string;

  @Field(() => String, { description: 'What happened, in one sentence.' })
  readonly description: string;

  @Field(() => JsonObjectScalar, {
    description: 'JSON Schema (2020-12) of its body; also served at its `$id`, which requires no token.',
  })
  readonly jsonSchema: object;

  @Field(() => JsonObjectScalar, { description: 'An example body.' })
  readonly sample: object;

  @Field(() => Origin, { description: 'Origin of the event.' })
  readonly origin: Origin;

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
