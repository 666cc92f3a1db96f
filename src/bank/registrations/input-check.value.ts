import type { InputViolation } from '../../kernel/domain-error.ts';
import { isTextOf } from '../../kernel/text.ts';

/** Collects all that is wrong with an input, while it brings field after field into normal form. */
export class InputCheck {
  readonly violations: InputViolation[] = [];

  /** Names `path`, dotted from the input's root, where a rule does not hold. Messages never repeat the value. */
  demand(holds: boolean, path: string, message: string): void {
    if (!holds) this.violations.push({ path: path.split('.'), message });
  }

  /** A text in its normal form; where there is none, a violation and an empty text that nobody will see. */
  normal(text: string | undefined, path: string, message: string): string {
    this.demand(text !== undefined, path, message);
    return text ?? '';
  }

  /** A trimmed text that says something in at most `lengthMax` characters. */
  filled(text: string, path: string, lengthMax: number): string {
    const trimmed = text.trim();
    const isGood = isTextOf(trimmed, lengthMax);
    return this.normal(isGood ? trimmed : undefined, path, `Give 1 to ${lengthMax} characters.`);
  }

  /** The same, or null: an empty text counts as none. */
  optional(text: string | null | undefined, path: string, lengthMax: number): string | null {
    return text === null || text === undefined || text.trim() === '' ? null : this.filled(text, path, lengthMax);
  }
}
