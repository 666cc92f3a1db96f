import { claimCustomer, IS_NOT_PENDING } from '../../../bank/registrations/register-customer.rows.ts';
import { statement } from '../../../platform/statements/statement.ts';

const GIVEN_CUSTOMER = `values ($1, $2, $3, 'PENDING_APPROVAL', $4, $4, $5)`;

/**
 * Replaces what is pending here, which the provider has decided even if that is not known here. Ids are ordered by the
 * time of the request: what is learned of an earlier one after a later one was accepted does not replace that.
 */
const REPLACES_EARLIER = `${IS_NOT_PENDING}
  or customer.pending_registration_id < excluded.pending_registration_id`;

/** For a registration accepted by the provider. */
export const TAKE_CUSTOMER = statement('take_customer', claimCustomer(GIVEN_CUSTOMER, REPLACES_EARLIER), {
  writes: 'lock',
});
