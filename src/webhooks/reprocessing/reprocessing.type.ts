import { Field, Int, ObjectType } from 'type-graphql';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { ReprocessingRow } from './reprocessing.rows.ts';

@ObjectType('WebhookReprocessing', {
  description: 'Many messages being sent again in the background, and how far that has come.',
  implements: NodeType,
  simpleResolvers: true,
})
export class ReprocessingType extends NodeType {
  @Field(() => Int, { description: 'How many messages its filter found when it began.' })
  readonly matched: number;

  @Field(() => Int, { description: 'How many have been queued again so far.' })
  readonly requeued: number;

  @Field(() => Int, {
    description: 'How many could not be: their configuration is DISABLED or deleted, or holds them by now.',
  })
  readonly refused: number;

  @Field(() => DateTimeScalar, { description: 'When the work was asked for.' })
  readonly createdAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it had come to its end; null while it goes on.' })
  readonly finishedAt: string | null;

  constructor(row: ReprocessingRow) {
    super(row.id);
    this.matched = row.matched;
    this.requeued = row.requeued;
    this.refused = row.refused;
    this.createdAt = row.createdAt;
    this.finishedAt = row.finishedAt;
  }
}
