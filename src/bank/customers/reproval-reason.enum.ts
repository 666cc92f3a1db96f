/** Why a person is rejected. */
export const ReprovalReason = {
  DOCUMENT_UNREADABLE: 'DOCUMENT_UNREADABLE',
  FACE_MISMATCH: 'FACE_MISMATCH',
  DOCUMENT_MISMATCH: 'DOCUMENT_MISMATCH',
  DATA_MISMATCH: 'DATA_MISMATCH',
  RESTRICTION: 'RESTRICTION',
  OTHER: 'OTHER',
} as const;
export type ReprovalReason = (typeof ReprovalReason)[keyof typeof ReprovalReason];

/** Returns a reason as stated elsewhere; what is unknown is OTHER. */
export function reprovalReasonOf(stated: string): ReprovalReason {
  return Object.values(ReprovalReason).find((reason) => reason === stated.toUpperCase()) ?? ReprovalReason.OTHER;
}
