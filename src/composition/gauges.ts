import { captureBacklog } from '../webhooks/capture/capture-backlog.ts';
import { deliveryCounts } from '../webhooks/deliveries/delivery-counts.ts';
import { relayBacklog } from '../events/relay-backlog.ts';
import { countLateRegistrations } from '../bank/registrations/late-registrations.rows.ts';
import { messageCounts } from '../webhooks/archive/message-counts.ts';
import { breakerCounts } from '../webhooks/breaker/breaker-counts.ts';
import type { Served } from './routes.ts';
import type { Services } from './services.ts';

/** What is shared by all processes, or is a state rather than a count: looked up when it is scraped. */
export function addGauges({ opened }: Served, { metrics, database, clock }: Services): void {
  metrics.gauge(
    'gateway_database_connections',
    'Connections of this process to PostgreSQL, and operations that wait for one.',
    () => ({ ...opened.connections() }),
  );
  const shared = metrics.sharedGauge.bind(metrics);
  shared(
    'gateway_relay_backlog',
    'Events that wait for their place in the log, at most 10,000, and the age of the oldest in seconds.',
    () => relayBacklog(database, clock.now()),
  );
  shared(
    'gateway_capture_backlog',
    'Events in the log whose messages are still to be queued, and the partners that they are of.',
    () => captureBacklog(database),
  );
  shared('gateway_deliveries', 'Deliveries that wait for their time or are under way, at most 100,000 of each.', () =>
    deliveryCounts(database),
  );
  shared('gateway_webhook_messages', 'Messages in the archive by the state of their delivery.', () =>
    messageCounts(database),
  );
  shared('gateway_registrations', 'Registrations that are pending for longer than five minutes.', async () => ({
    late: await countLateRegistrations(database, clock.now()),
  }));
  shared('gateway_breakers', 'Configurations by the state of their breaker.', () => breakerCounts(database));
}
