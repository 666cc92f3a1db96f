import { defineEntity } from '@mikro-orm/core';

const CursorKeySchema = defineEntity({
  name: 'CursorKey',
  properties: (p) => ({
    /** The first byte of its cursors. */
    id: p.smallint().primary().autoincrement(false),
    /** Encrypted, see `platform/secrets/secret-box.ts`; null: it no longer opens cursors. */
    sealedKey: p.text().nullable(),
    /** When it starts to seal, until the next one does. It opens cursors for another 30 days. */
    sealsFrom: p.datetime(3),
  }),
  checks: [{ name: 'cursor_key_id_is_a_byte', expression: 'id >= 1 and id <= 255' }],
});

/** A key that seals cursors, or did so; all processes share it. */
export class CursorKey extends CursorKeySchema.class {}
CursorKeySchema.setClass(CursorKey);
