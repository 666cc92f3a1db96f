import { requestErrors, type RequestErrorRow } from '../platform/graphql/operations/request-errors.ts';
import type { CatalogueEntry } from '../platform/graphql/vocabulary/error-catalogue.ts';
import { partnerCode } from './rest-error.ts';

/** Codes of requests that were not read further, whatever they ask for. */
const httpErrors: Readonly<Record<string, RequestErrorRow>> = {
  BAD_REQUEST: { status: 400, condition: 'the body cannot be read as what it is said to be' },
  NOT_FOUND: { status: 404, condition: 'there is nothing at the path' },
  METHOD_NOT_ALLOWED: { status: 405, condition: 'the path has no such method: Allow says which there are' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, condition: 'the body is of another media type or character set' },
};

/** What `/errors/CODE` says, by code: of refusals, and of requests as a whole as either side names them. */
export function errorPages(catalogue: readonly CatalogueEntry[]): ReadonlyMap<string, object> {
  const ofRequests = Object.entries<RequestErrorRow>({ ...httpErrors, ...requestErrors }).flatMap(([own, row]) =>
    [own, partnerCode(own)].map((code) => [code, { code, ...row, origin: 'GATEWAY' }] as const),
  );
  const ofRefusals = catalogue.map(
    ({ code, status, message, condition, origin }) => [code, { code, status, message, condition, origin }] as const,
  );
  return new Map<string, object>([...ofRequests, ...ofRefusals]);
}
