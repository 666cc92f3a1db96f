import type { Capability } from '../../capability.ts';
import { ViewerResolver, type ViewerDependencies } from './viewer.resolver.ts';
import { Partner } from './partner.entity.ts';
import type { PartnerRestrictions } from './partner-restrictions.ts';

/** How often restrictions of partners are polled, in milliseconds. */
const RESTRICTIONS_REST_MS = 1_000;

/** Partners of the bank, and what their tokens show. */
export const partners: Capability<ViewerDependencies, { readonly partnerRestrictions: PartnerRestrictions }> = {
  folder: 'bank/partners',
  entities: [Partner],
  apiRights: [{ entity: Partner, may: ['select'] }],
  resolvers: (needs) => [new ViewerResolver(needs)],
  work({ partnerRestrictions }, loop) {
    const name = 'partner-restrictions';
    const worker = loop(name, RESTRICTIONS_REST_MS, async () => {
      await partnerRestrictions.look();
      return false;
    });
    return [{ name, worker, role: 'api' }];
  },
};
