import { Field, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { shownPublicKey } from '../signing/ed25519.value.ts';
import type { CheckpointRow } from './event-checkpoint.rows.ts';

@ObjectType('EventCheckpoint', {
  description:
    'A signed word on which events there are: whoever has those from `fromSequence` to `toSequence` and comes to the same hash lacks none, and none was changed.',
  implements: NodeType,
  simpleResolvers: true,
})
export class EventCheckpointType extends NodeType {
  @Field(() => String, { description: '`sequence` of its first event, the next after the checkpoint before.' })
  readonly fromSequence: string;

  @Field(() => String, { description: '`sequence` of its last event.' })
  readonly toSequence: string;

  @Field(() => String, {
    description:
      'The chain after its last event, 64 hex digits. Each event makes the next: the SHA-256 of the lines former hash, sequence, event id and hex SHA-256 of `body`, joined by line feeds; before the first event it is 64 zeros.',
  })
  readonly hash: string;

  @Field(() => String, {
    description:
      'What is signed: the lines `checkpoint/1`, company key, fromSequence, toSequence, hash of the checkpoint before, hash, and the instant.',
  })
  readonly content: string;

  @Field(() => String, { description: 'The Ed25519 signature of `content` in base64.' })
  readonly signature: string;

  @Field(() => String, { description: 'The key that has signed: `whpk_` and base64, one of `Viewer.signingKeysUrl`.' })
  readonly publicKey: string;

  constructor(row: CheckpointRow) {
    super(row.id);
    this.fromSequence = row.fromSequence;
    this.toSequence = row.toSequence;
    this.hash = row.hash;
    this.content = row.content;
    this.signature = row.signature;
    this.publicKey = shownPublicKey(row.publicKey);
  }
}

export const EventCheckpointConnectionType = connectionOf('EventCheckpoint', () => EventCheckpointType, 'checkpoints');
