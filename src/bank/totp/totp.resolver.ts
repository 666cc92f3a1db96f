import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { serviceUnavailable, unserved } from '../../platform/graphql/errors/client-error.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import type { UnsentCode } from './create-totp.ts';
import { CreateTotpInput, ValidateTotpInput } from './totp.input.ts';
import type { Totps } from './totp.port.ts';
import { CreateTotpResult, CreateTotpSuccessType, ValidateTotpResult, ValidateTotpSuccessType } from './totp.result.ts';

@Resolver()
export class TotpResolver {
  private readonly totps: Totps;

  constructor(totps: Totps) {
    this.totps = totps;
  }

  @RequiresScopes(Scope.TOTP_CREATE)
  @Mutation(() => CreateTotpResult, {
    nullable: true,
    description:
      'Sends a code to an e-mail address or phone, to register it as a key. The code is valid for five minutes and five tries.',
  })
  async createTotp(
    @Arg('input', () => CreateTotpInput, { description: 'Holder and key.' }) input: CreateTotpInput,
    @Ctx() context: RequestContext,
  ): Promise<CreateTotpSuccessType | DomainError> {
    const { documentNumber, addressingKey } = input;
    const command = { documentNumber, addressingKey, isDeliveredByPartner: context.isPartnerApi === true };
    const result = requireDecision(await this.totps.createTotp(callerOf(context), command));
    if (typeof result === 'string') throw unsent(result);
    return result instanceof DomainError ? result : new CreateTotpSuccessType(result);
  }

  @RequiresScopes(Scope.TOTP_VALIDATE)
  @Mutation(() => ValidateTotpResult, {
    nullable: true,
    description: 'Returns the transactional hash for the correct code, once.',
  })
  async validateTotp(
    @Arg('input', () => ValidateTotpInput, { description: 'Challenge and code.' }) input: ValidateTotpInput,
    @Ctx() context: RequestContext,
  ): Promise<ValidateTotpSuccessType | DomainError> {
    const result = requireDecision(await this.totps.validateTotp(callerOf(context), input));
    return result instanceof DomainError ? result : new ValidateTotpSuccessType(result);
  }
}

/** A code that was not delivered is the gateway's failure, not a business error. */
function unsent(reason: UnsentCode) {
  switch (reason) {
    case 'it could not be sent':
      return serviceUnavailable();
    case 'no way to send it is configured':
      return unserved('Codes cannot be sent: the operator has not set TOTP_SENDER_URL.');
  }
}
