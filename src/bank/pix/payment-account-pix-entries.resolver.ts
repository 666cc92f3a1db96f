import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { accountsReadByNumber } from '../accounts/payment-account.loader.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import { ReadPart } from '../../provider/reads/provider-reading.rows.ts';
import { refreshList } from '../../provider/reads/read-through.loader.ts';
import { fetchKeysOf } from './fetch-keys.ts';
import { pixEntriesOfAccountLoader } from './pix-entry.loader.ts';
import { PixEntryType } from './pix-entry.type.ts';

@Resolver(() => PaymentAccountType)
export class PaymentAccountPixEntriesResolver {
  private readonly provider: ProviderSide | undefined;

  /** @param provider undefined if this gateway itself is the bank */
  constructor(provider: ProviderSide | undefined) {
    this.provider = provider;
  }

  @RequiresScopes(Scope.PIX_ENTRIES_READ)
  @FieldResolver(() => [PixEntryType], { description: 'The addressing keys of the account, newest first; 20 at most.' })
  async pixEntries(@Root() account: PaymentAccountType, @Ctx() context: RequestContext): Promise<PixEntryType[]> {
    const { partnerId } = principalOf(context);
    if (accountsReadByNumber(context).has(account.id))
      await refreshList(this.provider, context, {
        accountId: account.id,
        part: ReadPart.KEYS,
        fetch: (by) => fetchKeysOf(context, account, { ...by, partnerId }),
      });
    const rows = await pixEntriesOfAccountLoader(context).load(account.id);
    return rows.map((row) => new PixEntryType(row));
  }
}
