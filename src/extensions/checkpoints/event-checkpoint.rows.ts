import {
  columnsExcept,
  columnsOf,
  compiled,
  eachOf,
  listOf,
  type RowOf,
  text,
  uuids,
} from '../../platform/statements/compiled.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { EventCheckpoint } from './event-checkpoint.entity.ts';

const COLUMNS = columnsOf('checkpoint', columnsExcept(EventCheckpoint, 'partnerId', 'closedAt'));

export const FIND_CHECKPOINTS = compiled(
  'find_event_checkpoints',
  { entities: [EventCheckpoint], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) =>
      tables
        .selectFrom('EventCheckpoint as checkpoint')
        .select(COLUMNS)
        .select('checkpoint.partnerId as owner')
        .where('checkpoint.partnerId', '=', partnerId)
        .where('checkpoint.id', '=', id),
    ),
);

/** A checkpoint as it is shown. */
export type CheckpointRow = Omit<RowOf<typeof FIND_CHECKPOINTS>, 'toPosition'> & {
  /** Text if the driver cannot be sure that a number holds it. */
  readonly toPosition: string | number;
};

/** The checkpoints of a partner, oldest first. */
export const checkpointsOfPartner = new Keyset<CheckpointRow>({
  name: 'event_checkpoints',
  list: listOf([EventCheckpoint], (tables) => tables.selectFrom('EventCheckpoint as checkpoint').select(COLUMNS)),
  owner: { expression: 'checkpoint.partner_id', type: 'text' },
  key: [{ expression: 'checkpoint.to_position', output: 'toPosition', type: 'bigint' }],
  descending: false,
});
