import { Field, ObjectType } from 'type-graphql';
import { parseJsonObject } from '../../kernel/text.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar, JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { ConsumerRow } from './event-consumer.rows.ts';

@ObjectType('EventConsumer', {
  description:
    "A named place in the partner's events, which workers take turns to move by acking what they have handled.",
  implements: NodeType,
  simpleResolvers: true,
})
export class EventConsumerType extends NodeType {
  @Field(() => String, { description: 'Its name, one of its own among those of the partner.' })
  readonly name: string;

  @Field(() => JsonObjectScalar, { description: 'Which events it is given, as it was made; `{}`: all.' })
  readonly filter: object;

  @Field(() => String, {
    description: 'Its place: `sequence` of the last event that was acked or passed, such as `2.1841`.',
  })
  readonly sequence: string;

  @Field(() => String, {
    nullable: true,
    description: 'Who holds it, or held it last when the lease has lapsed; null: it is free.',
  })
  readonly worker: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the lease of the worker lapses, or has lapsed; null: it is free.',
  })
  readonly leasedUntil: string | null;

  /** Not shown; leads to what costs something. */
  readonly row: ConsumerRow;

  constructor(row: ConsumerRow) {
    super(row.id);
    this.name = row.name;
    this.filter = parseJsonObject(row.filter);
    this.sequence = row.sequence;
    this.worker = row.worker;
    this.leasedUntil = row.leasedUntil;
    this.row = row;
  }
}

export const EventConsumerConnectionType = connectionOf('EventConsumer', () => EventConsumerType, 'consumers');
