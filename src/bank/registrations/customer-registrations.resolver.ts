import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { customerByDocumentLoader } from '../customers/customer.loader.ts';
import { CustomerType } from '../customers/customer.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { registrationsOfCustomer, type ListedRegistration } from './registration.rows.ts';
import { CustomerRegistrationConnectionType, CustomerRegistrationType } from './registration.type.ts';

const registrations = new PagedList<ListedRegistration, CustomerRegistrationType>({
  ordering: 'registrationsOfCustomer',
  keyset: registrationsOfCustomer,
  keyOf: (row) => [row.receivedAt, row.id],
  toNode: (row) => new CustomerRegistrationType(row),
});

@Resolver(() => CustomerType)
export class CustomerRegistrationsResolver {
  @RequiresScopes(Scope.CUSTOMER_READ)
  @FieldResolver(() => CustomerRegistrationConnectionType, {
    description: 'The registrations of the person, newest first.',
  })
  async registrations(
    @Root() { document }: CustomerType,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof CustomerRegistrationConnectionType>> {
    const filters = [principalOf(context).partnerId];
    return new CustomerRegistrationConnectionType(
      await registrations.page(context, { owner: document.value, args, filters }),
    );
  }
}

@Resolver(() => CustomerRegistrationType)
export class RegisteredCustomerResolver {
  @RequiresScopes(Scope.CUSTOMER_READ)
  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'The person; null if none is stored any more, or for past registrations of the sandbox.',
  })
  customer(
    @Root() { documentNumber }: CustomerRegistrationType,
    @Ctx() context: RequestContext,
  ): Promise<CustomerType | undefined> {
    return customerByDocumentLoader(context).load(documentNumber);
  }
}
