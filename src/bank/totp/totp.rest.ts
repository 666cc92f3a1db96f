import type { AnyRestRow } from '../../rest/rest-row.ts';

/** Paths that the partner API refers to and that are not built yet. */
export const totpRest: readonly AnyRestRow[] = [
  { method: 'POST', path: '/totp', version: 1, summary: 'Sends a one-time code.', unbuilt: true },
  { method: 'PATCH', path: '/totp', version: 1, summary: 'Checks a one-time code.', unbuilt: true },
];
