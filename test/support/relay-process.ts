import { Database } from '../../src/platform/database/database.ts';
import { openDatabase } from '../../src/platform/open-database.ts';
import { entities, migrations } from '../../src/capabilities.ts';
import { startRelay } from './relays.ts';

/** A relay that never pauses: whenever it is killed, it is most likely in the middle of a batch. */
const opened = await openDatabase({
  url: process.env['DATABASE_URL'],
  dataDirectory: 'memory://',
  poolSize: 2,
  entities,
  migrations,
});
const database = new Database(opened.sessions);
const { relay } = startRelay(database);
for (let runs = 0; ; runs += 1) {
  await relay.run(database, new Date());
  if (runs === 0) process.stdout.write('relaying\n');
}
