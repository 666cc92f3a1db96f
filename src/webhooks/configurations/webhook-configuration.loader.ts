import DataLoader from 'dataloader';
import { loaderById } from '../../platform/requests/loader-by-id.ts';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import type { EventName } from '../../kernel/domain-event.ts';
import { FIND_CONFIGURATIONS, FIND_EVENT_NAMES, FIND_LAST_SEQUENCES } from './webhook-configuration.rows.ts';
import { WebhookConfigurationType } from './webhook-configuration.type.ts';

/** The caller's configurations by id; null for those of others and deleted ones. */
export const webhookConfigurationLoader = loaderById(findConfigurations);

/** The events of the caller's configurations, by id. */
export const eventNamesLoader = perOperation(
  (context) =>
    new DataLoader<string, readonly EventName[]>(async (ids) => {
      const values = { partnerId: principalOf(context).partnerId, ids };
      const rows = await context.database.run(FIND_EVENT_NAMES, values);
      const byId = Map.groupBy(rows, ({ configurationId }) => configurationId);
      return ids.map((id) => (byId.get(id) ?? []).map(({ eventName }) => eventName));
    }),
);

/** The sequence of the newest message of the caller's configurations by id; null if there is none. */
export const lastSequenceLoader = perOperation(
  (context) =>
    new DataLoader<string, string | null>(async (ids) => {
      const values = { partnerId: principalOf(context).partnerId, ids };
      const rows = await context.database.run(FIND_LAST_SEQUENCES, values);
      const byId = new Map(rows.map(({ configurationId, sequence }) => [configurationId, sequence]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
);

export async function findConfigurations(
  context: RequestContext,
  ids: readonly string[],
): Promise<WebhookConfigurationType[]> {
  const rows = await context.database.run(FIND_CONFIGURATIONS, { partnerId: principalOf(context).partnerId, ids });
  return rows.map((row) => new WebhookConfigurationType(row));
}
