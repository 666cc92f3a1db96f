import { rmSync } from 'node:fs';
import { onServer, serverUrl } from './test-database.ts';

/** Removes what the set-up made. */
export default async function globalTeardown(): Promise<void> {
  const { GATEWAY_TEST_TEMPLATE: directory, GATEWAY_TEST_TEMPLATE_DATABASE: database } = process.env;
  if (directory !== undefined) rmSync(directory, { recursive: true });
  if (serverUrl !== undefined && database !== undefined)
    await onServer(serverUrl, `drop database if exists ${database} with (force)`);
}
