import { statement } from '../statements/statement.ts';

/** The role that works for partners: no owner of any table, so that row-level security holds for it. */
export const TENANT_ROLE = 'gateway_tenant';

/**
 * Makes what follows in the transaction the partner's: its role, and who it is. Both end with the transaction, however
 * that ends, so that a connection never keeps them. It gives no row back, so that it can travel in front of a statement
 * and leave no trace in its answer. A partner that is empty owns nothing.
 */
export const ENTER_TENANT = statement(
  'enter_tenant',
  `select where concat(set_config('role', '${TENANT_ROLE}', true), set_config('gateway.partner', $1, true)) is null`,
);
