import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import type { OpenPaymentAccount } from './accounts.port.ts';
import { OpenPaymentAccountInput } from './open-payment-account.input.ts';
import { OpenPaymentAccountResult, OpenPaymentAccountSuccessType } from './open-payment-account.result.ts';

@Resolver()
export class OpenPaymentAccountResolver {
  private readonly open: OpenPaymentAccount;

  constructor(open: OpenPaymentAccount) {
    this.open = open;
  }

  @RequiresScopes(Scope.ACCOUNT_CREATE)
  @Mutation(() => OpenPaymentAccountResult, {
    nullable: true,
    description:
      'Opens a payment account for an approved customer, who becomes its holder; bank, branch and pocket limit are those of the account program of the partner.',
  })
  async openPaymentAccount(
    @Arg('input', () => OpenPaymentAccountInput, { description: 'The customer.' }) input: OpenPaymentAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<OpenPaymentAccountSuccessType | DomainError> {
    const result = requireDecision(await this.open(callerOf(context), input));
    return result instanceof DomainError ? result : new OpenPaymentAccountSuccessType(result);
  }
}
