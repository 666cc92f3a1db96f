import { defineEntity } from '@mikro-orm/core';
import { Partner } from '../../bank/partners/partner.entity.ts';

const ProviderPartnerSchema = defineEntity({
  name: 'ProviderPartner',
  properties: (p) => ({
    partnerId: () =>
      p.oneToOne(Partner).mapToPk().primary().fieldName('partner_id').deleteRule('no action').updateRule('no action'),
    clientId: p.text(),
    /** Sealed, as are the private key and the signing secret. */
    clientSecret: p.text(),
    /** Scopes to ask for, with spaces between; null: those that the client has. */
    scope: p.text().nullable(),
    /** PEM of what the gateway shows for this partner where the provider asks for it (mutual TLS). */
    certificate: p.text().nullable(),
    privateKey: p.text().nullable(),
    /** Names the partner in events of the provider, which are signed with the signing secret. */
    publicKey: p.text().nullable().unique('provider_partner_public_key_unique'),
    signingSecret: p.text().nullable(),
    /** Pockets that an account of this partner may have; null: what the provider says. */
    pocketLimit: p.integer().nullable(),
    updatedAt: p.datetime(3),
  }),
  checks: [
    { name: 'provider_partner_identity_is_whole', expression: '(certificate is null) = (private_key is null)' },
    { name: 'provider_partner_signing_is_whole', expression: '(public_key is null) = (signing_secret is null)' },
    { name: 'provider_partner_pocket_limit_is_positive', expression: 'pocket_limit > 0' },
  ],
});

/** How a partner is known to the provider. */
export class ProviderPartner extends ProviderPartnerSchema.class {}
ProviderPartnerSchema.setClass(ProviderPartner);
