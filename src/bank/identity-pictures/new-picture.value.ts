import { isTaxpayerId } from '../../kernel/taxpayer-id.ts';
import type { InputViolation } from '../../kernel/domain-error.ts';
import { IdentityDocumentType, type DocumentSide, type PictureType } from './document-analysis.enum.ts';
import { isReadable, pictureTypeOf } from './picture.value.ts';

/** Largest picture, in bytes once it is decoded: 1 MiB (ours). */
const PICTURE_BYTES_MAX = 1024 * 1024;
/** Characters that this many bytes take in base64. */
const PICTURE_CHARACTERS_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4;

/** A picture as it is submitted; closed sets are checked by their types. */
export interface PictureRequest {
  readonly documentNumber: string;
  readonly documentType: IdentityDocumentType;
  readonly documentSide?: DocumentSide | null;
  /** In base64. */
  readonly image: string;
}

/** A picture that was understood. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
  readonly isReadable: boolean;
}

/** The picture of a request, and all that is wrong with it; without violations there is a picture. */
export interface CheckedPicture {
  readonly picture: Picture | undefined;
  readonly violations: readonly InputViolation[];
}

/** Checks every field of a request that can be judged by itself. */
export function checkPicture({ documentNumber, documentType, documentSide, image }: PictureRequest): CheckedPicture {
  const violations: InputViolation[] = [];
  const demand = (holds: boolean, field: string, message: string) => {
    if (!holds) violations.push({ path: [field], message });
  };
  const isSelfie = documentType === IdentityDocumentType.SELFIE;
  const hasSide = documentSide !== undefined && documentSide !== null;
  demand(isCpf(documentNumber), 'documentNumber', 'Give a valid CPF: 11 digits without a mask, check digits included.');
  demand(isSelfie !== hasSide, 'documentSide', isSelfie ? 'A selfie has no side.' : 'Say which side: FRONT or BACK.');
  const picture = pictureOf(image);
  if (typeof picture === 'string') demand(false, 'image', picture);
  return { picture: typeof picture === 'string' ? undefined : picture, violations };
}

/** What is wrong with an identity document that is submitted before a selfie of its holder was approved. */
export const SELFIE_IS_MISSING: InputViolation = {
  path: ['documentType'],
  message: 'Submit a SELFIE first: other documents require an approved one for this CPF.',
};

export function isCpf(documentNumber: string): boolean {
  return isTaxpayerId('CPF', documentNumber, false);
}

/** The picture that a text in base64 holds, or what is wrong with it. */
function pictureOf(base64: string): Picture | string {
  const tooLarge = 'Give a picture of at most 1 MiB.';
  if (base64.length > PICTURE_CHARACTERS_MAX) return tooLarge;
  const bytes = Buffer.from(base64, 'base64');
  // Node passes over what is not base64: only what comes back the same was nothing else.
  if (bytes.length === 0 || bytes.toString('base64') !== base64) return 'Give the picture in base64, with padding.';
  if (bytes.length > PICTURE_BYTES_MAX) return tooLarge;
  const type = pictureTypeOf(bytes);
  return type === undefined ? 'Give a JPEG or PNG picture.' : { bytes, type, isReadable: isReadable(bytes, type) };
}
