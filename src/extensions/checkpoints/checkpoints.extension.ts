import { extension } from '../../extension.ts';
import type { ChainDependencies } from './chain-events.ts';
import { checkpointsCapability } from './checkpoints.capability.ts';

/** `Query.eventCheckpoints`. */
export const checkpoints = extension<ChainDependencies>({
  name: 'checkpoints',
  capabilities: [checkpointsCapability],
  open: () => ({}),
});
