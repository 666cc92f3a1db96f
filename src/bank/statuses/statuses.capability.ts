import { Migration20261129135200_statuses_of_holders } from '../../../migrations/Migration20261129135200_statuses_of_holders.ts';
import type { Capability } from '../../capability.ts';

/** Statuses that the bank gives to pockets, accounts and customers. */
export const statuses: Capability = {
  folder: 'bank/statuses',
  neighbours: ['bank/accounts', 'bank/customers', 'bank/pockets'],
  migrations: [Migration20261129135200_statuses_of_holders],
};
