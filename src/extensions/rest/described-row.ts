import { getOperationAST, isNonNullType, Kind, type GraphQLSchema } from 'graphql';
import type { Operation } from '../../platform/graphql/documents/operation.ts';
import { demandsOf } from '../../platform/requests/operation-demands.ts';
import { readDocument } from '../../platform/graphql/documents/read-document.ts';
import type { CatalogueEntry } from '../../platform/graphql/vocabulary/error-catalogue.ts';
import { refusalFragment, refusalsOf, unionOf } from './refusals.ts';
import { RequestReader } from './request-reader.ts';
import type { RestRow } from './rest-row.ts';
import { resultShape, type Shape } from './shape.ts';

/** Returns the codes that a row itself refuses with. */
export function ownCodesOf({ absent, refuses }: RestRow): readonly string[] {
  return [...(absent === undefined ? [] : [absent.code]), ...(refuses?.codes ?? [])];
}

/** A row checked against the schema: what it requires of callers and requests, and the shape of its result. */
export class DescribedRow {
  readonly row: RestRow;
  readonly operation: Operation;
  readonly reader: RequestReader;
  readonly shape: Shape;
  readonly scopes: readonly string[];
  /** Names of the error types that it can return. */
  readonly refusals: ReadonlySet<string>;

  /** @throws Error for a row that does not fit the schema or the catalogue */
  constructor(row: RestRow, schema: GraphQLSchema, catalogue: readonly Pick<CatalogueEntry, 'code'>[]) {
    this.row = row;
    const union = unionOf(schema, row.field);
    const document = readDocument(schema, union ? `${row.document}\n${refusalFragment(union)}` : row.document);
    const operation = getOperationAST(document);
    const root = operation && schema.getRootType(operation.operation);
    const selected = operation?.selectionSet.selections[0];
    const field = root?.getFields()[row.field];
    if (!operation || selected?.kind !== Kind.FIELD || field === undefined)
      throw new Error(`The document of ${row.method} ${row.path} is not one of ${row.field}.`);
    const canBeAbsent = union === undefined && !isNonNullType(field.type);
    if (canBeAbsent && row.absent === undefined)
      throw new Error(`${row.field} can be null: the row needs \`absent\`, the error to return then.`);
    const unknown = ownCodesOf(row).find((own) => !catalogue.some(({ code }) => code === own));
    if (unknown !== undefined)
      throw new Error(
        `A row names ${unknown}, which is not in the catalogue: add a refusal with \`restOnly\` to the …errors.ts.`,
      );
    this.operation = { document, operation };
    this.reader = new RequestReader(schema, operation, row);
    this.shape = resultShape(field.type, selected);
    this.scopes = demandsOf(schema, document, operation).scopes;
    this.refusals = new Set(union ? refusalsOf(union) : []);
  }

  /** Whether a request may have no body, since nothing in it is required. */
  get mayOmitBody(): boolean {
    return this.reader.places.every((place) => place.in !== 'body' || !isNonNullType(place.type));
  }

  /** Unique name of the operation: `addressingKeys` for a document named `RestAddressingKeys`. */
  get name(): string {
    const name = (this.operation.operation.name?.value ?? this.row.field).replace(/^Rest/, '');
    return name.charAt(0).toLowerCase() + name.slice(1);
  }
}
