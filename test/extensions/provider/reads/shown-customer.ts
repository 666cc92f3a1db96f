import { randomUUID } from 'node:crypto';
import { registerCustomer, type registrationInput } from '../../../support/customers.ts';
import type { AnyGateway } from '../../../support/gateway.ts';
import type { ProviderDouble } from '../calls/provider-double.ts';
import { answer } from '../intents/before-another.ts';

export type RegistrationInput = ReturnType<typeof registrationInput>;

/** How the provider shows a customer, and the status with which it answers mutations. */
interface Showing {
  readonly updatedAt: string;
  readonly status?: string;
  readonly put?: number;
}

/** Returns the customer of an input like this as the provider shows it. */
export function shownAs(input: RegistrationInput, { updatedAt, status = 'APPROVED' }: Showing): object {
  const { documentation: _documentation, ...record } = input;
  const assertedIncome = { value: '1234.56', currency: 'BRL' };
  return { ...record, assertedIncome, status, createdAt: '2026-01-31T12:00:00.000Z', updatedAt };
}

/** The provider shows the customer of an input like this, and accepts registrations, or never answers them. */
export function showing(double: ProviderDouble, input: RegistrationInput, shown: Showing): void {
  double.answer = ({ body }, response) => {
    if (body === '') answer(response, 200, shownAs(input, shown));
    else answer(response, shown.put ?? 202, '');
  };
}

/** The input of a later registration of the same person. */
export function again(input: RegistrationInput, registerName = 'Outro Nome'): RegistrationInput {
  return { ...input, registerName };
}

/**
 * Registers a person, and returns the id of the registration and the correlation id of the request.
 * @throws Error if it is refused
 */
export async function register(gateway: AnyGateway, input: RegistrationInput) {
  const correlationId = randomUUID();
  const made = await registerCustomer(gateway, input, { headers: { 'x-correlation-id': correlationId } });
  if (made.__typename !== 'RegisterCustomerSuccess') throw new Error(`It was refused: ${JSON.stringify(made)}`);
  return { id: String(made.registration.id), correlationId };
}
