import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { phoneNumberOf } from '../../kernel/phone-number.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { ArgTimeOrder, type TimeOrder } from '../../platform/graphql/paging/time-order.enum.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { CustomerFilter } from './customer-filter.input.ts';
import { customerFilter, customersOfPartner, type ListedCustomer } from './customer.rows.ts';
import { CustomerConnectionType, CustomerType } from './customer.type.ts';
import { auditCustomers } from './customer.loader.ts';

const customers = new PagedList<ListedCustomer, CustomerType>({
  ordering: 'customers',
  keyset: customersOfPartner,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new CustomerType(row),
  shownTo: (context, rows) => auditCustomers(context, 'customers', rows),
});

@Resolver()
export class CustomerListResolver {
  @RequiresScopes(Scope.CUSTOMER_READ)
  @Query(() => CustomerConnectionType, { description: 'The customers of the partner.' })
  async customers(
    @Arg('filter', () => CustomerFilter, { nullable: true, description: 'Which customers; all if absent.' })
    filter: CustomerFilter | null,
    @ArgTimeOrder('By `createdAt`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof CustomerConnectionType>> {
    const owner = principalOf(context).partnerId;
    const filters = customerFilter.valuesOf(filter && normalized(filter));
    return new CustomerConnectionType(await customers.page(context, { owner, args, orderBy, filters }));
  }
}

/** Returns the filter with its contacts as they are stored. */
function normalized({ email, phone, ...filter }: CustomerFilter) {
  const text = phone == null ? null : `+${phone.countryCode.replace(/^\+/, '')}${phone.number}`;
  return { ...filter, email: email?.trim().toLowerCase() ?? null, phone: text && (phoneNumberOf(text)?.e164 ?? text) };
}
