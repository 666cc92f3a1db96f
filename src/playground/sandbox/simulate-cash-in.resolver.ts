import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import type { SimulateCashIn } from './sandbox.port.ts';
import { SimulateCashInInput } from './simulate-cash-in.input.ts';
import { SimulateCashInResult, SimulateCashInSuccessType } from './simulate-cash-in.result.ts';

@Resolver()
export class SimulateCashInResolver {
  private readonly simulate: SimulateCashIn;

  constructor(simulate: SimulateCashIn) {
    this.simulate = simulate;
  }

  @RequiresScopes(Scope.SANDBOX_WRITE)
  @SandboxOnly()
  @Mutation(() => SimulateCashInResult, {
    nullable: true,
    description:
      'Simulates an incoming payment to an account. PIX raises PIX_CASH_IN_WAS_RECEIVED, then PIX_CASH_IN_WAS_CLEARED; TED the same two of TED.',
  })
  async simulateCashIn(
    @Arg('input', () => SimulateCashInInput, { description: 'Amount, account and rail.' })
    input: SimulateCashInInput,
    @Ctx() context: RequestContext,
  ): Promise<SimulateCashInSuccessType | DomainError> {
    const result = requireDecision(await this.simulate(callerOf(context), input));
    return result instanceof DomainError ? result : new SimulateCashInSuccessType(result);
  }
}
