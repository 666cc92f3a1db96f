import DataLoader from 'dataloader';
import { perOperation } from '../../platform/requests/request-context.ts';
import { FIND_SHOWN_BREAKERS } from './shown-breaker.rows.ts';
import { WebhookBreakerType } from './webhook-breaker.type.ts';

/** Breakers by the id of a configuration that is known to be the caller's. */
export const breakerLoader = perOperation(
  ({ database }) =>
    new DataLoader<string, WebhookBreakerType | undefined>(async (configurationIds) => {
      const rows = await database.run(FIND_SHOWN_BREAKERS, [configurationIds]);
      const byId = new Map(rows.map((row) => [row.configurationId, new WebhookBreakerType(row)]));
      return configurationIds.map((id) => byId.get(id));
    }),
);
