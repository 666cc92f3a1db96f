/** Possible failures in one place outside the process, and their remedies. */
export interface Failures {
  /** Names the place, its setting, and what cannot be done there. */
  readonly subject: string;
  /** Checks whether an error occurred in this place. */
  readonly isHere: (error: object) => boolean;
  /** Remedies by patterns of `CODE message`; the first match applies. */
  readonly remedies: readonly (readonly [met: RegExp, remedy: string])[];
}
