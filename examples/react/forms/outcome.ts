import { graphql } from '../generated/index.ts';

/** What the form asks of every refusal: `DomainError` is the interface of all of them. */
graphql(`
  fragment Refusal on DomainError {
    message
    path
    retryable
    nextStep {
      mutation
      input
    }
  }
`);

/** A field of a form, and what it is for. */
export interface Field {
  /** Path in the input of the mutation, such as `user.birthDate`: refusals name fields by it. */
  readonly path: string;
  readonly label: string;
  /** Initial value. */
  readonly value?: string;
  /** Codes to choose from; others can be typed. */
  readonly choices?: readonly Choice[];
  /** It is the token of a picture, which is sent when it is chosen. */
  readonly isPicture?: true;
}

export interface Choice {
  readonly code: string;
  readonly label: string;
}

/** A mutation that resolves a refusal, ready to send. */
export interface NextStep {
  readonly mutation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a form shows after it was sent: what was done, or messages beside its fields and above its button. */
export interface Outcome {
  readonly done?: string;
  /** Messages by the paths of the fields. */
  readonly besideFields: Readonly<Record<string, string>>;
  readonly aboveButton?: string;
  readonly nextStep?: NextStep;
}

interface Refusal {
  readonly message: string;
  readonly path: readonly string[] | null;
  readonly retryable: boolean;
  readonly nextStep: NextStep | null;
}

/** What is wrong with one member of the input. */
export interface Violation {
  readonly path: readonly string[];
  readonly message: string;
}

export function done(what: string): Outcome {
  return { done: what, besideFields: {} };
}

/** Shows a refusal beside the field that it names, with what it says beyond its message. */
export function refused(fields: readonly Field[], refusal: Refusal, ...more: readonly string[]): Outcome {
  const { path, retryable, nextStep } = refusal;
  const later = retryable ? ['Try again later.'] : [];
  const message = [refusal.message, ...more, ...later].filter((sentence) => sentence !== '').join(' ');
  return { ...placed(fields, [{ path: path ?? [], message }]), ...(nextStep && { nextStep }) };
}

/** Shows each message beside the field that its path names, or else above the button. */
export function placed(fields: readonly Field[], violations: readonly Violation[]): Outcome {
  const besideFields: Record<string, string> = {};
  const elsewhere: string[] = [];
  for (const { path, message } of violations) {
    const field = fieldAt(fields, path);
    if (field === undefined) elsewhere.push(message);
    else besideFields[field.path] ??= message;
  }
  return { besideFields, ...(elsewhere.length > 0 && { aboveButton: elsewhere.join(' ') }) };
}

/** The field of a path, else the first one below it, else the one that contains it. */
function fieldAt(fields: readonly Field[], path: readonly string[]): Field | undefined {
  if (path.length === 0) return undefined;
  const name = path.join('.');
  return (
    fields.find((field) => field.path === name) ??
    fields.find((field) => field.path.startsWith(`${name}.`)) ??
    fields.find((field) => name.startsWith(`${field.path}.`))
  );
}
