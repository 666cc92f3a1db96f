import { defineEntity } from '@mikro-orm/core';

const SocketCountSchema = defineEntity({
  name: 'SocketCount',
  properties: (p) => ({
    processId: p.uuid().primary(),
    /** Empty for sockets without a token. */
    partnerId: p.text().primary(),
    sockets: p.integer(),
    /** By the clock of the database: a process that says nothing any more is not counted for long. */
    toldAt: p.datetime(3),
  }),
});

/** How many live sockets a partner has at a process, as that told last. */
export class SocketCount extends SocketCountSchema.class {}
SocketCountSchema.setClass(SocketCount);
