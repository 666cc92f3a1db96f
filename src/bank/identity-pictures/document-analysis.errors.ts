import type { RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of unknown analyses. */
export const documentAnalysisRefusals = {
  DOCUMENT_ANALYSIS_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Document analysis not found.',
    portuguese: 'Análise de documento não encontrada.',
    condition: 'the partner has not submitted a picture of this person under this token',
    restOnly: true,
  },
} as const satisfies RefusalTable;
