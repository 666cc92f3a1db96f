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

/** Finds approved analyses of a customer, among the given tokens. */
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

/** An analysis as read from storage; instants are in PostgreSQL's format. */
export type DocumentAnalysisRow = RowOf<typeof FIND_DOCUMENT_ANALYSIS>;
