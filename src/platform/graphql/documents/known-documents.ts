import { hash } from 'node:crypto';
import { Kind, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { EnvironmentError } from '../../environment-error.ts';
import { badInput, documentNotRegistered, documentRequired, unusableDocumentId } from '../errors/client-error.ts';
import type { Operation } from './operation.ts';
import { COMPILED_SELECTIONS_MAX, expandedSelections } from './expanded-selections.ts';
import { COMBINATIONS_MAX, hasSkipOrInclude } from './skip-and-include.ts';
import { readDocument } from './read-document.ts';

/** Documents by id, as in a manifest. */
export type DocumentTexts = ReadonlyMap<string, string>;

/** How a request names its document: its text, or an id in one of two ways. */
export interface NamedDocument {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

/** The manifest or one of its documents cannot be served; the message names it. */
export class BadPersistedDocument extends EnvironmentError {}

/** A document that was parsed and validated. */
export class KnownDocument {
  readonly text: string;
  /** Its approximate size in memory, in bytes. */
  readonly bytes: number;
  private readonly operations = new Map<string | undefined, Operation>();

  constructor(schema: GraphQLSchema, text: string, document: DocumentNode) {
    this.text = text;
    const times = hasSkipOrInclude(document) ? COMBINATIONS_MAX : 1;
    const selections = Math.min(COMPILED_SELECTIONS_MAX, expandedSelections(schema, document));
    this.bytes = text.length + times * BYTES_PER_TOKEN * Math.max(tokensOf(document), selections);
    for (const operation of document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION))
      this.operations.set(operation.name?.value, { document, operation });
    const [only, ...others] = this.operations.values();
    if (only !== undefined && others.length === 0) this.operations.set(undefined, only);
  }

  /** Each of its operations once. */
  get all(): Iterable<Operation> {
    return new Set(this.operations.values());
  }

  /** Returns the operation with this name, or the only one; undefined if the name does not identify one. */
  operation(name: string | undefined): Operation | undefined {
    return this.operations.get(name);
  }
}

/** Maximum size of all remembered documents, in bytes; the least recently used are evicted. */
const REMEMBERED_BYTES_MAX = 64_000_000;
/** Memory per token or expanded selection of a document that is parsed and compiled, in bytes (measured: 510). */
const BYTES_PER_TOKEN = 600;

/**
 * Documents that need not be parsed again: those that clients can request by id, so that neither side handles their
 * text, and those whose text was received recently and is valid.
 */
export class KnownDocuments {
  private readonly registered = new Map<string, KnownDocument>();
  /** The same by text: clients that send the text of a registered document find it ready too. */
  private readonly registeredTexts: ReadonlyMap<string, KnownDocument>;
  private readonly remembered = new LRUCache<string, KnownDocument>({
    maxSize: REMEMBERED_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes,
  });
  private readonly schema: GraphQLSchema;
  private readonly only: boolean;

  /**
   * @param texts documents that can be requested by id
   * @param options `only`: no other documents are served
   * @throws BadPersistedDocument for the first document that breaks a rule for all documents
   */
  constructor(schema: GraphQLSchema, texts: DocumentTexts, { only }: { readonly only: boolean }) {
    this.schema = schema;
    this.only = only;
    for (const [id, text] of texts) this.registered.set(withoutAlgorithm(id), readPersisted(schema, id, text));
    this.registeredTexts = new Map([...this.registered.values()].map((document) => [document.text, document]));
  }

  /** The documents that can be requested by id. */
  get persisted(): Iterable<KnownDocument> {
    return this.registered.values();
  }

  /** Remembers a document that was sent as text and has passed all rules. */
  remember(text: string, document: DocumentNode): void {
    if (!this.remembered.has(text)) this.remembered.set(text, new KnownDocument(this.schema, text, document));
  }

  /**
   * Returns the document that a request names, or the error. Undefined if Apollo has to read it: also if a hash comes
   * with the text, or if a client sends the text after an unknown hash.
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
    return isForApollo ? undefined : (this.registeredTexts.get(query) ?? this.remembered.get(query));
  }
}

function readPersisted(schema: GraphQLSchema, id: string, text: string): KnownDocument {
  try {
    return new KnownDocument(schema, text, readDocument(schema, text));
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new BadPersistedDocument(`The persisted document "${id}" cannot be served: ${fault}`);
  }
}

/** Returns the approximate memory of a document that is parsed, in bytes. */
export function parsedBytesOf(document: DocumentNode): number {
  return BYTES_PER_TOKEN * tokensOf(document);
}

function tokensOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return tokens;
}

/** Removes the prefix that names how an id was made: `sha256:…` is the same as what follows it. */
function withoutAlgorithm(id: string): string {
  return id.replace(/^sha256:/, '');
}

/** Returns what is wrong with Apollo's extension; Apollo itself would report an error of the server. */
function persistedFault(query: unknown, extensions: unknown): GraphQLError | undefined {
  const persisted = fieldOf(extensions, 'persistedQuery');
  if (persisted === undefined || persisted === null) return undefined;
  const named = persistedHash(extensions);
  if (named === undefined) return badInput('extensions.persistedQuery must contain version 1 and a sha256Hash.');
  const isOther = typeof query === 'string' && query !== '' && hash('sha256', query) !== named;
  return isOther ? badInput('extensions.persistedQuery.sha256Hash is not the SHA-256 of the query.') : undefined;
}

/** Returns the hash in Apollo's extension. */
function persistedHash(extensions: unknown): string | undefined {
  const persisted = fieldOf(extensions, 'persistedQuery');
  const named = fieldOf(persisted, 'sha256Hash');
  return fieldOf(persisted, 'version') === 1 && typeof named === 'string' ? named : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
