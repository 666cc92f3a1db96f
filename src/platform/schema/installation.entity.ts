import { defineEntity } from '@mikro-orm/core';

const InstallationSchema = defineEntity({
  name: 'Installation',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    cursorKey: p.text(),
  }),
  checks: [{ name: 'installation_is_single', expression: 'id = 1' }],
});

/** What is one and the same for every process on this database. */
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);
