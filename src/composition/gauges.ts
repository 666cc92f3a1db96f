import { capabilities } from '../capabilities.ts';
import type { Served } from './routes.ts';
import type { Services } from './services.ts';

/** What is shared by all processes, or is a state rather than a count: looked up when it is scraped. */
export function addGauges({ opened }: Served, { metrics, database, clock }: Services): void {
  metrics.gauge(
    'gateway_database_connections',
    'Connections of this process to PostgreSQL, and operations that wait for one.',
    () => ({ ...opened.connections() }),
  );
  for (const { name, help, read } of capabilities.flatMap(({ gauges = [] }) => gauges))
    metrics.sharedGauge(name, help, () => read(database, clock.now()));
}
