import type { RefusalTable } from '../../kernel/domain-error.ts';

/** What is said of customers that are not there. */
export const customerRefusals = {
  CUSTOMER_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Customer not found.',
    condition: 'the partner has not registered a customer with this CPF',
    restOnly: true,
  },
} as const satisfies RefusalTable;
