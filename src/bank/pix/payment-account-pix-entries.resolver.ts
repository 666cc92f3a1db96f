import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { accountsReadByNumber } from '../accounts/payment-account.loader.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import type { RefreshList } from '../elsewhere.port.ts';
import { pixEntriesOfAccountLoader } from './pix-entry.loader.ts';
import { PixEntryType } from './pix-entry.type.ts';

@Resolver(() => PaymentAccountType)
export class PaymentAccountPixEntriesResolver {
  private readonly refresh: RefreshList | undefined;

  /** @param refresh undefined if what is stored here is all there is */
  constructor(refresh: RefreshList | undefined) {
    this.refresh = refresh;
  }

  @RequiresScopes(Scope.PIX_ENTRIES_READ)
  @FieldResolver(() => [PixEntryType], { description: 'The addressing keys of the account, newest first; 20 at most.' })
  async pixEntries(@Root() account: PaymentAccountType, @Ctx() context: RequestContext): Promise<PixEntryType[]> {
    if (accountsReadByNumber(context).has(account.id)) await this.refresh?.(context, account);
    const rows = await pixEntriesOfAccountLoader(context).load(account.id);
    return rows.map((row) => new PixEntryType(row));
  }
}
