import * as v from 'valibot';
import { TaxpayerIdType } from '../../../kernel/taxpayer-id.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { providerCurrency, providerDate, providerEnum, providerInstant } from '../intents/provider-values.ts';
import { PocketStatus, PocketUseCase } from '../../../bank/pockets/pocket.enum.ts';
import { FIND_POCKET_BY_NUMBER, type PocketRow } from '../../../bank/pockets/pocket.rows.ts';

export const USER = v.object({
  name: v.string(),
  document: v.object({ value: v.string(), type: providerEnum(TaxpayerIdType) }),
  birthDate: providerDate,
});

/** A pocket as the provider shows it. */
export const PROVIDER_POCKET = v.object({
  number: v.string(),
  label: v.string(),
  currency: providerCurrency,
  status: providerEnum(PocketStatus),
  reason: v.string(),
  category: v.string(),
  useCase: providerEnum(PocketUseCase),
  createdAt: providerInstant,
  user: USER,
  /** Its payment account, if the response contains it. */
  account: v.optional(v.unknown()),
});
export type ProviderPocket = v.InferOutput<typeof PROVIDER_POCKET>;

/** The pockets of an account, as the provider lists them. */
export const LISTED_POCKETS = v.object({ data: v.array(PROVIDER_POCKET) });

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
