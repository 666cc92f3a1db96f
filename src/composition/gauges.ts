import type { OpenProduct } from '../capabilities.ts';
import type { ProcessParts } from './routes.ts';
import type { Services } from './services.ts';

/** Adds the metrics that are shared by all processes, or are states rather than counts: read when they are scraped. */
export function addGauges(
  { opened, config, readsAll, places, clock: watch }: ProcessParts,
  { metrics, database, clock }: Services,
  { capabilities }: Pick<OpenProduct, 'capabilities'>,
): void {
  metrics.gauge(
    'gateway_database_connections',
    'Connections of this process to PostgreSQL by state, operations that wait for one, and those of them whose partner uses its share.',
    () => ({ ...opened.connections() }),
  );
  metrics.gauge(
    'gateway_connections',
    'Open connections of clients, how many there may be, and how many were closed at once since the start.',
    () => ({ open: places.open, max: places.max, refused: places.refused }),
  );
  metrics.gauge(
    'gateway_clock_ahead_seconds',
    "How far the clock of this machine is ahead of the database's; always 0 with a database of its own.",
    () => ({ machine: watch?.aheadSeconds ?? 0 }),
  );
  // The login of an `api` process has no right to read what they count; workers report it.
  if (!readsAll && !config.roles.has('worker')) return;
  for (const { name, help, read } of capabilities.flatMap(({ gauges = [] }) => gauges))
    metrics.sharedGauge(name, help, () => read(database, clock.now()));
}
