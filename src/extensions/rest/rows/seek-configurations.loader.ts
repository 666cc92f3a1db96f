import { fieldAt } from '../../../kernel/fields.ts';
import { principalOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import { configurationPages } from '../../../webhooks/configurations/webhook-configuration-pages.loader.ts';
import type { Sought, Variables } from '../rest-row.ts';

/** Finds where a page starts. A partner has so few that all keys before it can be read. */
export async function seekConfigurations(context: RequestContext, variables: Variables, skip: number): Promise<Sought> {
  const status = fieldAt(variables, 'filter.status');
  const filters = [typeof status === 'string' ? status : null];
  const owner = principalOf(context).partnerId;
  const after = await configurationPages.cursorAt(context, { owner, filters, skip });
  return after === undefined ? 'beyond the end' : { after };
}
