import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import type { Perform, RefreshList } from '../elsewhere.port.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import {
  changePixEntryAccount,
  type ChangedPixEntry,
  type ChangePixEntryAccountCommand,
} from './change-pix-entry-account.ts';
import { deletePixEntry } from './delete-pix-entry.ts';
import type { NamedEntry, OwnEntryDependencies } from './own-entry.ts';
import type { PixEntryRow } from './pix-entry.rows.ts';
import {
  gatheredRegistrations,
  registerPixEntry,
  type RegisterPixEntryCommand,
  type RegisterPixEntryDependencies,
} from './register-pix-entry.ts';

/** Registers a key. */
export type RegisterPixEntry = Perform<RegisterPixEntryCommand, Made<PixEntryRow>>;

/** Deletes a key. */
export type DeletePixEntry = Perform<NamedEntry, AddressingKey>;

/** Lets a key identify another account. */
export type ChangePixEntryAccount = Perform<ChangePixEntryAccountCommand, ChangedPixEntry>;

/** What of keys may happen elsewhere. */
export interface PixElsewhere {
  readonly registerPixEntry?: RegisterPixEntry;
  readonly deletePixEntry?: DeletePixEntry;
  readonly changePixEntryAccount?: ChangePixEntryAccount;
  readonly pixEntriesOfAccount?: RefreshList;
}

export interface PixNeeds extends Omit<
  WithoutDatabase<RegisterPixEntryDependencies & OwnEntryDependencies>,
  'registrations'
> {
  readonly elsewhere: PixElsewhere;
}

/** Registers keys elsewhere, or here. */
export function registerPixEntryPort({ elsewhere, ...needs }: PixNeeds): RegisterPixEntry {
  if (elsewhere.registerPixEntry !== undefined) return elsewhere.registerPixEntry;
  const registrations = gatheredRegistrations();
  return ({ database, requester }, command) =>
    registerPixEntry({ ...needs, database, registrations }, requester, command);
}

/** Deletes keys elsewhere, or here. */
export function deletePixEntryPort({ elsewhere, ...needs }: PixNeeds): DeletePixEntry {
  return (
    elsewhere.deletePixEntry ??
    (({ database, requester }, named) => deletePixEntry({ ...needs, database }, requester, named))
  );
}

/** Changes the accounts of keys elsewhere, or here. */
export function changePixEntryAccountPort({ elsewhere, ...needs }: PixNeeds): ChangePixEntryAccount {
  return (
    elsewhere.changePixEntryAccount ??
    (({ database, requester }, command) => changePixEntryAccount({ ...needs, database }, requester, command))
  );
}
