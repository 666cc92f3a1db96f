import { rmSync } from 'node:fs';
import { dropAll, onServer, serverUrl } from './test-database.ts';
import { endWhatIsKept } from './worker-kept.ts';

/** Removes what the global set-up made. */
export default async function globalTeardown(): Promise<void> {
  await endWhatIsKept();
  const { GATEWAY_TEST_FOLDER: folder, GATEWAY_TEST_TEMPLATE_DATABASE: database } = process.env;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  if (serverUrl === undefined || database === undefined) return;
  await dropAll(serverUrl);
  await onServer(serverUrl, `drop database if exists ${database} with (force)`);
}
