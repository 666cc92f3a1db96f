import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { openAccount, type OpenAccountDependencies } from '../../bank/accounts/open-account.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import {
  onBehalfOf,
  principalOf,
  type RequestContext,
  type WithoutDatabase,
} from '../../platform/graphql/operations/request-context.ts';
import { OpenSandboxAccountInput } from './open-sandbox-account.input.ts';
import { OpenSandboxAccountResult, OpenSandboxAccountSuccessType } from './open-sandbox-account.result.ts';
import { SANDBOX_BANKS, SANDBOX_BRANCH, SANDBOX_PARTNERS } from './sandbox-world.ts';

/** What a partner that the sandbox does not know may have, as the first one it does. */
const POCKET_LIMIT_DEFAULT = 3;

@Resolver()
export class OpenSandboxAccountResolver {
  private readonly dependencies: WithoutDatabase<OpenAccountDependencies>;

  constructor(dependencies: WithoutDatabase<OpenAccountDependencies>) {
    this.dependencies = dependencies;
  }

  @RequiresScopes(Scope.SANDBOX_WRITE)
  @SandboxOnly()
  @Mutation(() => OpenSandboxAccountResult, {
    nullable: true,
    description:
      'Opens a payment account for an approved customer, a further one each time it is asked, or one per idempotency key.',
  })
  async openSandboxAccount(
    @Arg('input', () => OpenSandboxAccountInput, { description: 'For whom.' }) input: OpenSandboxAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<OpenSandboxAccountSuccessType | DomainError> {
    const { partnerId } = principalOf(context);
    const partner = SANDBOX_PARTNERS.find(({ id }) => id === partnerId);
    const result = await openAccount(onBehalfOf(this.dependencies, context), {
      partnerId,
      documentNumber: input.documentNumber,
      idempotencyKey: input.idempotencyKey ?? null,
      bankIspb: SANDBOX_BANKS[0].ispb,
      branch: SANDBOX_BRANCH,
      pocketLimit: partner?.pocketLimit ?? POCKET_LIMIT_DEFAULT,
    });
    return result instanceof DomainError ? result : new OpenSandboxAccountSuccessType(result);
  }
}
