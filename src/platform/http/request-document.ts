import type { NamedDocument, KnownDocument } from '../graphql/documents/known-documents.ts';

/** A request as far as its document is concerned: where a POST has it, and where all others do. */
export interface RequestDocument {
  /** The body of a POST; undefined for other methods. */
  readonly body: unknown;
  /** The query of the URL, with its question mark; of no account for a POST. */
  readonly search: string;
}

/** What a request says of its document. One that cannot be read says nothing: Apollo refuses it in its own words. */
export function namedDocument({ body, search }: RequestDocument): NamedDocument {
  if (body !== undefined) return isRecord(body) ? body : {};
  const parameters = new URLSearchParams(search);
  const documentId = parameters.get('documentId') ?? undefined;
  return { query: parameters.get('query') ?? undefined, documentId, extensions: extensionsIn(parameters) };
}

/** The same request with the text of its document in place of the id; one that came with its text is as it was. */
export function withText(asked: RequestDocument, { text }: KnownDocument): RequestDocument {
  const { body, search } = asked;
  if (namedDocument(asked).query === text) return asked;
  if (isRecord(body)) {
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

/** Extensions whose hash has done its work. */
function withoutHash(extensions: unknown): { readonly extensions?: unknown } {
  if (!isRecord(extensions)) return {};
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

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
