import { statement } from '../statements/statement.ts';

/** The role that works for partners. It owns no table, so that row-level security applies to it. */
export const TENANT_ROLE = 'gateway_tenant';

/**
 * Sets role and partner for the rest of the transaction. Both end with the transaction, however that ends, so that a
 * connection never keeps them. It returns no row, so that it can be sent before a statement without a trace in its
 * answer. An empty partner owns nothing.
 */
export const ENTER_TENANT = statement(
  'enter_tenant',
  `select where concat(set_config('role', '${TENANT_ROLE}', true), set_config('gateway.partner', $1, true)) is null`,
);
