import { Field, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import type { ShownColumns } from '../../platform/statements/byte-page.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { shownPublicKey } from '../../webhooks/signing/ed25519.value.ts';
import type { CheckpointRow } from './event-checkpoint.rows.ts';

@ObjectType('EventCheckpoint', {
  description:
    'A signed statement of which events exist. If the events from `fromSequence` to `toSequence` yield the same hash, none is missing and none was changed.',
  implements: NodeType,
  simpleResolvers: true,
})
export class EventCheckpointType extends NodeType {
  @Field(() => String, { description: '`sequence` of its first event, which follows the previous checkpoint.' })
  readonly fromSequence: string;

  @Field(() => String, { description: '`sequence` of its last event.' })
  readonly toSequence: string;

  @Field(() => String, {
    description:
      'Hash chain up to its last event, 64 hex digits. Each event adds the SHA-256 of four lines, joined by line feeds: previous hash, sequence, event id, and hex SHA-256 of `body`. The chain starts with 64 zeros.',
  })
  readonly hash: string;

  @Field(() => String, {
    description:
      'The signed text, in lines: `checkpoint/1`, company key, fromSequence, toSequence, hash of the previous checkpoint, hash, and time.',
  })
  readonly content: string;

  @Field(() => String, { description: 'The Ed25519 signature of `content` in base64.' })
  readonly signature: string;

  @Field(() => String, {
    description:
      'The signing key: `whpk_` and base64, one of `Viewer.signingKeysUrl` unless `rotateSigningKey(input: { compromised: true })` dropped it: then a later checkpoint vouches for its events, as its hash covers all before it.',
  })
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

/** The columns of a checkpoint's fields. */
export const checkpointColumns: ShownColumns<CheckpointRow> = {
  columns: {
    id: 'id',
    fromSequence: 'fromSequence',
    toSequence: 'toSequence',
    hash: 'hash',
    content: 'content',
    signature: 'signature',
    publicKey: { of: 'publicKey', as: shownPublicKey },
  },
};

export const EventCheckpointConnectionType = connectionOf('EventCheckpoint', () => EventCheckpointType, 'checkpoints');
