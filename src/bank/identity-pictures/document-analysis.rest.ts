import type { AnyRestRow } from '../../rest/rest-row.ts';

/** Paths that the partner API refers to and that are not built yet. */
export const analysisRest: readonly AnyRestRow[] = [
  {
    method: 'PUT',
    path: '/document-analysis/{documentNumber}',
    version: 1,
    summary: 'Sends a picture for analysis.',
    unbuilt: true,
  },
  {
    method: 'GET',
    path: '/document-analysis/{documentNumber}',
    version: 1,
    summary: 'Where the analysis of a picture stands.',
    unbuilt: true,
  },
];
