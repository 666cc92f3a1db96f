import type { Random } from '../../kernel/random.ts';
import { isActiveCurrency } from '../../kernel/currency.ts';
import { isTaxpayerId, type TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import { refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import { isFilled, isTextOf, jsonText } from '../../kernel/text.ts';
import type { PocketUseCase } from './pocket.enum.ts';

/** Longest label of a pocket, in code points after trimming (ours). */
const LABEL_LENGTH_MAX = 60;
/** Longest name, in code points after trimming (ours). */
const NAME_LENGTH_MAX = 256;
/** Largest metadata, in bytes of JSON (ours). */
const METADATA_BYTES_MAX = 16 * 1024;
/** Largest random part of a pocket number: 13 digits (seed, Limits). */
const RANDOM_PART_MAX = 9_999_999_999_999;

/** A pocket as it is asked for; dates are real and closed sets are checked by their types. */
export interface PocketRequest {
  readonly accountNumber: string;
  readonly user: {
    readonly name: string;
    readonly document: { readonly value: string; readonly type: TaxpayerIdType };
    readonly birthDate: string;
  };
  readonly currency: string;
  readonly label: string;
  readonly useCase: PocketUseCase;
  readonly metadata?: object | null;
}

/** The same, checked and in normal form. */
export type NewPocket = Required<PocketRequest>;

/** Checks every field of a request and brings it into normal form, or names all that is wrong. */
export function newPocket(request: PocketRequest, cnpjMayHaveLetters: boolean): NewPocket | InvalidInput {
  const { user, metadata = null } = request;
  const violations: InputViolation[] = [];
  const demand = (holds: boolean, path: string, message: string) => {
    if (!holds) violations.push({ path: path.split('.'), message });
  };
  const label = request.label.trim();
  const name = user.name.trim();
  const { type, value } = user.document;
  demand(isFilled(request.accountNumber), 'accountNumber', 'Give the number of an account.');
  demand(isTextOf(name, NAME_LENGTH_MAX), 'user.name', `Give a name of 1 to ${NAME_LENGTH_MAX} characters.`);
  demand(isTaxpayerId(type, value, cnpjMayHaveLetters), 'user.document.value', documentWanted(type));
  demand(isActiveCurrency(request.currency), 'currency', 'Give an active ISO 4217 code in upper case, such as BRL.');
  demand(isTextOf(label, LABEL_LENGTH_MAX), 'label', `Give a label of 1 to ${LABEL_LENGTH_MAX} characters.`);
  demand(isMetadata(metadata), 'metadata', `Give at most ${METADATA_BYTES_MAX / 1024} KB of JSON.`);
  if (violations.length > 0) return refuseInput(violations);
  const document = { type, value };
  const { accountNumber, currency, useCase } = request;
  return { accountNumber, user: { name, document, birthDate: user.birthDate }, currency, label, useCase, metadata };
}

function isMetadata(metadata: object | null): boolean {
  if (metadata === null) return true;
  const text = jsonText(metadata);
  return text !== undefined && Buffer.byteLength(text) <= METADATA_BYTES_MAX;
}

function documentWanted(type: TaxpayerIdType): string {
  const digits = type === 'CPF' ? 11 : 14;
  return `Give a valid ${type}: ${digits} digits without a mask, check digits included.`;
}

/** A new pocket number: account number, 1 to 13 random digits, currency. Unique only once it is stored. */
export function drawPocketNumber(accountNumber: string, currency: string, random: Random): string {
  return `${accountNumber}${random.integer(0, RANDOM_PART_MAX)}${currency}`;
}
