import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import type { SimulateStatus } from './sandbox.port.ts';
import { SimulateStatusInput } from './simulate-status.input.ts';
import { SimulateStatusResult, SimulateStatusSuccessType } from './simulate-status.result.ts';

@Resolver()
export class SimulateStatusResolver {
  private readonly simulate: SimulateStatus;

  constructor(simulate: SimulateStatus) {
    this.simulate = simulate;
  }

  @RequiresScopes(Scope.SANDBOX_WRITE)
  @SandboxOnly()
  @Mutation(() => SimulateStatusResult, {
    nullable: true,
    description: 'Sets a status that the bank decides on: elsewhere an operator does. What is CLOSED stays so.',
  })
  async simulateStatus(
    @Arg('input', () => SimulateStatusInput, { description: 'What is to have which status.' })
    input: SimulateStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<SimulateStatusSuccessType | DomainError> {
    const result = requireDecision(await this.simulate(callerOf(context), input));
    return result instanceof DomainError ? result : new SimulateStatusSuccessType(result);
  }
}
