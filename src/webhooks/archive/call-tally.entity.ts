import { defineEntity } from '@mikro-orm/core';

const CallTallySchema = defineEntity({
  name: 'CallTally',
  properties: (p) => ({
    configurationId: p.uuid().primary(),
    /** Of the calls, in UTC. */
    day: p.date().primary(),
    succeeded: p.boolean().primary(),
    /** How long the calls took; see `call-duration.value.ts`. */
    bucket: p.smallint().primary(),
    calls: p.integer(),
  }),
  checks: [{ name: 'call_tally_is_a_count', expression: 'bucket >= 0 and calls >= 0' }],
});

/** How many calls a configuration had for each day, outcome and duration: what percentiles are read from. */
export class CallTally extends CallTallySchema.class {}
CallTallySchema.setClass(CallTally);
