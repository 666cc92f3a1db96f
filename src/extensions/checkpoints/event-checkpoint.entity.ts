import { defineEntity } from '@mikro-orm/core';

const EventCheckpointSchema = defineEntity({
  name: 'EventCheckpoint',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: p.text(),
    toPosition: p.bigint('string'),
    fromSequence: p.text(),
    toSequence: p.text(),
    hash: p.text(),
    content: p.text(),
    signature: p.text(),
    publicKey: p.text(),
    closedAt: p.datetime(3).index(),
  }),
  uniques: [{ name: 'event_checkpoint_position_unique', properties: ['partnerId', 'toPosition'] }],
});

/** A signed hash of all events of a partner up to one. */
export class EventCheckpoint extends EventCheckpointSchema.class {}
EventCheckpointSchema.setClass(EventCheckpoint);
