import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { systemChance, systemClock } from '../../src/system.ts';

/** Makes the embedded database once, migrated and seeded; each test file then works on a copy of its folder. */
export default async function globalSetup(): Promise<void> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return;
  const directory = mkdtempSync(join(tmpdir(), 'gateway-template-'));
  const config = readConfig({ PORT: '0', DATA_DIR: directory });
  const app = await startApp(config, { clock: systemClock, chance: systemChance, logger: createLogger('silent') });
  await app.stop();
  process.env['GATEWAY_TEST_TEMPLATE'] = directory;
}
