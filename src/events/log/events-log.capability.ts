import { Migration20261123110000_event_capture } from '../../../migrations/Migration20261123110000_event_capture.ts';
import { Migration20261126090000_event_sequences } from '../../../migrations/Migration20261126090000_event_sequences.ts';
import { Migration20261127120000_raw_event_names } from '../../../migrations/Migration20261127120000_raw_event_names.ts';
import { Migration20261203100000_event_epochs } from '../../../migrations/Migration20261203100000_event_epochs.ts';
import { Migration20261209100000_event_filters } from '../../../migrations/Migration20261209100000_event_filters.ts';
import { Migration20261209110000_partner_epochs } from '../../../migrations/Migration20261209110000_partner_epochs.ts';
import { Migration20261213090000_event_kinds } from '../../../migrations/Migration20261213090000_event_kinds.ts';
import { Migration20261221090000_events_of_partners } from '../../../migrations/Migration20261221090000_events_of_partners.ts';
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
  migrations: [
    Migration20261123110000_event_capture,
    Migration20261126090000_event_sequences,
    Migration20261127120000_raw_event_names,
    Migration20261203100000_event_epochs,
    Migration20261209100000_event_filters,
    Migration20261209110000_partner_epochs,
    Migration20261213090000_event_kinds,
    Migration20261221090000_events_of_partners,
  ],
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
