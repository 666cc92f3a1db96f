import { createServices } from '../../src/composition/services.ts';
import { createWorkers, webhookWakes } from '../../src/composition/create-workers.ts';
import { LocalWakes } from '../../src/platform/loops/local-wakes.ts';
import { readConfig } from '../../src/config/config.ts';
import { eventLog as makeEventLog } from '../../src/events/log/event-log.ts';
import { eventTail } from '../../src/events/readers/webhook-event-tail.ts';
import { WebhookEvents } from '../../src/events/readers/webhook-events.loader.ts';
import { openDatabase } from '../../src/platform/open-database.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { InProcessWakeUps } from '../../src/platform/wake-ups/in-process-wake-ups.ts';
import { entities, migrations, openExtensions, shownEvents } from '../../src/capabilities.ts';
import { systemRandom, systemClock } from '../../src/platform/system.ts';
import { messageTail } from '../../src/webhooks/message-changes/message-change-tail.ts';

/**
 * The workers of the product in their own process, without an API: it prints `working` when they have started, and ends
 * on SIGTERM as the product does. CLOCK_AHEAD_SECONDS sets their clock ahead.
 */
const config = readConfig(process.env);
const opened = await openDatabase({
  url: config.databaseUrl,
  dataDirectory: config.dataDirectory,
  poolSize: 4,
  entities,
  migrations,
});
const aheadMs = Number(process.env['CLOCK_AHEAD_SECONDS'] ?? '0') * 1_000;
const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
const runtime = { clock, random: systemRandom, logger: createLogger(config.logLevel) };
const services = await createServices(config, runtime, opened);
const { database } = services;
const tails = { eventTail: eventTail(database), messageTail: messageTail(database) };
const localWakes = new LocalWakes();
const shared = { wakeUps: new InProcessWakeUps(), localWakes, logger: runtime.logger, ...tails };
const eventLog = makeEventLog(localWakes.of('event-relay'));
const wakes = webhookWakes(localWakes);
const rest = { servesPartnerApi: false, restHeaderPrefix: 'x-svc-', hasProvider: false };
const served = { publicUrl: 'http://localhost:4000', ...rest };
const webhookEvents = new WebhookEvents(shownEvents);
const bindingSettings = {
  publicUrl: undefined,
  url: 'http://localhost:4000',
  forwarded: undefined,
  areAuthoritiesKnown: false,
  rate: undefined,
};
const settings = { providerSettings: undefined, cnpjMayHaveLetters: false, bindingSettings };
const core = { ...services, ...shared, ...wakes, ...served, ...settings, eventLog, webhookEvents };
const product = openExtensions(core);
const workers = createWorkers(product, { ...core, ...product.ports });
for (const worker of workers.all) worker.start();
process.once('SIGTERM', () => {
  void stop();
});
process.stdout.write('working\n');

async function stop(): Promise<void> {
  await Promise.all(workers.all.map((worker) => worker.stop()));
  await services.outbound.close();
  await opened.close();
  process.exit(0);
}
