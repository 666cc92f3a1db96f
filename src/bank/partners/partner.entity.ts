import { defineEntity } from '@mikro-orm/core';

const PartnerSchema = defineEntity({
  name: 'Partner',
  properties: (p) => ({
    id: p.text().primary(),
    name: p.text(),
    companyKey: p.text().unique(),
    createdAt: p.datetime(3),
    lookupPoints: p.integer().nullable(),
    lookupSeconds: p.integer().nullable(),
    suspendedAt: p.datetime(3).nullable(),
    bindingRequiredAt: p.datetime(3).nullable(),
  }),
  indexes: [
    {
      name: 'partner_restricted_index',
      expression:
        'create index partner_restricted_index on partner (id) where suspended_at is not null or binding_required_at is not null',
    },
  ],
  checks: [{ name: 'partner_lookup_size_is_whole', expression: '(lookup_points is null) = (lookup_seconds is null)' }],
});

/**
 * A tenant. Its id is the partner claim of its tokens. It can have its own sizes of look-up budgets. While it is
 * suspended, its tokens are refused; if binding is required, only those that are bound to their sender are accepted.
 */
export class Partner extends PartnerSchema.class {}
PartnerSchema.setClass(Partner);
