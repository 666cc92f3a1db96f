import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { receiveCashIn, type ReceiveCashInDependencies } from '../../bank/cash-ins/receive-cash-in.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { onBehalfOf, requesterOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { SANDBOX_BANKS } from './sandbox-world.ts';
import { SimulateCashInInput } from './simulate-cash-in.input.ts';
import { SimulateCashInResult, SimulateCashInSuccessType } from './simulate-cash-in.result.ts';

/** The other player of the sandbox pays. */
const PAYER_ISPB = SANDBOX_BANKS[1].ispb;

@Resolver()
export class SimulateCashInResolver {
  private readonly dependencies: WithoutDatabase<ReceiveCashInDependencies>;

  constructor(dependencies: WithoutDatabase<ReceiveCashInDependencies>) {
    this.dependencies = dependencies;
  }

  @RequiresScopes(Scope.SANDBOX_WRITE)
  @SandboxOnly()
  @Mutation(() => SimulateCashInResult, {
    nullable: true,
    description:
      'Lets money come into an account. PIX raises PIX_CASH_IN_WAS_RECEIVED, then PIX_CASH_IN_WAS_CLEARED; TED raises TED_CASH_IN_WAS_CLEARED.',
  })
  async simulateCashIn(
    @Arg('input', () => SimulateCashInInput, { description: 'How much comes in, where, and on which way.' })
    input: SimulateCashInInput,
    @Ctx() context: RequestContext,
  ): Promise<SimulateCashInSuccessType | DomainError> {
    const { accountNumber, amount, rail, idempotencyKey = null } = input;
    const command = { accountNumber, amount, rail, idempotencyKey, payerIspb: PAYER_ISPB };
    const result = await receiveCashIn(onBehalfOf(this.dependencies, context), requesterOf(context), command);
    return result instanceof DomainError ? result : new SimulateCashInSuccessType(result);
  }
}
