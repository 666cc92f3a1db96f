import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import type { ClosePaymentAccount } from './account-closures.port.ts';
import { ClosePaymentAccountInput } from './close-payment-account.input.ts';
import { ClosePaymentAccountResult, ClosePaymentAccountSuccessType } from './close-payment-account.result.ts';

@Resolver()
export class ClosePaymentAccountResolver {
  private readonly close: ClosePaymentAccount;

  constructor(close: ClosePaymentAccount) {
    this.close = close;
  }

  @RequiresScopes(Scope.ACCOUNT_CLOSE)
  @Mutation(() => ClosePaymentAccountResult, {
    nullable: true,
    description: 'Closes a payment account without open pockets and addressing keys for good.',
  })
  async closePaymentAccount(
    @Arg('input', () => ClosePaymentAccountInput, { description: 'The account.' }) input: ClosePaymentAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<ClosePaymentAccountSuccessType | DomainError> {
    const result = requireDecision(await this.close(callerOf(context), input));
    return result instanceof DomainError ? result : new ClosePaymentAccountSuccessType(result);
  }
}
