import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Perform } from '../elsewhere.port.ts';
import { cancelCustomer, type CancelCustomerCommand } from './cancel-customer.ts';
import type { CustomerChangeRequest } from './customer-change.value.ts';
import { updateCustomer, type ChangedCustomer, type UpdateCustomerDependencies } from './update-customer.ts';

/** Changes a customer. */
export type UpdateCustomer = Perform<CustomerChangeRequest, ChangedCustomer>;
/** Cancels a customer. */
export type CancelCustomer = Perform<CancelCustomerCommand, ChangedCustomer>;

/** What of changes may happen elsewhere. */
export interface CustomerChangesElsewhere {
  readonly updateCustomer?: UpdateCustomer;
  readonly cancelCustomer?: CancelCustomer;
}

export interface CustomerChangesNeeds extends WithoutDatabase<UpdateCustomerDependencies> {
  readonly elsewhere: CustomerChangesElsewhere;
}

/** Changes customers elsewhere, or here. */
export function updateCustomerPort({ elsewhere, ...needs }: CustomerChangesNeeds): UpdateCustomer {
  return (
    elsewhere.updateCustomer ??
    (({ database, requester }, request) => updateCustomer({ ...needs, database }, requester, request))
  );
}

/** Cancels customers elsewhere, or here. */
export function cancelCustomerPort({ elsewhere, ...needs }: CustomerChangesNeeds): CancelCustomer {
  return (
    elsewhere.cancelCustomer ??
    (({ database, requester }, command) => cancelCustomer({ ...needs, database }, requester, command))
  );
}
