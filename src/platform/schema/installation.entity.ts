import { defineEntity } from '@mikro-orm/core';

const InstallationSchema = defineEntity({
  name: 'Installation',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    /** Secret of the tags of cursors and of DPoP nonces, and the passphrase if `SECRETS_KEY` is not set. */
    secret: p.text(),
  }),
  checks: [{ name: 'installation_is_single', expression: 'id = 1' }],
});

/** What is the same for all processes on this database. */
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);
