/** What a picture shows: a person, or one of the identity documents that the partner API names. */
export const IdentityDocumentType = {
  RG: 'RG',
  CNH: 'CNH',
  RNE: 'RNE',
  CRNM: 'CRNM',
  DNI: 'DNI',
  SELFIE: 'SELFIE',
} as const;
export type IdentityDocumentType = (typeof IdentityDocumentType)[keyof typeof IdentityDocumentType];

/** Sides of an identity document. */
export const DocumentSide = { FRONT: 'FRONT', BACK: 'BACK' } as const;
export type DocumentSide = (typeof DocumentSide)[keyof typeof DocumentSide];

/** Status of the analysis of a picture. */
export const DocumentAnalysisStatus = { ANALYZING: 'ANALYZING', APPROVED: 'APPROVED', REJECTED: 'REJECTED' } as const;
export type DocumentAnalysisStatus = (typeof DocumentAnalysisStatus)[keyof typeof DocumentAnalysisStatus];

/** Accepted formats of pictures. */
export const PictureType = { JPEG: 'image/jpeg', PNG: 'image/png' } as const;
export type PictureType = (typeof PictureType)[keyof typeof PictureType];
