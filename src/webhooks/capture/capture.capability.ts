import type { Capability } from '../../capability.ts';
import { EventRelay, EARLIEST_RECORDED } from '../../events/log/relay-events.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { WakeUps } from '../../platform/wake-ups/wake-ups.ts';
import { WakeUp } from '../../platform/loops/wake-up.ts';
import { MessageCapture, type MessageCaptureOptions } from './message-capture.ts';
import { EARLIEST_CAPTURE } from './queue-messages.ts';

/**
 * Gap between the starts of two runs of the relay, in milliseconds. A run costs about the same for one event as for
 * twenty: events recorded meanwhile share it. An event after a rest is numbered immediately.
 */
const RELAY_GAP_MS = 10;
/** Maximum number of batches counted: more show the same, that capture is behind. */
const COUNTED_MAX = 10_000;

interface CaptureNeeds extends Omit<MessageCaptureOptions, 'captured'> {
  readonly wakeUps: WakeUps;
}

const COUNT_EVENTS_TO_CAPTURE = statement(
  'count_events_to_capture',
  `with counted as (select partner_id, events from event_capture order by partner_id limit ${COUNTED_MAX})
   select 'events' as state, coalesce(sum(events), 0)::float8 as value from counted
   union all
   select 'partners', count(distinct partner_id)::float8 from counted`,
);

/** The relay numbers events, and capture turns them into messages. */
export const capture: Capability<unknown, CaptureNeeds> = {
  folder: 'webhooks/capture',
  neighbours: ['events/log', 'webhooks/archive'],
  work(needs, loop) {
    const { database, clock, wakeUps } = needs;
    const moved = () => {
      wakeUps.publish(WakeUp.MOVED);
    };
    const capture = new MessageCapture({ ...needs, captured: moved });
    const eventRelay = new EventRelay(capture);
    const runRelay = async () => {
      const { hasMoved, hasMore } = await eventRelay.run(database, clock.now());
      if (hasMoved) moved();
      return hasMore;
    };
    const relay = loop('event-relay', WOKEN_REST_MS, runRelay, RELAY_GAP_MS);
    const due = [EARLIEST_RECORDED, EARLIEST_CAPTURE];
    return [
      { name: 'event-relay', worker: relay, wokenBy: [WakeUp.RECORDED], due },
      { name: 'event-capture', worker: capture },
    ];
  },
  gauges: [
    sharedGauge(
      'gateway_capture_backlog',
      'Events in the log whose messages are not queued yet, and the partners that they belong to.',
      (sql) => sql.run(COUNT_EVENTS_TO_CAPTURE, []),
    ),
  ],
};
