import type { DomainError } from '../../kernel/domain-error.ts';
import type { Caller, WithoutDatabase } from '../../platform/database/caller.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import type { Undecided } from '../../kernel/undecided.ts';
import type { IssuedHash } from '../addressing-keys/transactional-hash.ts';
import {
  createTotp,
  type CreateTotpCommand,
  type CreateTotpDependencies,
  type TotpCreated,
  type UnsentCode,
} from './create-totp.ts';
import { createTotpAtProvider, validateTotpAtProvider } from './totp.provider.ts';
import { validateTotp, type ValidateTotpCommand, type ValidateTotpDependencies } from './validate-totp.ts';

/** One-time codes of this gateway or of the provider. */
export interface Totps {
  readonly create: (
    caller: Caller,
    command: CreateTotpCommand,
  ) => Promise<TotpCreated | DomainError | UnsentCode | Undecided>;
  readonly validate: (caller: Caller, command: ValidateTotpCommand) => Promise<IssuedHash | DomainError | Undecided>;
}

export interface TotpNeeds extends WithoutDatabase<CreateTotpDependencies & ValidateTotpDependencies> {
  /** Undefined if this gateway itself is the bank. */
  readonly provider: ProviderSide | undefined;
}

export function totpPort({ provider, ...needs }: TotpNeeds): Totps {
  if (provider !== undefined) {
    const atProvider = { ...needs, provider };
    return {
      create: (caller, command) => createTotpAtProvider(atProvider, caller, command),
      validate: (caller, command) => validateTotpAtProvider(atProvider, caller, command),
    };
  }
  return {
    create: ({ database, requester }, command) => createTotp({ ...needs, database }, requester, command),
    validate: ({ database, requester }, command) => validateTotp({ ...needs, database }, requester, command),
  };
}
