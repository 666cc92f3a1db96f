import { getOperationAST, Kind, type GraphQLError, type GraphQLSchema } from 'graphql';
import { documentNotRegistered, documentRequired, unusableDocumentId } from './client-error.ts';
import type { Operation } from './executor.ts';
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
export class BadPersistedDocument extends Error {}

/** A document that was read and validated before the first request came. */
export class PersistedDocument {
  readonly text: string;
  private readonly operations = new Map<string | undefined, Operation>();

  /** @throws GraphQLError with the first fault of the document */
  constructor(schema: GraphQLSchema, text: string) {
    this.text = text;
    const document = readDocument(schema, text);
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

/** Documents that clients ask for by id, so that neither side handles their text. */
export class PersistedDocuments {
  private readonly documents = new Map<string, PersistedDocument>();
  private readonly only: boolean;

  /**
   * @param options `only`: no document is served that is not one of these
   * @throws BadPersistedDocument for the first that breaks a rule which all documents must keep
   */
  constructor(schema: GraphQLSchema, texts: DocumentTexts, { only }: { readonly only: boolean }) {
    this.only = only;
    for (const [id, text] of texts) this.documents.set(withoutAlgorithm(id), readPersisted(schema, id, text));
  }

  get all(): Iterable<PersistedDocument> {
    return this.documents.values();
  }

  /**
   * The document that a request names, or why it gets none. Undefined: it is for Apollo to read, also where an unknown
   * hash lets a client send the text after it.
   */
  named({ query, documentId, extensions }: NamedDocument): PersistedDocument | GraphQLError | undefined {
    const hasText = query !== undefined && query !== null && query !== '';
    if (documentId !== undefined && documentId !== null) {
      if (typeof documentId !== 'string' || hasText) return unusableDocumentId();
      return this.documents.get(withoutAlgorithm(documentId)) ?? documentNotRegistered();
    }
    if (hasText) return this.only ? documentRequired() : undefined;
    const hash = persistedHash(extensions);
    return hash === undefined ? undefined : this.documents.get(hash);
  }
}

function readPersisted(schema: GraphQLSchema, id: string, text: string): PersistedDocument {
  try {
    return new PersistedDocument(schema, text);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new BadPersistedDocument(`The persisted document "${id}" cannot be served: ${fault}`);
  }
}

/** Ids may say how they were made: `sha256:…` is the same as what follows it. */
function withoutAlgorithm(id: string): string {
  return id.replace(/^sha256:/, '');
}

/** The hash in Apollo's extension; other versions of it are Apollo's to refuse. */
function persistedHash(extensions: unknown): string | undefined {
  const persisted = fieldOf(extensions, 'persistedQuery');
  const hash = fieldOf(persisted, 'sha256Hash');
  return fieldOf(persisted, 'version') === 1 && typeof hash === 'string' ? hash : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
