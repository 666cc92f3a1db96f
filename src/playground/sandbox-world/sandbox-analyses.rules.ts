import { ReprovalReason } from '../../bank/customers/reproval-reason.enum.ts';
import type { PictureJudge } from '../../bank/identity-pictures/analyse-pictures.ts';
import type { RegistrationAnalysis } from '../../bank/registration-decisions/analyse-registrations.ts';
import { SANDBOX_REPROVED_CPFS } from './sandbox-world.ts';

/** The reason of registrations that are always rejected (ours). */
export const REPROVAL_REASON = ReprovalReason.FACE_MISMATCH;

/** Approves all persons except those whose registration is always rejected. */
export const analyseInSandbox: RegistrationAnalysis = ({ documentNumber }) =>
  Promise.resolve(
    SANDBOX_REPROVED_CPFS.includes(documentNumber)
      ? { status: 'REPROVED', reasons: [REPROVAL_REASON] }
      : { status: 'APPROVED', reasons: [] },
  );

/** Approves every picture that is readable. */
export const judgeInSandbox: PictureJudge = ({ pictureIsReadable }) =>
  Promise.resolve(pictureIsReadable ? 'APPROVED' : 'REJECTED');
