import { requestErrors, type RequestErrorRow } from '../platform/graphql/operations/request-errors.ts';
import type { CatalogueEntry } from '../platform/graphql/vocabulary/error-catalogue.ts';
import { partnerCode } from './rest-error.ts';

/** Returns the contents of `/errors/CODE`, by code: refusals, and errors of whole requests by both of their names. */
export function errorPages(catalogue: readonly CatalogueEntry[]): ReadonlyMap<string, object> {
  const ofRequests = Object.entries<RequestErrorRow>(requestErrors).flatMap(([own, row]) =>
    [own, partnerCode(own)].map((code) => [code, { code, ...row, origin: 'GATEWAY' }] as const),
  );
  const ofRefusals = catalogue.map(
    ({ code, status, message, condition, origin }) => [code, { code, status, message, condition, origin }] as const,
  );
  return new Map<string, object>([...ofRequests, ...ofRefusals]);
}
