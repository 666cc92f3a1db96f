import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { IssuedHash } from '../addressing-keys/transactional-hash.ts';
import type { Perform } from '../elsewhere.port.ts';
import {
  createTotp,
  type CreateTotpCommand,
  type CreateTotpDependencies,
  type TotpCreated,
  type UnsentCode,
} from './create-totp.ts';
import { validateTotp, type ValidateTotpCommand, type ValidateTotpDependencies } from './validate-totp.ts';

/** Sends one-time codes, and checks them. */
export interface Totps {
  readonly createTotp: Perform<CreateTotpCommand, TotpCreated | UnsentCode>;
  readonly validateTotp: Perform<ValidateTotpCommand, IssuedHash>;
}

export interface TotpNeeds extends WithoutDatabase<CreateTotpDependencies & ValidateTotpDependencies> {
  readonly elsewhere: Partial<Totps>;
}

/** One-time codes of elsewhere, or of this gateway. */
export function totpPort({ elsewhere, ...needs }: TotpNeeds): Totps {
  const { createTotp: create, validateTotp: validate } = elsewhere;
  return {
    createTotp:
      create ?? (({ database, requester }, command) => createTotp({ ...needs, database }, requester, command)),
    validateTotp:
      validate ?? (({ database, requester }, command) => validateTotp({ ...needs, database }, requester, command)),
  };
}
