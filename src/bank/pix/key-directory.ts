import type { Sql } from '../../platform/database/database.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';

/** Whose a key is. */
export interface KeyOwner {
  /** The institution that keeps the account. */
  readonly ispb: string;
  /** CPF or CNPJ of the owner. */
  readonly document: string;
  /** The account, where it is one of this gateway. */
  readonly accountId: string | null;
}

/** A key that is to stand for an account of this gateway. */
export interface KeyRegistration {
  readonly id: string;
  readonly key: AddressingKey;
  readonly owner: KeyOwner & { readonly accountId: string };
  readonly partnerId: string;
  readonly createdAt: Date;
}

/**
 * The directory of all addressing keys of all institutions: no key is in it twice. It is asked and written within the
 * caller's transaction.
 */
export interface KeyDirectory {
  /** Whose a key is; undefined while it is free. */
  findOwner(sql: Sql, key: AddressingKey): Promise<KeyOwner | undefined>;
  /** Registers a key. Where another registration of it was faster it throws what `wasTaken` knows. */
  register(sql: Sql, registration: KeyRegistration): Promise<void>;
  /** Whether a registration failed since its key had just been taken. */
  wasTaken(error: unknown): boolean;
}
