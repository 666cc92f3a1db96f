/** Number of occupations (ours: the partner API shows no list). */
const COUNT = 105;

/** Codes of all occupations, `OCP0001` to `OCP0105`. */
export const OCCUPATIONS: readonly string[] = Array.from(
  { length: COUNT },
  (_, nth) => `OCP${String(nth + 1).padStart(4, '0')}`,
);
const CODES: ReadonlySet<string> = new Set(OCCUPATIONS);

/** Whether an occupation code is in the list; upper case only. */
export function isOccupation(code: string): boolean {
  return CODES.has(code);
}
