import type { Random } from '../../kernel/random.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Variables = Readonly<Record<string, unknown>>;

/** The members of every row. */
interface Row {
  readonly method: RestMethod;
  /** Such as `/accounts/{accountNumber}/pockets`. */
  readonly path: string;
  /** The api-version at which it is served. */
  readonly version: 1 | 2;
  /** What it does, in one sentence. */
  readonly summary: string;
}

/** A path that is named by a link or by the partner API, and not built yet. */
export interface UnbuiltRow extends Row {
  readonly unbuilt: true;
}

/** Where in a request a value of the document's variables is. */
export interface ParameterPlace {
  /** Dotted path in the variables, such as `input.accountNumber`. */
  readonly at: string;
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** Whether a query can have several. */
  readonly many?: true;
  /** Name of the header or parameter; in a body that of the member, or empty for the body itself. */
  readonly name: string;
  /** The values that are allowed, and what each is in the document. */
  readonly choices?: Readonly<Record<string, unknown>>;
  /** Path for a name that the enum lacks, which is no violation if this is set. */
  readonly otherwise?: string;
  /** Whether a UUID is made for a request that has none: each such request is a new one. */
  readonly orNew?: true;
  /** Whether an object without members counts as missing. */
  readonly emptyIsNone?: true;
  /** Member of the body that can have a header's value, too. */
  readonly member?: string;
  /** Whether it is required although the schema has a default for it; an empty text is none. */
  readonly isRequired?: true;
  /** Whether the body itself is meant where this member of it is missing. */
  readonly orBare?: true;
  /** Whether it is one item of the list at its path. */
  readonly isItem?: true;
  /** Whether a list of one is the one; longer lists are refused. */
  readonly isOne?: true;
}

/** How values are spelled where the partner API differs from the schema. */
export interface Spelling {
  /** Enums with only the first letter as a capital, such as `Success`. */
  readonly capitalized?: readonly string[];
  /** Fields with an instant in UTC that is written without a zone. */
  readonly zoneless?: readonly string[];
  /** Fields with an instant that is written with seven decimals. */
  readonly sevenDecimals?: readonly string[];
  /** Fields with a date that is written as its midnight in UTC. */
  readonly midnights?: readonly string[];
  /** Fields with a duration that is zero, not null, if nothing was done. */
  readonly zeroed?: readonly string[];
  /** Fields that are omitted if they are null. */
  readonly optional?: readonly string[];
}

/** What a mapping can use besides the result. */
export interface Surrounding {
  readonly publicUrl: string;
  readonly now: Date;
  readonly random: Random;
}

type Result = Readonly<Record<string, unknown>>;

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A member of the body: a part of the result by its dotted path, a constant, or what a function returns. */
export type Member = { readonly name: string } & (
  | { readonly from: string; readonly orElse?: object; readonly without?: readonly string[] }
  | { readonly constant: string }
  | {
      readonly make: (result: Result, surrounding: Surrounding) => unknown;
      readonly schema: JsonSchema;
      /** What it is made of, if another member shows that too. */
      readonly of?: string;
    }
);

/** A whole body: a part of the result by its dotted path, or a list of what a function makes of the items of one. */
type WholeBody =
  | {
      readonly whole: string;
      /** Without these, which are only for what is added. */
      readonly without?: readonly string[];
      /** Members after those of the part; one that is undefined is left out. */
      readonly added?: readonly {
        readonly name: string;
        readonly make: (result: Result) => unknown;
        readonly schema: JsonSchema;
      }[];
    }
  | { readonly each: string; readonly make: (item: Result) => object; readonly schema: JsonSchema };

/** Where a page without a cursor begins. */
export type Sought = { readonly after: string } | 'beyond the end' | 'too deep';

/** A list in pages. Its document takes `$first` and `$after`, and returns `data`, `totalCount` and `pageInfo`. */
interface Paged {
  /** Where in the result the list is, by its dotted path; absent: it is the result. */
  readonly at?: string;
  /** Makes an item of the body; absent: it is as selected. */
  readonly item?: { readonly make: (item: Result) => object; readonly schema: JsonSchema };
  /** Returns the cursor after the first `skip` items, at least one. It is called once the operation is admitted. */
  readonly seek: (context: RequestContext, variables: Variables, skip: number) => Promise<Sought>;
  /** `rel` of the link to the next page, with a cursor; absent if no page follows. */
  readonly next?: string;
  /** `rel` of the link to the search itself. */
  readonly self?: string;
}

/** A request of the partner API's documentation, for tests and the OpenAPI description. */
interface RestExample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** How errors are said where an error is a code alone. */
export interface BareErrors {
  /** Codes for what is wrong with a header, by its name. */
  readonly byName: Readonly<Record<string, string>>;
  /** Statuses and codes in place of those that an error has elsewhere. */
  readonly byCode: Readonly<Record<string, { readonly status: number; readonly code: string }>>;
}

/** An operation over REST, and the field of the schema that it runs. */
export interface RestRow extends Row {
  /** Root field. */
  readonly field: string;
  /** A scope of the partner API with which a token may use this path alone, whatever the field demands. */
  readonly enough?: string;
  readonly success: 200 | 201 | 202 | 204;
  /** One operation; `...Refusal` stands for all refusals of the field's union. */
  readonly document: string;
  /** Maps parts of a request to variables. Of several places of one variable, violations name the first. */
  readonly places: readonly ParameterPlace[];
  /** Other names of input members, by dotted path: `input.address.zipcode` for `input.address.zipCode`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Members of the body that are only checked: the values that each may have. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Takes from the variables what programs send although it means nothing. */
  readonly adjust?: (variables: Variables) => Variables;
  /** Headers that these variables require, besides those that the input requires. */
  readonly needs?: (variables: Variables) => readonly string[];
  /** Name of the form part that holds a file; absent if the body is JSON. */
  readonly file?: string;
  /** Members of the body in order, or what the whole body is; absent if there is no body. */
  readonly body?: readonly Member[] | WholeBody;
  readonly spelling?: Spelling;
  readonly bareErrors?: BareErrors;
  readonly paged?: Paged;
  /** Whether it shows what is not available where a provider keeps the books. */
  readonly isOfBooks?: true;
  /** Error to return if the field is null: its code, and the parameter that it is about. */
  readonly absent?: { readonly code: string; readonly names: string };
  /** Errors for outcomes that the result of the field has: codes, which of them, and the parameter that they are about. */
  readonly refuses?: {
    readonly codes: readonly string[];
    /** @param path parameters of the path */
    readonly codeOf: (result: Result, path: Readonly<Record<string, string | undefined>>) => string | undefined;
    readonly names: string;
  };
  /** Path of `Location`, with parameters of the request and, by dotted paths, parts of the result. */
  readonly located?: string;
  readonly example: RestExample;
}

export type AnyRestRow = RestRow | UnbuiltRow;

/** A path that is not built yet, such as `GET /accounts/{accountNumber}/balances`. */
export function unbuilt(method: RestMethod, path: string, summary: string, version: 1 | 2 = 1): UnbuiltRow {
  return { method, path, version, summary, unbuilt: true };
}
