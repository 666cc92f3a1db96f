import { startApp } from '../../src/app.ts';
import { systemClock, systemRandom } from '../../src/platform/system.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';

/** Makes the world that tests copy: what a gateway has migrated and seeded when it is ready. */
export async function makeTemplateWorld(environment: Readonly<Record<string, string>>): Promise<void> {
  // No worker, so that the world stays as it was seeded.
  const config = readConfig({ PORT: '0', ROLES: 'api', ...environment });
  const runtime = { clock: systemClock, random: systemRandom, logger: createLogger('silent'), compilesLate: true };
  const app = await startApp(config, runtime);
  await app.stop();
}
