import type { RequestContext } from '../platform/graphql/operations/request-context.ts';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Variables = Readonly<Record<string, unknown>>;

/** What every row says. */
interface Row {
  readonly method: RestMethod;
  /** Such as `/accounts/{accountNumber}/pockets`. */
  readonly path: string;
  /** The api-version at which it is served. */
  readonly version: 1 | 2;
  /** What it does, in a sentence. */
  readonly summary: string;
}

/** A path that a link or the partner API names, and that is not built yet. */
export interface UnbuiltRow extends Row {
  readonly unbuilt: true;
}

/** Where a request has what a document's variables hold. */
export interface Place {
  /** Dotted way from the variables, such as `input.accountNumber`. */
  readonly at: string;
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** Name of the header or parameter; of a body the member, or nothing where it is the body itself. */
  readonly name: string;
  /** The values that it may have, and what each is to the document. */
  readonly choices?: Readonly<Record<string, unknown>>;
  /** Where a name goes that the enum lacks: it is not a violation then. */
  readonly otherwise?: string;
}

/** How values are written where the partner API writes them otherwise than the schema. */
export interface Spelling {
  /** Enums with a capital first letter only, such as `Success`. */
  readonly capitalized?: readonly string[];
  /** Fields with an instant in UTC that has no zone at its end. */
  readonly zoneless?: readonly string[];
  /** Fields with a duration that is zero, not null, of what was not done. */
  readonly zeroed?: readonly string[];
  /** Fields that are left out while they are null. */
  readonly optional?: readonly string[];
}

/** What a mapping may know beside the result. */
interface Surrounding {
  readonly publicUrl: string;
  readonly now: Date;
}

type Result = Readonly<Record<string, unknown>>;

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A member of the body: a part of the result by its dotted way, the same value always, or what a function makes of it. */
export type Member = { readonly name: string } & (
  | { readonly from: string; readonly orElse?: object; readonly without?: readonly string[] }
  | { readonly constant: string }
  | { readonly make: (result: Result, surrounding: Surrounding) => unknown; readonly schema: JsonSchema }
);

/** Where a page begins that no cursor names. */
export type Sought = { readonly after: string } | 'beyond the end' | 'too deep';

/** A list in pages. Its document takes `$first` and `$after`, and gives `data`, `totalCount` and `pageInfo`. */
interface Paged {
  /** The cursor after which so many items, one at least, have been passed. Nothing of it is told before the run. */
  readonly seek: (context: RequestContext, variables: Variables, skip: number) => Promise<Sought>;
  /** Relation of the link to the next page, with a cursor, while one follows. */
  readonly next?: string;
  /** Relation of the link to the search itself. */
  readonly self?: string;
}

/** A request of the partner API's document, and how a test and the description show it. */
interface RestExample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** One operation over REST, and the field of the schema that it is. */
export interface RestRow extends Row {
  /** Root field. */
  readonly field: string;
  readonly success: 200 | 201 | 202;
  /** One operation; `...Refusal` stands for all that the field's union refuses. */
  readonly document: string;
  /** What of a request becomes which variable. The first that fits a name is what a violation names. */
  readonly places: readonly Place[];
  /** Other names of input members, by their dotted way: `input.address.zipcode` for `input.address.zipCode`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Headers that these variables need beside those that the input demands. */
  readonly needs?: (variables: Variables) => readonly string[];
  /** Name of the part of a form that holds a file; absent: the body is JSON. */
  readonly file?: string;
  /** Members of the body in their order, or the part of the result that is all of it; absent: there is none. */
  readonly body?: readonly Member[] | { readonly whole: string };
  readonly spelling?: Spelling;
  readonly paged?: Paged;
  /** Code of the refusal, and its data, where a field that may be null is. */
  readonly absent?: { readonly code: string; readonly names: string };
  /** Whether `Location` names the path itself. */
  readonly located?: true;
  readonly example: RestExample;
}

export type AnyRestRow = RestRow | UnbuiltRow;

/** A path that is not built yet: `GET /accounts/{accountNumber}/balances`, say. */
export function unbuilt(method: RestMethod, path: string, summary: string, version: 1 | 2 = 1): UnbuiltRow {
  return { method, path, version, summary, unbuilt: true };
}
