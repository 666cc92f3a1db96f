import { defineEntity } from '@mikro-orm/core';

const SocketCountSchema = defineEntity({
  name: 'SocketCount',
  properties: (p) => ({
    processId: p.uuid().primary(),
    /** Empty for sockets without a token. */
    partnerId: p.text().primary(),
    sockets: p.integer(),
    /** By the clock of the database: a process that stops reporting is soon not counted any more. */
    toldAt: p.datetime(3),
  }),
});

/** How many open sockets a partner has in a process, by its last report. */
export class SocketCount extends SocketCountSchema.class {}
SocketCountSchema.setClass(SocketCount);
