/** What may fail in one place around the process, and what to do about it. */
export interface Failures {
  /** The place, with the setting that names it, and what cannot be done there. */
  readonly subject: string;
  /** Whether an error is of this place. */
  readonly isHere: (error: object) => boolean;
  /** What to do about an error that is met as `CODE message`; the first that fits holds. */
  readonly remedies: readonly (readonly [met: RegExp, remedy: string])[];
}
