import { defineEntity } from '@mikro-orm/core';

const CallTallySchema = defineEntity({
  name: 'CallTally',
  properties: (p) => ({
    configurationId: p.uuid().primary(),
    /** Of the calls, in UTC. */
    day: p.date().primary(),
    succeeded: p.boolean().primary(),
    /** Duration of the calls; see `call-duration.value.ts`. */
    bucket: p.smallint().primary(),
    partnerId: p.text(),
    calls: p.integer(),
  }),
  checks: [{ name: 'call_tally_is_a_count', expression: 'bucket >= 0 and calls >= 0' }],
});

/** Number of calls of a configuration per day, outcome and duration: the source of percentiles. */
export class CallTally extends CallTallySchema.class {}
CallTallySchema.setClass(CallTally);
