import { fieldsOf, isFields } from '../../kernel/fields.ts';
import type { NamedDocument, KnownDocument } from '../graphql/documents/known-documents.ts';

/** The parts of a request that contain its document: the body of a POST, the URL of other methods. */
export interface RequestDocument {
  /** The body of a POST; undefined for other methods. */
  readonly body: unknown;
  /** The query of the URL, with its question mark; ignored for a POST. */
  readonly search: string;
}

/** Parameters of the URL that can be left out, and the texts of them that say nothing. */
const EMPTY_PARTS = Object.entries({ operationName: [''], variables: ['', 'null'], extensions: ['', 'null'] });

/** Returns a request without parts that say nothing: some clients send each parameter, empty or as null. */
export function withoutEmptyParts({ body, search }: RequestDocument): RequestDocument {
  if (isFields(body) && body['operationName'] === '') {
    const { operationName: _empty, ...rest } = body;
    return { body: rest, search };
  }
  if (body !== undefined) return { body, search };
  const parameters = new URLSearchParams(search);
  const empty = EMPTY_PARTS.filter(([name, texts]) => texts.includes(parameters.get(name) ?? 'absent'));
  if (empty.length === 0) return { body, search };
  for (const [name] of empty) parameters.delete(name);
  return { body, search: `?${parameters.toString()}` };
}

/** Returns the document that a request names. An unreadable request names none: Apollo then refuses it. */
export function namedDocument({ body, search }: RequestDocument): NamedDocument {
  if (body !== undefined) return fieldsOf(body);
  const parameters = new URLSearchParams(search);
  const documentId = parameters.get('documentId') ?? undefined;
  return { query: parameters.get('query') ?? undefined, documentId, extensions: extensionsIn(parameters) };
}

/** Returns the request with the text of its document in place of the id; unchanged if it already has that text. */
export function withText(request: RequestDocument, { text }: KnownDocument): RequestDocument {
  const { body, search } = request;
  if (namedDocument(request).query === text) return request;
  if (isFields(body)) {
    const { documentId: _id, ...rest } = body;
    return { search, body: { ...rest, query: text, ...withoutHash(body['extensions']) } };
  }
  const parameters = new URLSearchParams(search);
  const { extensions } = withoutHash(extensionsIn(parameters));
  parameters.delete('documentId');
  parameters.set('query', text);
  if (extensions !== undefined) parameters.set('extensions', JSON.stringify(extensions));
  return { body, search: `?${parameters.toString()}` };
}

/** Returns extensions without the hash of a persisted query, which was already resolved. */
function withoutHash(extensions: unknown): { readonly extensions?: unknown } {
  if (!isFields(extensions)) return {};
  const { persistedQuery: _hash, ...rest } = extensions;
  return { extensions: rest };
}

function extensionsIn(parameters: URLSearchParams): unknown {
  try {
    return JSON.parse(parameters.get('extensions') ?? 'null');
  } catch {
    return undefined;
  }
}
