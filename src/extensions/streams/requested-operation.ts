import { parseExact } from '../../kernel/exact-json.ts';
import { isFields } from '../../kernel/fields.ts';
import type { GraphQLError } from 'graphql';
import { badInput } from '../../platform/graphql/errors/client-error.ts';
import type { RequestedOperation } from '../../platform/requests/answer-document.ts';
import type { RequestDocument } from '../../platform/http/request-document.ts';

/** URL parameters that are JSON (GraphQL over HTTP). */
const JSON_PARAMETERS: ReadonlySet<string> = new Set(['variables', 'extensions']);

/** Reads the operation that an HTTP request names; returns the error if it is malformed. */
export function requestedOperation({ body, search }: RequestDocument): RequestedOperation | GraphQLError {
  const requested = body === undefined ? parametersIn(search) : body;
  if (!isFields(requested)) return badInput('Send an object with query, variables, operationName and extensions.');
  const { query = '', documentId, operationName = null, variables = null, extensions = null } = requested;
  if (query !== null && typeof query !== 'string') return badInput('query must be a string.');
  if (operationName !== null && typeof operationName !== 'string') return badInput('operationName must be a string.');
  if (variables !== null && !isFields(variables)) return badInput('variables must be an object.');
  if (extensions !== null && !isFields(extensions)) return badInput('extensions must be an object.');
  return { query: query ?? '', documentId, operationName, variables, extensions };
}

function parametersIn(search: string): unknown {
  const parameters = [...new URLSearchParams(search)];
  return Object.fromEntries(
    parameters.map(([name, value]) => [name, JSON_PARAMETERS.has(name) ? parsed(value) : value]),
  );
}

/** Text that is not JSON is returned unchanged, and refused later. */
function parsed(value: string): unknown {
  try {
    return parseExact(value);
  } catch {
    return value;
  }
}
