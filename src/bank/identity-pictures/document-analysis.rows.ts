import { columnsOf, compiled, text, type RowOf } from '../../platform/statements/compiled.ts';
import { DocumentAnalysis } from './document-analysis.entity.ts';

export const FIND_DOCUMENT_ANALYSIS = compiled(
  'find_document_analysis',
  { entities: [DocumentAnalysis], parameters: { partnerId: text, token: text } },
  (tables, { partnerId, token }) =>
    tables
      .selectFrom('DocumentAnalysis as analysis')
      .select(
        columnsOf('analysis', ['token', 'documentNumber', 'status', 'documentType', 'documentSide', 'submittedAt']),
      )
      .where('analysis.partnerId', '=', partnerId)
      .where('analysis.token', '=', token),
);

/** An analysis as read from storage; instants are in PostgreSQL's format. */
export type DocumentAnalysisRow = RowOf<typeof FIND_DOCUMENT_ANALYSIS>;
