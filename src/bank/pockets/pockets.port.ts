import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import type { Perform, ReadThrough, RefreshList } from '../elsewhere.port.ts';
import {
  createPocket,
  gatheredCreations,
  type CreatePocketCommand,
  type CreatePocketDependencies,
} from './create-pocket.ts';
import {
  closePocket,
  type ClosedPocket,
  type ClosePocketCommand,
  type ClosePocketDependencies,
} from './close-pocket.ts';
import type { PocketRow } from './pocket.rows.ts';

/** Creates a pocket. */
export type CreatePocket = Perform<CreatePocketCommand, Made<PocketRow>>;

/** Closes a pocket. */
export type ClosePocket = Perform<ClosePocketCommand, ClosedPocket>;

/** What of pockets may happen elsewhere. */
export interface PocketsElsewhere {
  readonly createPocket?: CreatePocket;
  readonly closePocket?: ClosePocket;
  /** By its number. */
  readonly pocket?: ReadThrough<PocketRow>;
  readonly pocketsOfAccount?: RefreshList;
}

export interface PocketsNeeds
  extends Omit<WithoutDatabase<CreatePocketDependencies>, 'creations'>, WithoutDatabase<ClosePocketDependencies> {
  readonly elsewhere: PocketsElsewhere;
}

/** Creates pockets elsewhere, or here. */
export function createPocketPort({ elsewhere, ...needs }: PocketsNeeds): CreatePocket {
  if (elsewhere.createPocket !== undefined) return elsewhere.createPocket;
  const creations = gatheredCreations();
  return ({ database, requester }, command) => createPocket({ ...needs, database, creations }, requester, command);
}

/** Closes pockets elsewhere, or here. */
export function closePocketPort({ elsewhere, ...needs }: PocketsNeeds): ClosePocket {
  return (
    elsewhere.closePocket ??
    (({ database, requester }, command) => closePocket({ ...needs, database }, requester, command))
  );
}
