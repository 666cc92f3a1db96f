import { Field, ObjectType } from 'type-graphql';
import { parseJsonObject } from '../../kernel/text.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar, JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { ConsumerRow } from './event-consumer.rows.ts';

@ObjectType('EventConsumer', {
  description:
    "A named position in the partner's events, which workers advance by acknowledging the events that they handled.",
  implements: NodeType,
  simpleResolvers: true,
})
export class EventConsumerType extends NodeType {
  @Field(() => String, { description: 'Name, unique within the partner.' })
  readonly name: string;

  @Field(() => JsonObjectScalar, { description: 'Filter of its events, as set on creation; `{}` means all.' })
  readonly filter: object;

  @Field(() => String, {
    description: 'Its position: `sequence` of the last event that was acknowledged or skipped, such as `2.1841`.',
  })
  readonly sequence: string;

  @Field(() => String, {
    nullable: true,
    description: 'The worker that holds the lease, or held it if it has expired; null if the consumer is free.',
  })
  readonly worker: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the lease expires or expired; null if the consumer is free.',
  })
  readonly leasedUntil: string | null;

  /** Not a field; field resolvers use it. */
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
