import type { Capability } from '../../capability.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { forgetOld, MONTHLY_REST_MS } from '../../platform/loops/retention.ts';
import { oldestStanding } from '../../platform/schema/retiring-months.ts';
import { MESSAGE_MONTHS } from '../archive/webhook-months.ts';
import type { ReprocessByFilterDependencies } from './reprocess-webhook-messages-by-filter.ts';
import { reprocessingRefusals } from './reprocessing.errors.ts';
import { reprocessingNodes, ReprocessingResolver } from './reprocessing.resolver.ts';
import { EARLIEST_REPROCESSING } from './run-reprocessing.ts';
import { WebhookReprocessing } from './webhook-reprocessing.entity.ts';
import { WebhookReprocessingWorker, type ReprocessingWorkerOptions } from './webhook-reprocessing.worker.ts';

const forgetFinished = forgetOld('forget_old_reprocessings', {
  table: 'webhook_reprocessing',
  isOld: 'finished_at < $1',
});

/** Sends messages again. */
export const reprocessing: Capability<WithoutDatabase<ReprocessByFilterDependencies>, ReprocessingWorkerOptions> = {
  folder: 'webhooks/reprocessing',
  neighbours: ['events/log', 'webhooks/configurations', 'webhooks/archive', 'webhooks/deliveries'],
  entities: [WebhookReprocessing],
  refusals: [reprocessingRefusals],
  nodes: [reprocessingNodes],
  resolvers: (needs) => [new ReprocessingResolver(needs)],
  work(needs) {
    const worker = new WebhookReprocessingWorker(needs);
    return [{ name: 'webhook-reprocessing', worker, due: [EARLIEST_REPROCESSING] }];
  },
  retention: [
    {
      // Running ones are kept, however old.
      name: 'old-reprocessings',
      restMs: MONTHLY_REST_MS,
      forget: async (database) => forgetFinished(database, await oldestStanding(database, MESSAGE_MONTHS.table)),
    },
  ],
};
