import type { PictureJudge } from '../../bank/identity-pictures/analyse-pictures.ts';
import type { RegistrationAnalysis } from '../../bank/registration-decisions/analyse-registrations.ts';
import { SANDBOX_REPROVED_CPFS } from './sandbox-world.ts';

/** What is said of the persons whose registration is always rejected (ours). */
export const REPROVAL_REASON = 'IDENTITY_NOT_CONFIRMED';

/** Everybody is approved but for those who stand for a rejection (seed, Register individual customer). */
export const analyseInSandbox: RegistrationAnalysis = ({ documentNumber }) =>
  Promise.resolve(
    SANDBOX_REPROVED_CPFS.includes(documentNumber)
      ? { status: 'REPROVED', reasons: [REPROVAL_REASON] }
      : { status: 'APPROVED', reasons: [] },
  );

/** Every picture is approved that can be read. */
export const judgeInSandbox: PictureJudge = ({ pictureIsReadable }) =>
  Promise.resolve(pictureIsReadable ? 'APPROVED' : 'REJECTED');
