import { defineEntity } from '@mikro-orm/core';

const CursorKeySchema = defineEntity({
  name: 'CursorKey',
  properties: (p) => ({
    /** The first byte of its cursors. */
    id: p.smallint().primary().autoincrement(false),
    /** Encrypted, see `platform/secrets/secret-box.ts`; null: it opens no more. */
    sealedKey: p.text().nullable(),
    /** From when on it seals, until the next one does. It opens for 30 days more. */
    sealsFrom: p.datetime(3),
  }),
  checks: [{ name: 'cursor_key_id_is_a_byte', expression: 'id >= 1 and id <= 255' }],
});

/** A key that seals cursors, or did: all processes have the same. */
export class CursorKey extends CursorKeySchema.class {}
CursorKeySchema.setClass(CursorKey);
