import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { PaymentAccountType } from '../../../bank/accounts/payment-account.type.ts';
import { cashInLoader } from '../../../bank/cash-ins/cash-in.loader.ts';
import { CashInType } from '../../../bank/cash-ins/cash-in.type.ts';
import { RequiresScopes } from '../../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../../platform/auth/scope.ts';
import { PageArgs } from '../../../platform/graphql/paging/page.args.ts';
import { ArgTimeOrder, type TimeOrder } from '../../../platform/graphql/paging/time-order.enum.ts';
import type { NodeSource } from '../../../platform/graphql/vocabulary/node.resolver.ts';
import { principalOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import type { BooksElsewhere } from './books.port.ts';
import { StatementFilter } from './statement-filter.input.ts';
import { StatementEntryConnectionType, StatementEntryType } from './statement-entry.type.ts';
import { statementPages } from './statement-pages.loader.ts';
import { FIND_STATEMENT_ENTRIES, statementFilters } from './statement.rows.ts';

export const statementEntryNodes: NodeSource = {
  scope: Scope.ACCOUNT_READ,
  async find(context, ids) {
    const rows = await context.database.run(FIND_STATEMENT_ENTRIES, { partnerId: principalOf(context).partnerId, ids });
    return rows.map((row) => new StatementEntryType(row));
  },
};

@Resolver(() => PaymentAccountType)
export class StatementResolver {
  private readonly refuseBooks: BooksElsewhere['refuseBooks'];

  constructor({ refuseBooks }: BooksElsewhere) {
    this.refuseBooks = refuseBooks;
  }

  @RequiresScopes(Scope.ACCOUNT_READ)
  @FieldResolver(() => StatementEntryConnectionType, { description: 'The movements of the available balance.' })
  async statement(
    @Root() account: PaymentAccountType,
    @Arg('filter', () => StatementFilter, { nullable: true, description: 'Which entries; all if absent.' })
    filter: StatementFilter | null,
    @ArgTimeOrder('By `sequence`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof StatementEntryConnectionType>> {
    this.refuseBooks?.();
    const filters = statementFilters(filter);
    return new StatementEntryConnectionType(
      await statementPages.page(context, { owner: account.id, args, orderBy, filters }),
    );
  }
}

@Resolver(() => StatementEntryType)
export class StatementEntryResolver {
  @FieldResolver(() => CashInType, { nullable: true, description: 'The cash-in of a CASH_IN; else null.' })
  async cashIn(@Root() { kind, subjectId }: StatementEntryType, @Ctx() context: RequestContext) {
    const row = kind === 'CASH_IN' ? await cashInLoader(context).load(subjectId) : null;
    return row && new CashInType(row);
  }
}
