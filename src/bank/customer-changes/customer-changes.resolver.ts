import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { findPaymentAccounts } from '../accounts/payment-account.loader.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { CancelCustomerInput } from './cancel-customer.input.ts';
import type { customerHasOpenAccounts } from './customer-change.errors.ts';
import type { CancelCustomer, UpdateCustomer } from './customer-changes.port.ts';
import {
  CancelCustomerResult,
  CancelCustomerSuccessType,
  CustomerHasOpenAccountsErrorType,
  UpdateCustomerResult,
  UpdateCustomerSuccessType,
} from './customer-changes.result.ts';
import { UpdateCustomerInput } from './update-customer.input.ts';

@Resolver()
export class CustomerChangesResolver {
  private readonly update: UpdateCustomer;
  private readonly cancel: CancelCustomer;

  constructor(update: UpdateCustomer, cancel: CancelCustomer) {
    this.update = update;
    this.cancel = cancel;
  }

  @RequiresScopes(Scope.CUSTOMER_UPDATE)
  @Mutation(() => UpdateCustomerResult, {
    nullable: true,
    description: 'Changes the data of an approved customer.',
  })
  async updateCustomer(
    @Arg('input', () => UpdateCustomerInput, { description: 'The customer and the changes.' })
    input: UpdateCustomerInput,
    @Ctx() context: RequestContext,
  ): Promise<UpdateCustomerSuccessType | DomainError> {
    const result = requireDecision(await this.update(callerOf(context), input));
    return result instanceof DomainError ? result : new UpdateCustomerSuccessType(result);
  }

  @RequiresScopes(Scope.CUSTOMER_CANCEL)
  @Mutation(() => CancelCustomerResult, {
    nullable: true,
    description:
      'Ends the relationship with an approved customer without open accounts. Phone and e-mail address are free then, and the person may be registered again.',
  })
  async cancelCustomer(
    @Arg('input', () => CancelCustomerInput, { description: 'The customer.' }) input: CancelCustomerInput,
    @Ctx() context: RequestContext,
  ): Promise<CancelCustomerSuccessType | DomainError> {
    const result = requireDecision(await this.cancel(callerOf(context), input));
    return result instanceof DomainError ? result : new CancelCustomerSuccessType(result);
  }
}

@Resolver(() => CustomerHasOpenAccountsErrorType)
export class CustomerHasOpenAccountsResolver {
  @FieldResolver(() => [PaymentAccountType], {
    description: 'The accounts to close first, by number, a hundred at most; empty where only the provider knows them.',
  })
  async accounts(
    @Root() { accountIds }: ReturnType<typeof customerHasOpenAccounts>,
    @Ctx() context: RequestContext,
  ): Promise<PaymentAccountType[]> {
    const rows = await findPaymentAccounts(context, accountIds);
    return rows.map((row) => new PaymentAccountType(row));
  }
}
