import { requestErrors, type RequestErrorRow } from '../platform/graphql/operations/request-errors.ts';
import type { CatalogueEntry } from '../platform/graphql/vocabulary/error-catalogue.ts';
import { partnerCode } from './rest-error.ts';

/** Errors of requests that are refused before they reach an operation. */
const httpErrors: Readonly<Record<string, RequestErrorRow>> = {
  BAD_REQUEST: { status: 400, condition: 'the body cannot be parsed as its content type' },
  NOT_FOUND: { status: 404, condition: 'nothing is served at the path' },
  METHOD_NOT_ALLOWED: { status: 405, condition: 'the path does not support the method: see the Allow header' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, condition: 'the media type or character set of the body is not supported' },
};

/** Returns the contents of `/errors/CODE`, by code: refusals, and errors of whole requests by both of their names. */
export function errorPages(catalogue: readonly CatalogueEntry[]): ReadonlyMap<string, object> {
  const ofRequests = Object.entries<RequestErrorRow>({ ...httpErrors, ...requestErrors }).flatMap(([own, row]) =>
    [own, partnerCode(own)].map((code) => [code, { code, ...row, origin: 'GATEWAY' }] as const),
  );
  const ofRefusals = catalogue.map(
    ({ code, status, message, condition, origin }) => [code, { code, status, message, condition, origin }] as const,
  );
  return new Map<string, object>([...ofRequests, ...ofRefusals]);
}
