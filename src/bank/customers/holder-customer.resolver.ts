import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import { customerByDocumentLoader } from './customer.loader.ts';
import { CustomerType } from './customer.type.ts';
import { HolderObjectType } from './holder.type.ts';

@Resolver(() => HolderObjectType)
export class HolderCustomerResolver {
  @RequiresScopes(Scope.CUSTOMER_READ)
  @FieldResolver(() => CustomerType, {
    nullable: true,
    description:
      'The customer that the holder is; null for a company, and for persons that the partner never registered.',
  })
  async customer(@Root() { document }: HolderObjectType, @Ctx() context: RequestContext): Promise<CustomerType | null> {
    return (await customerByDocumentLoader(context).load(document.value)) ?? null;
  }
}
