import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { pixEntriesOfAccountLoader } from './pix-entry.loader.ts';
import { PixEntryType } from './pix-entry.type.ts';

@Resolver(() => PaymentAccountType)
export class PaymentAccountPixEntriesResolver {
  @RequiresScopes(Scope.PIX_ENTRIES_READ)
  @FieldResolver(() => [PixEntryType], { description: 'The addressing keys of the account, newest first; 20 at most.' })
  async pixEntries(@Root() account: PaymentAccountType, @Ctx() context: RequestContext): Promise<PixEntryType[]> {
    const rows = await pixEntriesOfAccountLoader(context).load(account.id);
    return rows.map((row) => new PixEntryType(row));
  }
}
