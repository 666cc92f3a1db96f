import { defineEntity } from '@mikro-orm/core';

const InstallationSchema = defineEntity({
  name: 'Installation',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    /** Key of the tags of unencrypted cursors and of DPoP nonces, and the passphrase if `SECRETS_KEY` is not set. */
    cursorKey: p.text(),
    /** Until when unencrypted cursors are accepted. */
    openCursorsUntil: p.datetime(3),
  }),
  checks: [{ name: 'installation_is_single', expression: 'id = 1' }],
});

/** What is the same for all processes on this database. */
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);
