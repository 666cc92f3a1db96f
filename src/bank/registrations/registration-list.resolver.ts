import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { ArgTimeOrder, type TimeOrder } from '../../platform/graphql/paging/time-order.enum.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { CustomerRegistrationFilter } from './customer-registration-filter.input.ts';
import { registrationFilter, registrationsOfPartner, type ListedRegistration } from './registration.rows.ts';
import { CustomerRegistrationConnectionType, CustomerRegistrationType } from './registration.type.ts';

const registrations = new PagedList<ListedRegistration, CustomerRegistrationType>({
  ordering: 'customerRegistrations',
  keyset: registrationsOfPartner,
  keyOf: (row) => [row.receivedAt, row.id],
  toNode: (row) => new CustomerRegistrationType(row),
});

@Resolver()
export class RegistrationListResolver {
  @RequiresScopes(Scope.CUSTOMER_READ)
  @Query(() => CustomerRegistrationConnectionType, {
    description: 'The registrations of persons by the partner.',
  })
  async customerRegistrations(
    @Arg('filter', () => CustomerRegistrationFilter, {
      nullable: true,
      description: 'Which registrations; all if absent.',
    })
    filter: CustomerRegistrationFilter | null,
    @ArgTimeOrder('By `receivedAt`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof CustomerRegistrationConnectionType>> {
    const owner = principalOf(context).partnerId;
    const filters = registrationFilter.valuesOf(filter);
    return new CustomerRegistrationConnectionType(await registrations.page(context, { owner, args, orderBy, filters }));
  }
}
