import { Arg, Ctx, FieldResolver, Mutation, Resolver } from 'type-graphql';
import type { DomainError } from '../../kernel/domain-error.ts';
import { ViewerType } from '../../bank/partners/viewer.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { onBehalfOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { shownPublicKey } from './ed25519.value.ts';
import { KEY_SETS_PATH } from './key-sets-endpoint.ts';
import type { SigningPair } from './partner-keys.ts';
import { rotateSigningKey, type RotationDependencies } from './rotate-signing-key.ts';
import { RotateSigningKeyInput } from './rotate-signing-key.input.ts';
import { RotateSigningKeyResult, RotateSigningKeySuccessType } from './rotate-signing-key.result.ts';

@Resolver(() => ViewerType)
export class SigningResolver {
  private readonly dependencies: WithoutDatabase<RotationDependencies>;

  constructor(dependencies: WithoutDatabase<RotationDependencies>) {
    this.dependencies = dependencies;
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => RotateSigningKeyResult, {
    nullable: true,
    description:
      'Signs with the next Ed25519 key of the partner from now on, and creates a new next key. The previous key also signs for one day.',
  })
  async rotateSigningKey(
    @Arg('input', () => RotateSigningKeyInput, { description: 'How the keys change.' })
    { compromised }: RotateSigningKeyInput,
    @Ctx() context: RequestContext,
  ): Promise<RotateSigningKeySuccessType | DomainError> {
    const principal = principalOf(context);
    const refusal = await rotateSigningKey(onBehalfOf(this.dependencies, context), principal.partnerId, compromised);
    return refusal ?? new RotateSigningKeySuccessType(new ViewerType(principal, context.sandbox));
  }

  @FieldResolver(() => String, {
    description: 'Current public Ed25519 signing key of the partner: `whpk_` and base64.',
  })
  async signingKey(@Ctx() context: RequestContext): Promise<string> {
    return shownPublicKey((await this.current(context)).publicKey);
  }

  @FieldResolver(() => String, {
    description: "URL of the partner's public keys, the next one first: a JSON Web Key Set that requires no token.",
  })
  async signingKeysUrl(@Ctx() context: RequestContext): Promise<string> {
    return `${context.publicUrl}${KEY_SETS_PATH}?set=${(await this.current(context)).setId}`;
  }

  private async current(context: RequestContext): Promise<SigningPair> {
    const { partnerId } = principalOf(context);
    return (await this.dependencies.partnerKeys.setOf(context.database, partnerId)).current;
  }
}
