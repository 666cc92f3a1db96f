import DataLoader from 'dataloader';
import { perOperation, principalOf, type RequestContext } from '../platform/graphql/request-context.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from './payment-account.rows.ts';

/** The caller's payment accounts by id; undefined for ids of others. */
export const paymentAccountLoader = perOperation(
  (context) =>
    new DataLoader<string, PaymentAccountRow | undefined>(async (ids) => {
      const byId = new Map((await findPaymentAccounts(context, ids)).map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    }),
);

export function findPaymentAccounts(context: RequestContext, ids: readonly string[]): Promise<PaymentAccountRow[]> {
  return context.database.run(FIND_PAYMENT_ACCOUNTS, [principalOf(context).partnerId, ids]);
}
