import type { Config } from '../config/config.ts';
import { InProcessWakeUps } from '../platform/wake-ups/in-process-wake-ups.ts';
import { natsOptions } from '../platform/wake-ups/nats-url.ts';
import { NatsWakeUps } from '../platform/wake-ups/nats-wake-ups.ts';
import { PostgresWakeUps } from '../platform/wake-ups/postgres-wake-ups.ts';
import type { WakeUps } from '../platform/wake-ups/wake-ups.ts';
import type { Services } from './services.ts';

/** Creates the wake-ups between processes: by NATS if configured, otherwise by PostgreSQL; in-process on PGlite. */
export function createWakeUps(
  { natsUrl, databaseUrl, sandbox }: Config,
  { database, failing, random }: Services,
): WakeUps {
  if (natsUrl !== undefined) return new NatsWakeUps(natsOptions(natsUrl, sandbox), failing);
  if (databaseUrl === undefined) return new InProcessWakeUps();
  return new PostgresWakeUps({ url: databaseUrl, database, failing, processId: random.uuid() });
}
