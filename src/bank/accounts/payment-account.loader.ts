import DataLoader from 'dataloader';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from './payment-account.rows.ts';
import { PaymentAccountType } from './payment-account.type.ts';

/** Loads the caller's payment accounts by id. Each is created once per operation, however many pockets it has. */
class PaymentAccountLoader {
  private readonly known = new Map<string, PaymentAccountType>();
  private readonly batches: DataLoader<string, PaymentAccountType | undefined>;

  constructor(context: RequestContext) {
    this.batches = new DataLoader(async (ids) => {
      for (const row of await findPaymentAccounts(context, ids)) this.remember(new PaymentAccountType(row));
      return ids.map((id) => this.known.get(id));
    });
  }

  /** Remembers an account that was read otherwise, so that it is not loaded again. */
  remember(account: PaymentAccountType): void {
    this.known.set(account.id, account);
  }

  /** Immediate if the account is known, else with the batch of this turn; undefined for ids of other partners. */
  load(id: string): PaymentAccountType | Promise<PaymentAccountType | undefined> {
    return this.known.get(id) ?? this.batches.load(id);
  }
}

export const paymentAccountLoader = perOperation((context) => new PaymentAccountLoader(context));

/** Ids of the accounts that the operation reads by number: their lists are fetched from the provider, too. */
export const accountsReadByNumber = perOperation(() => new Set<string>());

export function findPaymentAccounts(context: RequestContext, ids: readonly string[]): Promise<PaymentAccountRow[]> {
  return context.database.run(FIND_PAYMENT_ACCOUNTS, { partnerId: principalOf(context).partnerId, ids });
}
