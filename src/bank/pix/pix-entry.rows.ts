import { statement } from '../../platform/statements/statement.ts';
import type { AddressingKeyType } from './addressing-key.enum.ts';

/** A key of an account of this gateway, as it is read from storage; instants as PostgreSQL writes them. */
export interface PixEntryRow {
  readonly id: string;
  readonly accountId: string;
  readonly keyType: AddressingKeyType;
  readonly keyValue: string;
  readonly createdAt: string;
}

const COLUMNS = `id, account_id as "accountId", key_type as "keyType", key_value as "keyValue", created_at as "createdAt"`;

export const FIND_PIX_ENTRIES = statement(
  'find_pix_entries',
  `select ${COLUMNS} from pix_entry where partner_id = $1 and id = any ($2::uuid[])`,
);

/** Keys of several accounts, newest first. */
export const FIND_PIX_ENTRIES_OF_ACCOUNTS = statement<PixEntryRow>(
  'find_pix_entries_of_accounts',
  `select ${COLUMNS} from pix_entry where partner_id = $1 and account_id = any ($2::uuid[])
   order by created_at desc, id desc`,
);

export const FIND_PIX_ENTRY_BY_KEY = statement<PixEntryRow>(
  'find_pix_entry_by_key',
  `select ${COLUMNS} from pix_entry where partner_id = $1 and key_type = $2 and key_value = $3`,
);
