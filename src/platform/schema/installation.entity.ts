import { defineEntity } from '@mikro-orm/core';

const InstallationSchema = defineEntity({
  name: 'Installation',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    /** What is made of it: the tags of cursors as long as they were open, nonces, and a passphrase where none is given. */
    cursorKey: p.text(),
    /** Until when cursors of the open form are taken. */
    openCursorsUntil: p.datetime(3),
  }),
  checks: [{ name: 'installation_is_single', expression: 'id = 1' }],
});

/** What is one and the same for every process on this database. */
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);
