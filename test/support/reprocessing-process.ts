import { setTimeout as wait } from 'node:timers/promises';
import { Database } from '../../src/platform/database/database.ts';
import { openDatabase } from '../../src/platform/open-database.ts';
import { runReprocessing } from '../../src/webhooks/reprocessing/run-reprocessing.ts';
import { entities, migrations } from '../../src/capabilities.ts';
import { systemClock } from '../../src/platform/system.ts';

/** A worker that reprocesses without pause: whenever it is killed, it is most likely in the middle of a batch. */
const opened = await openDatabase({
  url: process.env['DATABASE_URL'],
  dataDirectory: 'memory://',
  poolSize: 2,
  entities,
  migrations,
});
const database = new Database(opened.sessions);
process.stdout.write('reprocessing\n');
for (;;) {
  const dependencies = { database, clock: systemClock, wakeDeliveries: () => undefined };
  const taken = await runReprocessing(dependencies, { except: [] });
  if (taken === undefined) await wait(10);
}
