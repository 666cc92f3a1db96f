import { Field, Int, ObjectType } from 'type-graphql';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

@ObjectType('WebhookReprocessing', {
  description: 'A background job that sends many messages again, and its progress.',
  implements: NodeType,
  simpleResolvers: true,
})
export class ReprocessingType extends NodeType {
  @Field(() => Int, { description: 'Number of messages that matched when it started.' })
  readonly matched: number;

  @Field(() => Int, { description: 'Number of messages queued again so far.' })
  readonly requeued: number;

  @Field(() => Int, {
    description:
      'Number of messages that could not be queued, as their configuration is DISABLED or deleted, or now holds them.',
  })
  readonly refused: number;

  @Field(() => DateTimeScalar, { description: 'When it was requested.' })
  readonly createdAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it finished; null while it is running.' })
  readonly finishedAt: Date | null;

  constructor({ id, matched, requeued, refused, createdAt, finishedAt = null }: WebhookReprocessing) {
    super(id);
    this.matched = matched;
    this.requeued = requeued;
    this.refused = refused;
    this.createdAt = createdAt;
    this.finishedAt = finishedAt;
  }
}
