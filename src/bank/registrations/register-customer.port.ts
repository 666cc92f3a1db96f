import { bankDate } from '../../kernel/clock.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Caller, WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { performIntent, refuseUnsent } from '../../provider/intents/perform-intent.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import type { Undecided } from '../../kernel/undecided.ts';
import { newRegistration } from './new-registration.value.ts';
import { registrationAtProvider } from './register-customer.provider.ts';
import {
  gatheredRegistrations,
  registerCustomer,
  type RegisterCustomerCommand,
  type RegisterCustomerDependencies,
} from './register-customer.ts';
import { isBlockedCode } from './registration-phone.value.ts';
import { phoneCountryCodeNotAllowed } from './registration.errors.ts';
import type { RegistrationRow } from './registration.rows.ts';

/** Registers a person, here or at the provider. */
export type RegisterCustomer = (
  caller: Caller,
  command: RegisterCustomerCommand,
) => Promise<Made<RegistrationRow> | DomainError | Undecided>;

export interface RegisterCustomerNeeds extends Omit<WithoutDatabase<RegisterCustomerDependencies>, 'registrations'> {
  /** Undefined if this gateway itself is the bank. */
  readonly provider: ProviderSide | undefined;
}

export function registerCustomerPort(needs: RegisterCustomerNeeds): RegisterCustomer {
  const { provider, clock } = needs;
  if (provider === undefined) {
    const registrations = gatheredRegistrations();
    return ({ database, requester }, command) =>
      registerCustomer({ ...needs, database, registrations }, requester, command);
  }
  const atProvider = registrationAtProvider(needs);
  return async (caller, command) => {
    const wanted = newRegistration(command, bankDate(clock.now()));
    if (wanted instanceof DomainError) return wanted;
    const { idempotencyKey: key } = command;
    const { countryCode } = wanted.phone;
    if (!isBlockedCode(countryCode)) return performIntent(provider, atProvider, { ...caller, wanted, key });
    // It is never sent, so a reused key must be reported here, before the refusal.
    const refusal = phoneCountryCodeNotAllowed(countryCode);
    return refuseUnsent(provider, atProvider, { ...caller, wanted, key, refusal });
  };
}
