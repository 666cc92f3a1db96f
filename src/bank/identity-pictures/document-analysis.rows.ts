import { statement } from '../../platform/statements/statement.ts';
import type { DocumentAnalysisStatus, DocumentSide, IdentityDocumentType } from './document-analysis.enum.ts';

/** An analysis as it is read from storage; instants as PostgreSQL writes them. */
export interface DocumentAnalysisRow {
  readonly token: string;
  readonly status: DocumentAnalysisStatus;
  readonly documentType: IdentityDocumentType;
  readonly documentSide: DocumentSide | null;
  readonly submittedAt: string;
}

export const FIND_DOCUMENT_ANALYSIS = statement<DocumentAnalysisRow>(
  'find_document_analysis',
  `select token, status, document_type as "documentType", document_side as "documentSide",
     submitted_at as "submittedAt"
   from document_analysis where partner_id = $1 and token = $2::uuid`,
);

/** Approved analyses of a customer, of those that are named. */
export const FIND_APPROVED_DOCUMENTS = statement<ApprovedDocumentRow>(
  'find_approved_documents',
  `select token, document_type as "documentType", document_side as "documentSide"
   from document_analysis
   where partner_id = $1 and document_number = $2 and token = any ($3::uuid[]) and status = 'APPROVED'`,
);

export type ApprovedDocumentRow = Pick<DocumentAnalysisRow, 'token' | 'documentType' | 'documentSide'>;
