import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { isStorableText } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { readHere, type ReadThrough } from '../elsewhere.port.ts';
import { auditCustomers } from './customer.loader.ts';
import { FIND_CUSTOMER, FIND_CUSTOMERS, type CustomerRow } from './customer.rows.ts';
import { CustomerType } from './customer.type.ts';

export const customerNodes: NodeSource = {
  scope: Scope.CUSTOMER_READ,
  async find(context, ids) {
    const rows = await context.database.run(FIND_CUSTOMERS, { partnerId: principalOf(context).partnerId, ids });
    await auditCustomers(context, 'node', rows);
    return rows.map((row) => new CustomerType(row));
  },
};

@Resolver()
export class CustomerResolver {
  private readonly read: ReadThrough<CustomerRow>;

  constructor(read: ReadThrough<CustomerRow> = readHere) {
    this.read = read;
  }

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Query(() => CustomerType, {
    nullable: true,
    description: 'A customer of the partner by CPF, from the first registration; null if there is none.',
  })
  async customer(
    @Arg('documentNumber', () => String, { description: 'CPF, 11 digits without a mask, such as `10020030169`.' })
    documentNumber: string,
    @Ctx() context: RequestContext,
  ): Promise<CustomerType | null> {
    if (!isStorableText(documentNumber)) return null;
    const values = { partnerId: principalOf(context).partnerId, documentNumber };
    const find = async () => (await context.database.run(FIND_CUSTOMER, values))[0];
    const row = await this.read(context, documentNumber, find);
    if (row === undefined) return null;
    await auditCustomers(context, 'customer', [row]);
    return new CustomerType(row);
  }
}
