import type { Sql } from '../../platform/database/database.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';

/** The owner of a key. */
export interface KeyOwner {
  /** The institution that keeps the account. */
  readonly ispb: string;
  /** CPF or CNPJ of the owner. */
  readonly document: string;
  /** The account, if it is an account of this gateway. */
  readonly accountId: string | null;
}

/** A key to register for an account of this gateway. */
export interface KeyRegistration {
  readonly id: string;
  readonly key: AddressingKey;
  readonly owner: KeyOwner & { readonly accountId: string };
  readonly partnerId: string;
  readonly createdAt: Date;
}

/**
 * The directory of all addressing keys of all institutions: each key exists once. It is read and written in the
 * caller's transaction.
 */
export interface KeyDirectory {
  /** Returns the owner of a key; undefined if the key is free. */
  findOwner(sql: Sql, key: AddressingKey): Promise<KeyOwner | undefined>;
  /** Registers a key. If a concurrent registration took it, throws an error that `wasTaken` recognizes. */
  register(sql: Sql, registration: KeyRegistration): Promise<void>;
  /** Whether a registration failed because its key had just been taken. */
  wasTaken(error: unknown): boolean;
}
