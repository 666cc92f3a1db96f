import type { Random } from '../../kernel/random.ts';
import { isActiveCurrency } from '../../kernel/currency.ts';
import { isTaxpayerId, taxpayerIdWanted, TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import { refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import { faultOf, isFilled, JSON_DEPTH_MAX, jsonText } from '../../kernel/text.ts';
import { PocketUseCase } from './pocket.enum.ts';

/** Maximum length of a label, in code points after trimming (ours). */
const LABEL_LENGTH_MAX = 60;
/** Maximum length of a name, in code points after trimming (ours). */
const NAME_LENGTH_MAX = 256;
/** Maximum size of metadata, in kilobytes of JSON (ours). */
export const METADATA_KILOBYTES_MAX = 16;
/** Maximum random part of a pocket number: 13 digits (docs/partner-api.md). */
const RANDOM_PART_MAX = 9_999_999_999_999;

/** The pocket of a request; types already ensure that dates are real and enum values known. */
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

/** Checks every field of a request and returns it in normal form, or all violations. */
export function newPocket(request: PocketRequest): NewPocket | InvalidInput {
  const { accountNumber, user, metadata = null } = request;
  const check = new InputCheck();
  const { type, value } = user.document;
  check.demand(isFilled(accountNumber), 'accountNumber', 'Give the number of an account.', faultOf(accountNumber));
  // Companies may have digits and signs in their names.
  const name =
    type === TaxpayerIdType.CPF
      ? check.person(user.name, 'user.name', NAME_LENGTH_MAX)
      : check.filled(user.name, 'user.name', NAME_LENGTH_MAX);
  check.demand(isTaxpayerId(type, value), 'user.document.value', taxpayerIdWanted(type), faultOf(value));
  check.demand(
    type === TaxpayerIdType.CPF || request.useCase !== PocketUseCase.ACCOUNT_FOR_UNDER_AGE,
    'user.document.type',
    'Give CPF: ACCOUNT_FOR_UNDER_AGE is for persons.',
    'CONFLICT',
  );
  check.demand(
    isActiveCurrency(request.currency),
    'currency',
    'Give an active ISO 4217 code in upper case, such as BRL.',
    faultOf(request.currency, 'NOT_ALLOWED'),
  );
  const label = check.filled(request.label, 'label', LABEL_LENGTH_MAX);
  const fault = metadataFault(metadata);
  check.demand(fault === undefined, 'metadata', fault?.message ?? '', fault?.code);
  if (check.violations.length > 0) return refuseInput(check.violations);
  const document = { type, value };
  const { currency, useCase } = request;
  return { accountNumber, user: { name, document, birthDate: user.birthDate }, currency, label, useCase, metadata };
}

/** Returns what is wrong with metadata; undefined if it is valid. */
function metadataFault(metadata: object | null): Omit<InputViolation, 'path'> | undefined {
  if (metadata === null) return undefined;
  const text = jsonText(metadata);
  if (text === undefined)
    return {
      code: 'FORMAT',
      message: `Give JSON of at most ${JSON_DEPTH_MAX} levels, without NUL characters and lone surrogates. Send a number that a double cannot hold exactly as a string.`,
    };
  return Buffer.byteLength(text) <= METADATA_KILOBYTES_MAX * 1024
    ? undefined
    : { code: 'LENGTH', message: `Give at most ${METADATA_KILOBYTES_MAX} KB of JSON.` };
}

/** Draws a pocket number: account number, 1 to 13 random digits, currency. Its uniqueness is checked on insert. */
export function drawPocketNumber(accountNumber: string, currency: string, random: Random): string {
  return `${accountNumber}${random.integer(0, RANDOM_PART_MAX)}${currency}`;
}
