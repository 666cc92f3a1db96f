import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import type { Perform, RefreshList } from '../elsewhere.port.ts';
import type { PixEntryRow } from './pix-entry.rows.ts';
import {
  gatheredRegistrations,
  registerPixEntry,
  type RegisterPixEntryCommand,
  type RegisterPixEntryDependencies,
} from './register-pix-entry.ts';

/** Registers a key. */
export type RegisterPixEntry = Perform<RegisterPixEntryCommand, Made<PixEntryRow>>;

/** What of keys may happen elsewhere. */
export interface PixElsewhere {
  readonly registerPixEntry?: RegisterPixEntry;
  readonly pixEntriesOfAccount?: RefreshList;
}

export interface PixNeeds extends Omit<WithoutDatabase<RegisterPixEntryDependencies>, 'registrations'> {
  readonly elsewhere: PixElsewhere;
}

/** Registers keys elsewhere, or here. */
export function registerPixEntryPort({ elsewhere, ...needs }: PixNeeds): RegisterPixEntry {
  if (elsewhere.registerPixEntry !== undefined) return elsewhere.registerPixEntry;
  const registrations = gatheredRegistrations();
  return ({ database, requester }, command) =>
    registerPixEntry({ ...needs, database, registrations }, requester, command);
}
