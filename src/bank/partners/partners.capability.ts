import { Migration20261124100000_suspended_partners } from '../../../migrations/Migration20261124100000_suspended_partners.ts';
import type { Capability } from '../../capability.ts';
import { ViewerResolver, type ViewerDependencies } from './viewer.resolver.ts';
import { Partner } from './partner.entity.ts';
import type { SuspendedPartners } from './suspended-partners.ts';

/** How often it is looked whether a partner was suspended, in milliseconds. */
const SUSPENDED_REST_MS = 1_000;

/** Whom the bank serves, and what its tokens show. */
export const partners: Capability<ViewerDependencies, { readonly suspendedPartners: SuspendedPartners }> = {
  folder: 'bank/partners',
  entities: [Partner],
  apiRights: [{ entity: Partner, may: ['select'] }],
  migrations: [Migration20261124100000_suspended_partners],
  resolvers: (needs) => [new ViewerResolver(needs)],
  work({ suspendedPartners }, loop) {
    const name = 'suspended-partners';
    const worker = loop(name, SUSPENDED_REST_MS, async () => {
      await suspendedPartners.look();
      return false;
    });
    return [{ name, worker, role: 'api' }];
  },
};
