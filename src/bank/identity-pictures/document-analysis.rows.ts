import { sql } from 'kysely';
import { columnsOf, compiled, text, texts, type RowOf } from '../../platform/statements/compiled.ts';
import { DocumentAnalysis } from './document-analysis.entity.ts';

const COLUMNS = columnsOf('analysis', [
  ...(['token', 'documentNumber', 'status', 'documentType', 'documentSide', 'submittedAt', 'decidedAt'] as const),
]);
/** Most analyses of one answer. */
const ANALYSES_MAX = 100;

export const FIND_DOCUMENT_ANALYSIS = compiled(
  'find_document_analysis',
  { entities: [DocumentAnalysis], parameters: { partnerId: text, token: text } },
  (tables, { partnerId, token }) =>
    tables
      .selectFrom('DocumentAnalysis as analysis')
      .select(COLUMNS)
      .where('analysis.partnerId', '=', partnerId)
      .where('analysis.token', '=', token),
);

/** The newest analyses of a person, all or some. */
export const FIND_DOCUMENT_ANALYSES = compiled(
  'find_document_analyses',
  { entities: [DocumentAnalysis], parameters: { partnerId: text, documentNumber: text, tokens: texts } },
  (tables, { partnerId, documentNumber, tokens }) =>
    tables
      .selectFrom('DocumentAnalysis as analysis')
      .select(COLUMNS)
      .where('analysis.partnerId', '=', partnerId)
      .where('analysis.documentNumber', '=', documentNumber)
      .where(sql<boolean>`(cardinality(${tokens}) = 0 or analysis.token = any (${tokens}))`)
      .orderBy('analysis.submittedAt', 'desc')
      .orderBy('analysis.token')
      .limit(sql<number>`${sql.lit(ANALYSES_MAX)}`),
);

/** An analysis as read from storage; instants are in PostgreSQL's format. */
export type DocumentAnalysisRow = RowOf<typeof FIND_DOCUMENT_ANALYSIS>;
