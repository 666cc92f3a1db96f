import { ERROR_CATALOGUE, type ErrorCode } from './error-catalogue.ts';

/**
 * A refusal: an outcome that the caller is to expect. It is returned, never thrown, and it is not an `Error`; a bug is the
 * other way round. Which data a refusal carries beside code, status and message is up to its maker.
 */
export class DomainError<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly status: number;
  readonly message: string;

  constructor(code: Code, fillings: Readonly<Record<string, string>>) {
    const row = ERROR_CATALOGUE[code];
    this.code = code;
    this.status = row.status;
    this.message = row.message.replaceAll(/<(\w+)>/g, (hole, name: string) => fillings[name] ?? hole);
  }
}

/** The code of an outcome that is a refusal. */
export function refusalCode(outcome: unknown): ErrorCode | undefined {
  return isRefusal(outcome) ? outcome.code : undefined;
}

/** Whether an outcome is a refusal, of whatever code. */
export function isRefusal(outcome: unknown): outcome is DomainError {
  return outcome instanceof DomainError;
}

/** A refusal by `code` with its data; `fillings` go into the placeholders of the message. */
export function refuse<Code extends ErrorCode, Carried extends object>(
  code: Code,
  carried: Carried,
  fillings: Readonly<Record<string, string>> = {},
): DomainError<Code> & Carried {
  return Object.assign(new DomainError(code, fillings), carried);
}

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
