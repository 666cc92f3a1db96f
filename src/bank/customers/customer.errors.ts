import { refuserOf, type RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of unknown customers. */
export const customerRefusals = {
  CUSTOMER_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Customer not found.',
    portuguese: 'Cliente não encontrado.',
    condition: 'the partner has not registered a customer with this CPF',
    path: ['documentNumber'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(customerRefusals);

export function customerNotFound() {
  return refuse('CUSTOMER_NOT_FOUND', {});
}
