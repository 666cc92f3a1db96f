import { pascalCase } from './text.ts';

/** Where a code comes from: the partner API as it was given, or this gateway. */
export const ErrorOrigin = { PARTNER_API: 'PARTNER_API', GATEWAY: 'GATEWAY' } as const;
export type ErrorOrigin = (typeof ErrorOrigin)[keyof typeof ErrorOrigin];

/** What is said of a code in the catalogue of errors. */
export interface RefusalRow {
  readonly origin: ErrorOrigin;
  /** HTTP status in the partner API. */
  readonly status: number;
  /** Placeholders stand in angle brackets. Of the partner API it is exact, spelling included. */
  readonly message: string;
  /** Completes the sentence "Returned when …". */
  readonly condition: string;
  /** It is answered over REST only, to requests that name something which is not there. */
  readonly restOnly?: true;
  /** The refusal tells that somebody else is a customer or owns a key: it is charged to a look-up budget. */
  readonly tellsOfOthers?: true;
}

/** Refusals by their codes. Each capability has a table of its own. */
export type RefusalTable = Readonly<Record<string, RefusalRow>>;

/** Values that take the place of placeholders in a message, by their names. */
type Fillings = Readonly<Record<string, string>>;

/**
 * A refusal: an outcome that the caller is to expect. It is returned, never thrown, and it is not an `Error`; a bug is the
 * other way round. Which data a refusal carries beside code, status and message is up to its maker.
 */
export class DomainError<Code extends string = string> {
  readonly code: Code;
  readonly status: number;
  readonly message: string;
  readonly #row: RefusalRow;

  constructor(code: Code, row: RefusalRow, fillings: Fillings) {
    this.code = code;
    this.status = row.status;
    this.message = row.message.replaceAll(/<(\w+)>/g, (hole, name: string) => fillings[name] ?? hole);
    this.#row = row;
  }

  /** Whether it reveals somebody else, and is charged for it. */
  get tellsOfOthers(): boolean {
    return this.#row.tellsOfOthers === true;
  }
}

/** Whether an outcome is a refusal, of whatever code. */
export function isRefusal(outcome: unknown): outcome is DomainError {
  return outcome instanceof DomainError;
}

/** Name of the GraphQL type of a code: PascalCase and `Error`. Only INVALID_PARAMETER is named otherwise. */
export function errorTypeName(code: string): string {
  if (code === 'INVALID_PARAMETER') return 'InvalidInputError';
  return `${pascalCase(code)}Error`;
}

/** Gives the function that refuses by a code of the table, with data; `fillings` go into the message's placeholders. */
export function refuserOf<Codes extends string>(table: Readonly<Record<Codes, RefusalRow>>) {
  return <Code extends Codes, Carried extends object>(
    code: Code,
    carried: Carried,
    fillings: Fillings = {},
  ): DomainError<Code> & Carried => Object.assign(new DomainError(code, table[code], fillings), carried);
}

/** What every operation may refuse. */
export const requestRefusals = {
  INVALID_PARAMETER: {
    origin: 'GATEWAY',
    status: 400,
    message: 'One or more fields of the input are invalid.',
    condition: 'input fields violate rules that their types cannot express; all violations are listed',
  },
  UNSUPPORTED_API_VERSION: {
    origin: 'GATEWAY',
    status: 400,
    message: 'The api-version header names a version at which a requested operation is not served.',
    condition: 'the api-version header does not match every root field of the operation; shown as a top-level error',
  },
  NOT_IMPLEMENTED: {
    origin: 'GATEWAY',
    status: 501,
    message: 'This operation is not implemented yet.',
    condition: 'a REST path that appears in links is not implemented yet',
    restOnly: true,
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(requestRefusals);

/** One field of an input that breaks a rule; `path` leads to it from the input's root. */
export interface InputViolation {
  readonly path: readonly string[];
  readonly message: string;
}

export type InvalidInput = DomainError<'INVALID_PARAMETER'> & { readonly violations: readonly InputViolation[] };

/** Refuses an input with all its violations at once, sorted by path. */
export function refuseInput(violations: readonly InputViolation[]): InvalidInput {
  const sorted = violations.toSorted((a, b) => (a.path.join('.') < b.path.join('.') ? -1 : 1));
  return refuse('INVALID_PARAMETER', { violations: sorted });
}
