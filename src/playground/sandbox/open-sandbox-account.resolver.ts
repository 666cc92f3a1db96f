import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { openAccount, refuseNoCpf, type OpenAccountDependencies } from '../../bank/accounts/open-account.ts';
import type { PaymentAccountRow } from '../../bank/accounts/payment-account.rows.ts';
import type { Requester } from '../../kernel/requester.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { Caller, WithoutDatabase } from '../../platform/database/caller.ts';
import { callerOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { performIntent } from '../../provider/intents/perform-intent.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import { requireDecision } from '../../platform/graphql/operations/require-decision.ts';
import type { Undecided } from '../../kernel/undecided.ts';
import { sandboxAccountAtProvider } from './open-sandbox-account.provider.ts';
import { OpenSandboxAccountInput } from './open-sandbox-account.input.ts';
import { OpenSandboxAccountResult, OpenSandboxAccountSuccessType } from './open-sandbox-account.result.ts';
import { SANDBOX_BANKS, SANDBOX_BRANCH, SANDBOX_PARTNERS } from '../sandbox-world/sandbox-world.ts';

/** Pocket limit of a partner that the sandbox does not know: that of its first partner. */
const POCKET_LIMIT_DEFAULT = 3;

interface OpenSandboxAccountCommand {
  readonly documentNumber: string;
  readonly idempotencyKey?: string | null;
}

type OpenSandboxAccount = (
  caller: Caller,
  command: OpenSandboxAccountCommand,
) => Promise<Made<PaymentAccountRow> | DomainError | Undecided>;

export interface OpenSandboxAccountNeeds extends WithoutDatabase<OpenAccountDependencies> {
  /** Undefined if this gateway is the bank itself. */
  readonly provider: ProviderSide | undefined;
}

/** Returns the port that opens accounts here, or in the provider's sandbox. */
function sandboxAccountPort({ provider, ...needs }: OpenSandboxAccountNeeds): OpenSandboxAccount {
  if (provider === undefined)
    return ({ database, requester }, command) => open({ ...needs, database }, requester, command);
  const atProvider = sandboxAccountAtProvider(needs);
  return async (caller, { documentNumber, idempotencyKey: key }) =>
    refuseNoCpf(documentNumber) ?? performIntent(provider, atProvider, { ...caller, wanted: { documentNumber }, key });
}

function open(
  needs: OpenAccountDependencies,
  { partnerId }: Requester,
  { documentNumber, idempotencyKey = null }: OpenSandboxAccountCommand,
) {
  const partner = SANDBOX_PARTNERS.find(({ id }) => id === partnerId);
  return openAccount(needs, {
    partnerId,
    documentNumber,
    idempotencyKey,
    bankIspb: SANDBOX_BANKS[0].ispb,
    branch: SANDBOX_BRANCH,
    pocketLimit: partner?.pocketLimit ?? POCKET_LIMIT_DEFAULT,
  });
}

@Resolver()
export class OpenSandboxAccountResolver {
  private readonly open: OpenSandboxAccount;

  constructor(needs: OpenSandboxAccountNeeds) {
    this.open = sandboxAccountPort(needs);
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
