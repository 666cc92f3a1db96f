/**
 * Words of the domain without dependencies: values, refusals, events, and what they are checked by.
 * @packageDocumentation
 */

import type { Origin } from './origin.ts';
import { pascalCase } from './text.ts';
import type { ViolationCode } from './violation-code.ts';

/** Path of a member from the root of an input, such as `['user', 'birthDate']`. */
export type InputPath = readonly [string, ...string[]];

/** An operation that resolves a refusal, ready to send. */
export interface NextStep {
  readonly mutation: string;
  readonly input: object;
}

/** The same, and whether it would not be refused now itself; without `isOpen`, nothing would refuse it. */
export interface OfferedStep extends NextStep {
  readonly isOpen?: (() => Promise<boolean>) | undefined;
}

/** A code's entry in the error catalogue. */
export interface RefusalRow {
  readonly origin: Origin;
  /** HTTP status in the partner API. */
  readonly status: number;
  /** Placeholders are in angle brackets. Messages of the partner API are exact, including their spelling. */
  readonly message: string;
  /** The same in Brazilian Portuguese, for the catalogue; answers have `message`. */
  readonly portuguese: string;
  /** Completes the sentence "Returned when …". */
  readonly condition: string;
  /** The member of the input that it is about; absent if it is about none. */
  readonly path?: InputPath;
  /** The same for mutations in whose input that member is elsewhere. */
  readonly pathIn?: Readonly<Record<string, InputPath>>;
  /** Waiting alone is enough: the same input can pass later. `byData`: that depends on what it is about. */
  readonly retryable?: true | 'byData';
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
  /** Whether waiting alone is enough; the data of a refusal that says `byData` replace it. */
  readonly retryable: boolean;
  readonly #row: RefusalRow;
  #step: OfferedStep | undefined;
  #mutation = '';

  constructor(code: Code, row: RefusalRow, fillings: Fillings) {
    this.code = code;
    this.status = row.status;
    this.message = row.message.replaceAll(/<(\w+)>/g, (hole, name: string) => fillings[name] ?? hole);
    this.retryable = row.retryable === true;
    this.#row = row;
  }

  /** Notes the operation that resolves it. */
  resolvedBy(step: OfferedStep): this {
    this.#step = step;
    return this;
  }

  /** The operation that resolves it, if there is one. */
  get step(): OfferedStep | undefined {
    return this.#step;
  }

  /** Notes which mutation returns it: in some inputs the member that it is about is elsewhere. */
  returnedBy(mutation: string): void {
    this.#mutation = mutation;
  }

  /** The member of the input that it is about; null if it is about none. */
  get path(): InputPath | null {
    return pathOf(this.#row, this.#mutation);
  }

  /** Whether it reveals another person, and is therefore charged. */
  get revealsOthers(): boolean {
    return this.#row.revealsOthers === true;
  }
}

/** Returns the member of a mutation's input that a refusal is about; null if it is about none. */
export function pathOf({ path, pathIn = {} }: RefusalRow, mutation: string): InputPath | null {
  return pathIn[mutation] ?? path ?? null;
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
    portuguese: 'Um ou mais campos são inválidos.',
    condition: 'input fields violate rules that their types cannot express; all violations are listed',
  },
  UNSUPPORTED_API_VERSION: {
    origin: 'GATEWAY',
    status: 400,
    message: 'The api-version header names a version at which a requested operation is not served.',
    portuguese: 'O cabeçalho api-version indica uma versão em que uma operação solicitada não é atendida.',
    condition: 'the api-version header does not match every root field of the operation; shown as a top-level error',
  },
  NOT_IMPLEMENTED: {
    origin: 'GATEWAY',
    status: 501,
    message: 'This operation is not implemented yet.',
    portuguese: 'Esta operação ainda não foi implementada.',
    condition: 'a REST path that appears in links is not implemented yet',
    restOnly: true,
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(requestRefusals);

/** An input field that violates a rule; `path` is relative to the input's root. */
export interface InputViolation {
  readonly path: readonly string[];
  readonly code: ViolationCode;
  readonly message: string;
}

export type InvalidInput = DomainError<'INVALID_PARAMETER'> & { readonly violations: readonly InputViolation[] };

/** Refuses an input with all its violations at once, sorted by path. */
export function refuseInput(violations: readonly InputViolation[]): InvalidInput {
  const sorted = violations.toSorted((a, b) => (a.path.join('.') < b.path.join('.') ? -1 : 1));
  return refuse('INVALID_PARAMETER', { violations: sorted });
}
