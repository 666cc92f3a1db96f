import { Migration20261129000100_checkpoints } from '../../../migrations/Migration20261129000100_checkpoints.ts';
import type { Capability } from '../../capability.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import { forgetOld, MONTHLY_REST_MS } from '../../platform/loops/retention.ts';
import { oldestStanding } from '../../platform/schema/retiring-months.ts';
import { MESSAGE_MONTHS } from '../../webhooks/archive/webhook-months.ts';
import { chainEvents, type ChainDependencies } from './chain-events.ts';
import { CHECKPOINT_OPEN_MS } from './chain.rules.ts';
import { earliestCheckpoint } from './chain.rows.ts';
import { EventChain } from './event-chain.entity.ts';
import { EventChainHead } from './event-chain-head.entity.ts';
import { EventCheckpoint } from './event-checkpoint.entity.ts';
import { checkpointNodes, EventCheckpointResolver } from './event-checkpoint.resolver.ts';

const forgetOldCheckpoints = forgetOld('forget_old_event_checkpoints', {
  table: 'event_checkpoint',
  isOld: 'closed_at < $1 order by closed_at',
});

/** Chains the events of each partner, and signs the chains. */
export const checkpointsCapability: Capability<unknown, ChainDependencies> = {
  folder: 'extensions/checkpoints',
  neighbours: ['events/log', 'webhooks/archive', 'webhooks/signing'],
  entities: [EventChain, EventChainHead, EventCheckpoint],
  migrations: [Migration20261129000100_checkpoints],
  nodes: [checkpointNodes],
  resolvers: () => [new EventCheckpointResolver()],
  work(needs, loop) {
    const name = 'event-checkpoints';
    const worker = loop(name, WOKEN_REST_MS, () => chainEvents(needs));
    return [{ name, worker, due: [earliestCheckpoint(CHECKPOINT_OPEN_MS)] }];
  },
  retention: [
    {
      // Kept as long as the events that they cover.
      name: 'old-checkpoints',
      restMs: MONTHLY_REST_MS,
      forget: async (database) => forgetOldCheckpoints(database, await oldestStanding(database, MESSAGE_MONTHS.table)),
    },
  ],
};
