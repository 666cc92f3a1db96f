import type { SubscribePayload } from 'graphql-ws';
import type { GraphQLError } from 'graphql';
import { badInput } from '../graphql/operations/client-error.ts';
import type { NamedDocument } from '../graphql/documents/known-documents.ts';
import { isRecord, type RequestDocument } from '../http/request-document.ts';

/** Parameters of a URL that are JSON (GraphQL over HTTP). */
const JSON_PARAMETERS: ReadonlySet<string> = new Set(['variables', 'extensions']);

/** What a request asks for: the text of a document, or an id, and what goes with it. */
export type AskedOperation = SubscribePayload & NamedDocument;

/** Reads what a request over HTTP asks for, or says what is wrong with it. */
export function askedOperation({ body, search }: RequestDocument): AskedOperation | GraphQLError {
  const asked = body === undefined ? parametersIn(search) : body;
  if (!isRecord(asked)) return badInput('Send an object with query, variables, operationName and extensions.');
  const { query = '', documentId, operationName = null, variables = null, extensions = null } = asked;
  if (query !== null && typeof query !== 'string') return badInput('query must be a string.');
  if (operationName !== null && typeof operationName !== 'string') return badInput('operationName must be a string.');
  if (variables !== null && !isRecord(variables)) return badInput('variables must be an object.');
  if (extensions !== null && !isRecord(extensions)) return badInput('extensions must be an object.');
  return { query: query ?? '', documentId, operationName, variables, extensions };
}

function parametersIn(search: string): unknown {
  const parameters = [...new URLSearchParams(search)];
  return Object.fromEntries(
    parameters.map(([name, value]) => [name, JSON_PARAMETERS.has(name) ? parsed(value) : value]),
  );
}

/** A text that is not JSON stays a text, which is then refused. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
