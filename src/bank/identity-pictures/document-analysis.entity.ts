import { defineEntity } from '@mikro-orm/core';
import { DocumentAnalysisStatus, DocumentSide, IdentityDocumentType, PictureType } from './document-analysis.enum.ts';

const DocumentAnalysisSchema = defineEntity({
  name: 'DocumentAnalysis',
  properties: (p) => ({
    /** Random, since it serves as a proof in registrations: a UUID, or what a provider has given. */
    token: p.text().primary(),
    /** No foreign key: each insert would lock the partner's row, which all its writers share. */
    partnerId: p.text(),
    documentNumber: p.text(),
    documentType: p.enum(() => IdentityDocumentType).nativeEnumName('identity_document_type'),
    documentSide: p
      .enum(() => DocumentSide)
      .nativeEnumName('document_side')
      .nullable(),
    status: p.enum(() => DocumentAnalysisStatus).nativeEnumName('document_analysis_status'),
    /** SHA-256 of the picture, in hexadecimal. The picture itself is never stored. */
    pictureDigest: p.text(),
    pictureBytes: p.integer(),
    pictureType: p.enum(() => PictureType).nativeEnumName('picture_type'),
    /** Whether its header contains a valid size. */
    pictureIsReadable: p.boolean(),
    submittedAt: p.datetime(3),
    /** When its analysis is due, or due again; null once it is decided. */
    dueAt: p.datetime(3).nullable(),
    decidedAt: p.datetime(3).nullable(),
  }),
  indexes: [
    { properties: ['partnerId', 'documentNumber'] },
    {
      name: 'document_analysis_due_index',
      expression:
        'create index document_analysis_due_index on document_analysis (partner_id, due_at) where due_at is not null',
    },
  ],
  checks: [
    { name: 'document_analysis_side_fits_type', expression: "(document_type = 'SELFIE') = (document_side is null)" },
    { name: 'document_analysis_is_decided_once', expression: "(status = 'ANALYZING') = (decided_at is null)" },
  ],
});

/** A picture of a person or an identity document that was sent for analysis, without the picture itself. */
export class DocumentAnalysis extends DocumentAnalysisSchema.class {}
DocumentAnalysisSchema.setClass(DocumentAnalysis);
