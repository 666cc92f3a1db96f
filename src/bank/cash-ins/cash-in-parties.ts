import * as v from 'valibot';
import { AccountType } from '../accounts/account.enum.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { HolderType } from '../customers/holder.enum.ts';
import { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const nullableText = v.nullable(v.string());

/** Who pays or receives, with the account. What is not known, or was erased, is null. */
const PARTY = v.object({
  document: v.nullable(v.object({ value: v.string(), type: v.enum(TaxpayerIdType) })),
  type: v.nullable(v.enum(HolderType)),
  name: nullableText,
  account: v.object({
    branch: nullableText,
    number: nullableText,
    type: v.nullable(v.enum(AccountType)),
    bank: v.nullable(v.object({ ispb: v.string(), code: nullableText, name: v.string() })),
  }),
});
export type CashInParty = v.InferOutput<typeof PARTY>;

/** The personal data of a cash-in. `key` is the addressing key that was paid to; null if branch and number were. */
const PARTIES = v.object({
  payer: v.nullable(PARTY),
  payee: v.nullable(PARTY),
  key: v.nullable(v.object({ type: v.enum(AddressingKeyType), value: v.string() })),
});
export type CashInParties = v.InferOutput<typeof PARTIES>;

/** Of a cash-in whose parties are not stored. */
export const UNKNOWN_PARTIES: CashInParties = { payer: null, payee: null, key: null };

/** The part of a cash-in that holds its parties. */
export interface WithParties {
  readonly id: string;
  /** Sealed; null if they are not known. */
  readonly parties: string | null;
}

/** Seals the parties of a cash-in for its row. */
export function sealedParties(secrets: SecretBox, id: string, parties: CashInParties): string {
  return secrets.seal(JSON.stringify(parties), id);
}

/** @throws Error if they were sealed for another cash-in, or with an unknown passphrase */
export function partiesOf(secrets: SecretBox, { id, parties }: WithParties): CashInParties {
  if (parties === null) return UNKNOWN_PARTIES;
  return v.parse(PARTIES, JSON.parse(secrets.open(parties, id)));
}

/** Whether a person pays or receives. */
export function hasPerson({ payer, payee }: CashInParties, document: string): boolean {
  return isOf(payer, document) || isOf(payee, document);
}

/** Returns the parties without name and document of a person, and without the key that is theirs. */
export function withoutPerson({ payer, payee, key }: CashInParties, document: string): CashInParties {
  return {
    payer: withoutName(payer, document),
    payee: withoutName(payee, document),
    key: isOf(payee, document) ? null : key,
  };
}

function withoutName(party: CashInParty | null, document: string): CashInParty | null {
  return party && isOf(party, document) ? { ...party, document: null, name: null } : party;
}

function isOf(party: CashInParty | null, document: string): boolean {
  return party?.document?.value === document;
}
