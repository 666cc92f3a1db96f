import { DomainError } from '../../kernel/domain-error.ts';
import { isAnyTaxpayerId } from '../../kernel/taxpayer-id.ts';
import type { Caller, WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { performIntent, refuseUnsent } from '../../provider/intents/perform-intent.ts';
import type { AtProviderNeeds } from '../../provider/intents/provider-mutation.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import type { Undecided } from '../../kernel/undecided.ts';
import { newPixEntry } from './new-pix-entry.value.ts';
import { invalidUserId } from './pix-entry.errors.ts';
import type { PixEntryRow } from './pix-entry.rows.ts';
import { pixEntryAtProvider } from './register-pix-entry.provider.ts';
import {
  gatheredRegistrations,
  registerPixEntry,
  type RegisterPixEntryCommand,
  type RegisterPixEntryDependencies,
} from './register-pix-entry.ts';

/** Registers a key, here or at the provider. */
export type RegisterPixEntry = (
  caller: Caller,
  command: RegisterPixEntryCommand,
) => Promise<Made<PixEntryRow> | DomainError | Undecided>;

export interface RegisterPixEntryNeeds
  extends Omit<WithoutDatabase<RegisterPixEntryDependencies>, 'registrations'>, AtProviderNeeds {
  /** Undefined if this gateway itself is the bank. */
  readonly provider: ProviderSide | undefined;
}

export function registerPixEntryPort(needs: RegisterPixEntryNeeds): RegisterPixEntry {
  const { provider, cnpjMayHaveLetters } = needs;
  if (provider === undefined) {
    const registrations = gatheredRegistrations();
    return ({ database, requester }, command) =>
      registerPixEntry({ ...needs, database, registrations }, requester, command);
  }
  const atProvider = pixEntryAtProvider(needs);
  return async (caller, command) => {
    const wanted = newPixEntry(command, cnpjMayHaveLetters);
    if (wanted instanceof DomainError) return wanted;
    const { idempotencyKey: key } = command;
    if (wanted.userId === undefined || isAnyTaxpayerId(wanted.userId, cnpjMayHaveLetters))
      return performIntent(provider, atProvider, { ...caller, wanted, key });
    // It is never sent, so a reused key must be reported here, before the refusal.
    return refuseUnsent(provider, atProvider, { ...caller, wanted, key, refusal: invalidUserId() });
  };
}
