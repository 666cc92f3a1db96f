import { defineEntity } from '@mikro-orm/core';
import { Partner } from '../../../bank/partners/partner.entity.ts';

const ProviderPartnerSchema = defineEntity({
  name: 'ProviderPartner',
  properties: (p) => ({
    partnerId: () =>
      p.oneToOne(Partner).mapToPk().primary().fieldName('partner_id').deleteRule('no action').updateRule('no action'),
    clientId: p.text(),
    /** Encrypted, as are the private key and the signing secret. */
    clientSecret: p.text(),
    /** Scopes to request, separated by spaces; null: those of the client. */
    scope: p.text().nullable(),
    /** PEM of the client certificate of this partner, if the provider requires one (mutual TLS). */
    certificate: p.text().nullable(),
    privateKey: p.text().nullable(),
    /** Identifies the partner in the provider's events, which are signed with the signing secret. */
    publicKey: p.text().nullable().unique('provider_partner_public_key_unique'),
    signingSecret: p.text().nullable(),
    /** Pockets that an account of this partner can have; null: unknown, and shown as 0. */
    pocketLimit: p.integer().nullable(),
    updatedAt: p.datetime(3),
  }),
  checks: [
    { name: 'provider_partner_identity_is_whole', expression: '(certificate is null) = (private_key is null)' },
    { name: 'provider_partner_signing_is_whole', expression: '(public_key is null) = (signing_secret is null)' },
    { name: 'provider_partner_pocket_limit_is_positive', expression: 'pocket_limit > 0' },
  ],
});

/** Credentials of a partner at the provider. */
export class ProviderPartner extends ProviderPartnerSchema.class {}
ProviderPartnerSchema.setClass(ProviderPartner);
