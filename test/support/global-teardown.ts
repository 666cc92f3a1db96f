import { rmSync } from 'node:fs';
import { dropAll, onServer, serverUrl } from './test-database.ts';
import { stopWorkerGateways } from './worker-gateways.ts';

/** Removes what the set-up made. */
export default async function globalTeardown(): Promise<void> {
  await stopWorkerGateways();
  const { GATEWAY_TEST_FOLDER: folder, GATEWAY_TEST_TEMPLATE_DATABASE: database } = process.env;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  if (serverUrl === undefined || database === undefined) return;
  await dropAll(serverUrl);
  await onServer(serverUrl, `drop database if exists ${database} with (force)`);
}
