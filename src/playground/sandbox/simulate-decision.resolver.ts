import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import type { SimulateDecision } from './sandbox.port.ts';
import { SimulateDecisionInput } from './simulate-decision.input.ts';
import { SimulateDecisionResult, SimulateDecisionSuccessType } from './simulate-decision.result.ts';

@Resolver()
export class SimulateDecisionResolver {
  private readonly decide: SimulateDecision;

  constructor(decide: SimulateDecision) {
    this.decide = decide;
  }

  @RequiresScopes(Scope.SANDBOX_WRITE)
  @SandboxOnly()
  @Mutation(() => SimulateDecisionResult, {
    nullable: true,
    description: 'Decides the detailed analysis of a customer, as the service desk of the bank does.',
  })
  async simulateDecision(
    @Arg('input', () => SimulateDecisionInput, { description: 'The decision.' }) input: SimulateDecisionInput,
    @Ctx() context: RequestContext,
  ): Promise<SimulateDecisionSuccessType | DomainError> {
    const result = requireDecision(await this.decide(callerOf(context), input));
    return result instanceof DomainError ? result : new SimulateDecisionSuccessType(result);
  }
}
