/**
 * Words of the domain without dependencies: values, refusals, events, and what they are checked by.
 * @packageDocumentation
 */

import type { Origin } from './origin.ts';
import { pascalCase } from './text.ts';

/** A code's entry in the error catalogue. */
export interface RefusalRow {
  readonly origin: Origin;
  /** HTTP status in the partner API. */
  readonly status: number;
  /** Placeholders are in angle brackets. Messages of the partner API are exact, including their spelling. */
  readonly message: string;
  /** Completes the sentence "Returned when …". */
  readonly condition: string;
  /** Returned over REST only, to requests that name something that does not exist. */
  readonly restOnly?: true;
  /** The refusal reveals that another person is a customer or owns a key: it is charged to a look-up budget. */
  readonly revealsOthers?: true;
}

/** Refusals by their codes. Each capability has a table of its own. */
export type RefusalTable = Readonly<Record<string, RefusalRow>>;

/** Values for the placeholders of a message, by name. */
type Fillings = Readonly<Record<string, string>>;

/**
 * A refusal: an outcome that callers must expect. It is returned, never thrown, and is not an `Error`; a bug is thrown.
 * Which data a refusal carries besides code, status and message is up to the function that creates it.
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

  /** Whether it reveals another person, and is therefore charged. */
  get revealsOthers(): boolean {
    return this.#row.revealsOthers === true;
  }
}

/** Checks whether an outcome is a refusal, with any code. */
export function isRefusal(outcome: unknown): outcome is DomainError {
  return outcome instanceof DomainError;
}

/** Returns the name of the GraphQL type of a code: PascalCase and `Error`. The only exception is INVALID_PARAMETER. */
export function errorTypeName(code: string): string {
  if (code === 'INVALID_PARAMETER') return 'InvalidInputError';
  return `${pascalCase(code)}Error`;
}

/** Returns a function that creates a refusal with a code of the table, and data; `fillings` replace placeholders. */
export function refuserOf<Codes extends string>(table: Readonly<Record<Codes, RefusalRow>>) {
  return <Code extends Codes, Carried extends object>(
    code: Code,
    carried: Carried,
    fillings: Fillings = {},
  ): DomainError<Code> & Carried => Object.assign(new DomainError(code, table[code], fillings), carried);
}

/** Refusals of all operations. */
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

/** An input field that violates a rule; `path` is relative to the input's root. */
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
