import { hash } from 'node:crypto';
import { getOperationAST, Kind, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { EnvironmentError } from '../../environment-error.ts';
import { badInput, documentNotRegistered, documentRequired, unusableDocumentId } from '../operations/client-error.ts';
import type { Operation } from '../operations/executor.ts';
import { readDocument } from './read-document.ts';

/** Documents by id, as a manifest has them. */
export type DocumentTexts = ReadonlyMap<string, string>;

/** What a request says of its document: its text, or an id in one of two ways. */
export interface NamedDocument {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

/** A document of the manifest cannot be served; the message names its id. */
export class BadPersistedDocument extends EnvironmentError {}

/** A document that was read and validated. */
export class KnownDocument {
  readonly text: string;
  /** What it takes in memory, about. */
  readonly bytes: number;
  private readonly operations = new Map<string | undefined, Operation>();

  constructor(text: string, document: DocumentNode) {
    this.text = text;
    this.bytes = text.length + BYTES_PER_TOKEN * tokensOf(document);
    for (const operation of document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION))
      this.operations.set(operation.name?.value, { document, operation });
    const only = getOperationAST(document);
    if (only) this.operations.set(undefined, { document, operation: only });
  }

  get all(): Iterable<Operation> {
    return this.operations.values();
  }

  /** The operation of a name, or the only one; undefined where the name does not tell which. */
  operation(name: string | undefined): Operation | undefined {
    return this.operations.get(name);
  }
}

/** What all documents that are remembered may take, in bytes; those that were asked for long ago are forgotten. */
const REMEMBERED_BYTES_MAX = 64_000_000;
/** What a token takes once its document is read and compiled, in bytes (measured: 510). */
const BYTES_PER_TOKEN = 600;

/**
 * Documents that need not be read again: those that clients ask for by id, so that neither side handles their text, and
 * those whose text came lately and was found valid.
 */
export class KnownDocuments {
  private readonly registered = new Map<string, KnownDocument>();
  private readonly remembered = new LRUCache<string, KnownDocument>({
    maxSize: REMEMBERED_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes,
  });
  private readonly only: boolean;

  /**
   * @param texts what may be asked for by id
   * @param options `only`: no document is served that is not one of these
   * @throws BadPersistedDocument for the first that breaks a rule which all documents must keep
   */
  constructor(schema: GraphQLSchema, texts: DocumentTexts, { only }: { readonly only: boolean }) {
    this.only = only;
    for (const [id, text] of texts) this.registered.set(withoutAlgorithm(id), readPersisted(schema, id, text));
  }

  /** Those that are asked for by id. */
  get persisted(): Iterable<KnownDocument> {
    return this.registered.values();
  }

  /** Keeps a document that came as text; it has passed all rules. */
  remember(text: string, document: DocumentNode): void {
    if (!this.remembered.has(text)) this.remembered.set(text, new KnownDocument(text, document));
  }

  /**
   * The document that a request names, or why it gets none. Undefined: it is for Apollo to read, also where a hash comes
   * with the text, or an unknown one lets a client send the text after it.
   */
  named({ query, documentId, extensions }: NamedDocument): KnownDocument | GraphQLError | undefined {
    const hasText = query !== undefined && query !== null && query !== '';
    if (documentId !== undefined && documentId !== null) {
      if (typeof documentId !== 'string' || hasText) return unusableDocumentId();
      return this.registered.get(withoutAlgorithm(documentId)) ?? documentNotRegistered();
    }
    const fault = persistedFault(query, extensions);
    if (fault !== undefined) return fault;
    if (!hasText) {
      const named = persistedHash(extensions);
      return named === undefined ? undefined : this.registered.get(named);
    }
    if (this.only) return documentRequired();
    const isForApollo = typeof query !== 'string' || fieldOf(extensions, 'persistedQuery') !== undefined;
    return isForApollo ? undefined : this.remembered.get(query);
  }
}

function readPersisted(schema: GraphQLSchema, id: string, text: string): KnownDocument {
  try {
    return new KnownDocument(text, readDocument(schema, text));
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new BadPersistedDocument(`The persisted document "${id}" cannot be served: ${fault}`);
  }
}

function tokensOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return tokens;
}

/** Ids may say how they were made: `sha256:…` is the same as what follows it. */
function withoutAlgorithm(id: string): string {
  return id.replace(/^sha256:/, '');
}

/** What is wrong with Apollo's extension: Apollo itself would call it a fault of the server. */
function persistedFault(query: unknown, extensions: unknown): GraphQLError | undefined {
  const persisted = fieldOf(extensions, 'persistedQuery');
  if (persisted === undefined || persisted === null) return undefined;
  const named = persistedHash(extensions);
  if (named === undefined) return badInput('extensions.persistedQuery must have version 1 and a sha256Hash.');
  const isOther = typeof query === 'string' && query !== '' && hash('sha256', query) !== named;
  return isOther ? badInput('extensions.persistedQuery.sha256Hash is not the SHA-256 of the query.') : undefined;
}

/** The hash in Apollo's extension. */
function persistedHash(extensions: unknown): string | undefined {
  const persisted = fieldOf(extensions, 'persistedQuery');
  const named = fieldOf(persisted, 'sha256Hash');
  return fieldOf(persisted, 'version') === 1 && typeof named === 'string' ? named : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
