import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { fieldAt } from '../../kernel/fields.ts';
import type { Sought, Variables } from '../../rest/rest-row.ts';
import { configurationsOfPartner, type WebhookConfigurationRow } from './webhook-configuration.rows.ts';
import { configurationColumns, WebhookConfigurationType } from './webhook-configuration.type.ts';

/** The configurations of a partner, in pages. */
export const configurationPages = new PagedList<WebhookConfigurationRow, WebhookConfigurationType>({
  ordering: 'webhookConfigurations',
  keyset: configurationsOfPartner,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new WebhookConfigurationType(row),
  shown: configurationColumns,
});

/** Finds where a page starts. A partner has so few that all keys before it can be read. */
export async function seekConfigurations(context: RequestContext, variables: Variables, skip: number): Promise<Sought> {
  const status = fieldAt(variables, 'filter.status');
  const filters = [typeof status === 'string' ? status : null];
  const owner = principalOf(context).partnerId;
  const after = await configurationPages.cursorAt(context, { owner, filters, skip });
  return after === undefined ? 'beyond the end' : { after };
}
