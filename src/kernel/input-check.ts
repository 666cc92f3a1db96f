import type { InputViolation } from './domain-error.ts';
import { isPersonName } from './person-name.ts';
import { isTextOf, textFault, textWanted } from './text.ts';
import type { ViolationCode } from './violation-code.ts';

const PERSON_WANTED =
  'Give the full name of a person: letters, spaces, hyphens and apostrophes, without digits and initials.';

/** Collects all violations of an input while it normalizes its fields. */
export class InputCheck {
  readonly violations: InputViolation[] = [];

  /** Adds a violation unless a rule holds; `path` is dotted from the input's root. Messages never repeat the value. */
  demand(holds: boolean, path: string, message: string, code: ViolationCode = 'FORMAT'): void {
    if (!holds) this.violations.push({ path: path.split('.'), code, message });
  }

  /** Returns the normalized text; if undefined, adds a violation and returns an empty text, which is never used. */
  normal(text: string | undefined, path: string, message: string, code?: ViolationCode): string {
    this.demand(text !== undefined, path, message, code);
    return text ?? '';
  }

  /** Returns the trimmed text, which must not be empty or longer than `lengthMax` characters. */
  filled(text: string, path: string, lengthMax: number): string {
    const trimmed = text.trim();
    const isGood = isTextOf(trimmed, lengthMax);
    return this.normal(isGood ? trimmed : undefined, path, textWanted(lengthMax), textFault(text));
  }

  /** The same, of a text that must be the name of a person. */
  person(text: string, path: string, lengthMax: number): string {
    const name = this.filled(text, path, lengthMax);
    this.demand(name === '' || isPersonName(name), path, PERSON_WANTED);
    return name;
  }

  /** The same as `filled`, but a missing or blank text becomes null. */
  optional(text: string | null | undefined, path: string, lengthMax: number): string | null {
    return text === null || text === undefined || text.trim() === '' ? null : this.filled(text, path, lengthMax);
  }
}
