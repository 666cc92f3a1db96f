import type { ErrorRow } from './error-row.ts';
import { GATEWAY_ERRORS } from './gateway-errors.ts';
import { PARTNER_API_ERRORS } from './partner-api-errors.ts';

/** Where a code comes from: the partner API as it was given, or this gateway. */
export const ErrorOrigin = { PARTNER_API: 'PARTNER_API', GATEWAY: 'GATEWAY' } as const;
export type ErrorOrigin = (typeof ErrorOrigin)[keyof typeof ErrorOrigin];

/**
 * Every code there is, once. The enum ErrorCode, the GraphQL error types, `Query.errorCatalogue` and the README's table
 * are made from it or compared with it by a test.
 */
export const ERROR_CATALOGUE = { ...PARTNER_API_ERRORS, ...GATEWAY_ERRORS };

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export interface CatalogueEntry extends ErrorRow {
  readonly code: string;
  readonly origin: ErrorOrigin;
}

/** The catalogue as a list, the partner API's codes first. */
export const errorCatalogue: readonly CatalogueEntry[] = [
  ...entriesOf(PARTNER_API_ERRORS, ErrorOrigin.PARTNER_API),
  ...entriesOf(GATEWAY_ERRORS, ErrorOrigin.GATEWAY),
];

function entriesOf(rows: Readonly<Record<string, ErrorRow>>, origin: ErrorOrigin): CatalogueEntry[] {
  return Object.entries(rows).map(([code, row]) => ({ ...row, code, origin }));
}

/** Name of the GraphQL type of a code: PascalCase and `Error`. Only INVALID_PARAMETER is named otherwise. */
export function errorTypeName(code: string): string {
  if (code === 'INVALID_PARAMETER') return 'InvalidInputError';
  const words = code.toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Error`;
}

/** Whether a refusal tells of somebody else, and is charged for it. */
export function tellsOfOthers(code: ErrorCode): boolean {
  const row: ErrorRow = ERROR_CATALOGUE[code];
  return row.tellsOfOthers === true;
}
