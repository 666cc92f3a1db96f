import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { OpenSandboxAccountInput } from './open-sandbox-account.input.ts';
import { OpenSandboxAccountResult, OpenSandboxAccountSuccessType } from './open-sandbox-account.result.ts';
import type { OpenSandboxAccount } from './sandbox.port.ts';

@Resolver()
export class OpenSandboxAccountResolver {
  private readonly open: OpenSandboxAccount;

  constructor(open: OpenSandboxAccount) {
    this.open = open;
  }

  @RequiresScopes(Scope.SANDBOX_WRITE)
  @SandboxOnly()
  @Mutation(() => OpenSandboxAccountResult, {
    nullable: true,
    description:
      'Opens a payment account for an approved customer: a new one for each request, or for each idempotency key if given.',
  })
  async openSandboxAccount(
    @Arg('input', () => OpenSandboxAccountInput, { description: 'The customer.' }) input: OpenSandboxAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<OpenSandboxAccountSuccessType | DomainError> {
    const result = requireDecision(await this.open(callerOf(context), input));
    return result instanceof DomainError ? result : new OpenSandboxAccountSuccessType(result);
  }
}
