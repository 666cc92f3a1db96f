import * as v from 'valibot';
import type { Sql } from '../../../platform/database/database.ts';
import {
  providerCurrency,
  providerDate,
  providerDocument,
  providerEnum,
  providerInstant,
} from '../intents/provider-values.ts';
import { PocketStatus, PocketUseCase } from '../../../bank/pockets/pocket.enum.ts';
import { FIND_POCKET_BY_NUMBER, type PocketRow } from '../../../bank/pockets/pocket.rows.ts';

export const USER = v.object({
  name: v.string(),
  document: providerDocument,
  birthDate: providerDate,
});

/** A pocket as the provider shows it. */
export const PROVIDER_POCKET = v.object({
  number: v.string(),
  label: v.string(),
  currency: providerCurrency,
  status: providerEnum(PocketStatus),
  reason: v.optional(v.fallback(v.string(), ''), ''),
  category: v.optional(v.fallback(v.string(), ''), ''),
  useCase: providerEnum(PocketUseCase),
  createdAt: providerInstant,
  user: USER,
  /** Its payment account, if the response contains it. */
  account: v.optional(v.unknown()),
});
export type ProviderPocket = v.InferOutput<typeof PROVIDER_POCKET>;

/** How the pockets of an account are read from their list. */
export const LISTED_POCKETS = { item: PROVIDER_POCKET, idOf: ({ number }: ProviderPocket) => number };

/** Returns a pocket of the provider as it is stored. */
export function pocketRow<Stored extends Pick<PocketRow, 'id' | 'metadata'>>(
  { user, account: _account, ...reported }: ProviderPocket,
  stored: Stored,
): Omit<PocketRow, 'owner'> & Stored {
  return {
    ...reported,
    ...stored,
    userName: user.name,
    userDocumentValue: user.document.value,
    userDocumentType: user.document.type,
    userBirthDate: user.birthDate,
  };
}

/** Id of a pocket; undefined if not known here. */
export async function idOf(sql: Sql, partnerId: string, { number }: ProviderPocket): Promise<string | undefined> {
  const [known] = await sql.run(FIND_POCKET_BY_NUMBER, { partnerId, number });
  return known?.id;
}
