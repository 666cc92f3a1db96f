import type { Capability } from '../../capability.ts';
import { backlogQuery, sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { statement } from '../../platform/statements/statement.ts';
import { Outbox } from './outbox.entity.ts';
import { Event } from './event.entity.ts';
import { EventEpoch } from './event-epoch.entity.ts';
import { EventHead } from './event-head.entity.ts';
import { EventCapture } from './event-capture.entity.ts';
import { PartnerEventHead } from './partner-event-head.entity.ts';

const READ_RELAY_BACKLOG = statement(
  'read_relay_backlog',
  backlogQuery({ table: 'outbox', since: 'occurred_at', state: 'events' }),
);

/** The log of everything that happened: recorded, then numbered by the relay. */
export const eventsLog: Capability = {
  folder: 'events/log',
  entities: [Outbox, Event, EventHead, EventEpoch, PartnerEventHead, EventCapture],
  // The newest events of all partners are read once for all subscribers.
  apiRights: [Event, EventHead].map((entity) => ({ entity, may: ['select'] })),
  gauges: [
    sharedGauge(
      'gateway_relay_backlog',
      'Events that wait for their position in the log, counted up to 10,000, and the age of the oldest in seconds.',
      (sql, now) => sql.run(READ_RELAY_BACKLOG, [now]),
    ),
  ],
};
