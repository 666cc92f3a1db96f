import { DomainError } from '../../kernel/domain-error.ts';
import type { Caller, WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { performIntent } from '../../provider/intents/perform-intent.ts';
import type { AtProviderNeeds } from '../../provider/intents/provider-mutation.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import type { Undecided } from '../../kernel/undecided.ts';
import { pocketAtProvider } from './create-pocket.provider.ts';
import {
  createPocket,
  gatheredCreations,
  type CreatePocketCommand,
  type CreatePocketDependencies,
} from './create-pocket.ts';
import { newPocket } from './new-pocket.value.ts';
import type { PocketRow } from './pocket.rows.ts';

/** Creates a pocket, here or at the provider. */
export type CreatePocket = (
  caller: Caller,
  command: CreatePocketCommand,
) => Promise<Made<PocketRow> | DomainError | Undecided>;

export interface CreatePocketNeeds
  extends Omit<WithoutDatabase<CreatePocketDependencies>, 'creations'>, AtProviderNeeds {
  /** Undefined if this gateway itself is the bank. */
  readonly provider: ProviderSide | undefined;
}

export function createPocketPort(needs: CreatePocketNeeds): CreatePocket {
  const { provider, cnpjMayHaveLetters } = needs;
  if (provider === undefined) {
    const creations = gatheredCreations();
    return ({ database, requester }, command) => createPocket({ ...needs, database, creations }, requester, command);
  }
  const atProvider = pocketAtProvider(needs);
  return async (caller, command) => {
    const wanted = newPocket(command, cnpjMayHaveLetters);
    if (wanted instanceof DomainError) return wanted;
    return performIntent(provider, atProvider, { ...caller, wanted, key: command.idempotencyKey });
  };
}
