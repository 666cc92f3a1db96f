import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { ReprocessingType } from './reprocessing.type.ts';
import { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** Finds jobs of the caller's partner, to show them. */
export async function findReprocessings(context: RequestContext, ids: readonly string[]): Promise<ReprocessingType[]> {
  const { partnerId } = principalOf(context);
  const found = await context.database.entities.find(WebhookReprocessing, { partnerId, id: { $in: [...ids] } });
  return found.map((reprocessing) => new ReprocessingType(reprocessing));
}
