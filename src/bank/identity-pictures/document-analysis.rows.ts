import {
  anyOf,
  columnsOf,
  compiled,
  literal,
  text,
  uuid,
  uuids,
  type RowOf,
} from '../../platform/statements/compiled.ts';
import { DocumentAnalysis } from './document-analysis.entity.ts';

export const FIND_DOCUMENT_ANALYSIS = compiled(
  'find_document_analysis',
  { entities: [DocumentAnalysis], parameters: { partnerId: text, token: uuid } },
  (tables, { partnerId, token }) =>
    tables
      .selectFrom('DocumentAnalysis as analysis')
      .select(
        columnsOf('analysis', ['token', 'documentNumber', 'status', 'documentType', 'documentSide', 'submittedAt']),
      )
      .where('analysis.partnerId', '=', partnerId)
      .where('analysis.token', '=', token),
);

/** Approved analyses of a customer, of those that are named. */
export const FIND_APPROVED_PICTURES = compiled(
  'find_approved_documents',
  { entities: [DocumentAnalysis], parameters: { partnerId: text, documentNumber: text, tokens: uuids } },
  (tables, { partnerId, documentNumber, tokens }) =>
    tables
      .selectFrom('DocumentAnalysis as analysis')
      .select(columnsOf('analysis', ['token', 'documentType', 'documentSide']))
      .where('analysis.partnerId', '=', partnerId)
      .where('analysis.documentNumber', '=', documentNumber)
      .where('analysis.token', '=', anyOf(tokens))
      .where('analysis.status', '=', literal('APPROVED')),
);

/** An analysis as it is read from storage; instants as PostgreSQL writes them. */
export type DocumentAnalysisRow = RowOf<typeof FIND_DOCUMENT_ANALYSIS>;
