import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import { configurationAlreadyExists } from './webhook-configuration.errors.ts';

/** Unique over partner, context, event name and address. */
const CONFIGURATION_TARGET_UNIQUE = 'webhook_configuration_target_unique';

/** Refuses what finds the address taken only when it is written: whoever looked before was overtaken. */
export async function refusingTaken<Result>(work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, CONFIGURATION_TARGET_UNIQUE)) return configurationAlreadyExists();
    throw error;
  }
}
