import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import { ViewerType } from '../../bank/partners/viewer.type.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { shownPublicKey } from './ed25519.value.ts';
import type { PartnerKeys, SigningPair } from './partner-keys.ts';
import { KEY_SETS_PATH } from './key-sets-endpoint.ts';

@Resolver(() => ViewerType)
export class SigningResolver {
  private readonly keys: PartnerKeys;

  constructor(keys: PartnerKeys) {
    this.keys = keys;
  }

  @FieldResolver(() => String, {
    description: 'Public part of the Ed25519 key that signs for the partner now: `whpk_` and base64.',
  })
  async signingKey(@Ctx() context: RequestContext): Promise<string> {
    return shownPublicKey((await this.current(context)).publicKey);
  }

  @FieldResolver(() => String, {
    description: 'Where the public keys of the partner are, the next one first: a JSON Web Key Set, without a token.',
  })
  async signingKeysUrl(@Ctx() context: RequestContext): Promise<string> {
    return `${context.publicUrl}${KEY_SETS_PATH}?set=${(await this.current(context)).setId}`;
  }

  private async current(context: RequestContext): Promise<SigningPair> {
    const { partnerId } = principalOf(context);
    const current = (await this.keys.currentOf(context.database, [partnerId])).get(partnerId);
    if (current === undefined) throw new Error('A partner has no signing key though one was made.');
    return current;
  }
}
