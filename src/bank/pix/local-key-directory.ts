import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { KeyDirectory, KeyOwner } from './key-directory.ts';
import { insertion } from '../../platform/statements/compiled.ts';
import { PixEntry } from './pix-entry.entity.ts';
import { PIX_ENTRY_COLUMNS } from './pix-entry.rows.ts';

/** A `security definer` function: the key may be another partner's, whose rows are not visible here. */
const FIND_KEY_OWNER = statement<KeyOwner>(
  'find_key_owner',
  `select ispb, document, account_id as "accountId" from find_key_owner($1, $2)`,
);

/** The unique index decides races: a second insert of a key waits for the first, and fails when that one commits. */
const INSERT_KEY = insertion('insert_pix_entry', PixEntry, PIX_ENTRY_COLUMNS);

/** The directory as a table of this database, which includes keys of other institutions. */
export const localKeyDirectory: KeyDirectory = {
  async findOwner(sql, { type, value }) {
    const [owner] = await sql.run(FIND_KEY_OWNER, [type, value]);
    return owner;
  },

  async register(sql, { id, key, owner, partnerId, createdAt }) {
    const { ispb, document, accountId } = owner;
    await sql.run(INSERT_KEY, {
      id,
      keyType: key.type,
      keyValue: key.value,
      ispb,
      ownerDocument: document,
      partnerId,
      accountId,
      createdAt: createdAt.toISOString(),
    });
  },

  wasTaken: (error) => isUniqueViolation(error, 'pix_entry_key_type_key_value_unique'),
};
