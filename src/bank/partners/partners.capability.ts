import type { Capability } from '../../capability.ts';
import { ViewerResolver, type ViewerDependencies } from './viewer.resolver.ts';
import { Partner } from './partner.entity.ts';

/** Whom the bank serves, and what its tokens show. */
export const partners: Capability<ViewerDependencies> = {
  folder: 'bank/partners',
  entities: [Partner],
  apiRights: [{ entity: Partner, may: ['select'] }],
  resolvers: (needs) => [new ViewerResolver(needs)],
};
