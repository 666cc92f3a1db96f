import { isTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { faultOf } from '../../kernel/text.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import type { InputViolation } from '../../kernel/domain-error.ts';
import { IdentityDocumentType, type DocumentSide, type PictureType } from './document-analysis.enum.ts';
import { isReadable, pictureTypeOf } from './picture.value.ts';

/** Maximum size of a decoded picture, in bytes: 1 MiB (ours). */
const PICTURE_BYTES_MAX = 1024 * 1024;
/** Its length in base64, in characters. */
const PICTURE_CHARACTERS_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4;

/** The picture of a request; enum values are checked by their types. */
export interface PictureRequest {
  readonly documentNumber: string;
  readonly documentType: IdentityDocumentType;
  readonly documentSide?: DocumentSide | null;
  /** In base64, with padding. */
  readonly image: string;
}

/** A decoded picture. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
  readonly isReadable: boolean;
}

/** The picture of a request, and its violations; if there are none, the picture is defined. */
export interface CheckedPicture {
  readonly picture: Picture | undefined;
  readonly violations: readonly InputViolation[];
}

/** Checks every field of a request that can be checked on its own. */
export function checkPicture({ documentNumber, documentType, documentSide, image }: PictureRequest): CheckedPicture {
  const check = new InputCheck();
  const isSelfie = documentType === IdentityDocumentType.SELFIE;
  const hasSide = documentSide !== undefined && documentSide !== null;
  check.demand(
    isCpf(documentNumber),
    'documentNumber',
    'Give a valid CPF: 11 digits without a mask, check digits included.',
    faultOf(documentNumber),
  );
  check.demand(
    isSelfie !== hasSide,
    'documentSide',
    isSelfie ? 'A selfie has no side.' : 'Give the side: FRONT or BACK.',
    isSelfie ? 'CONFLICT' : 'REQUIRED',
  );
  const picture = pictureOf(image);
  if ('message' in picture) check.demand(false, 'image', picture.message, picture.code);
  return { picture: 'message' in picture ? undefined : picture, violations: check.violations };
}

/** The violation of an identity document that is submitted before a selfie of its holder. */
export const SELFIE_IS_MISSING: InputViolation = {
  path: ['documentType'],
  code: 'CONFLICT',
  message: 'Submit a SELFIE first: other documents require one for this CPF that is not rejected.',
};

export function isCpf(documentNumber: string): boolean {
  return isTaxpayerId('CPF', documentNumber);
}

/** Returns the picture that a base64 text contains, or what is wrong with it. */
function pictureOf(base64: string): Picture | Omit<InputViolation, 'path'> {
  const tooLarge = { code: 'LENGTH', message: 'Give a picture of at most 1 MiB.' } as const;
  if (base64.length > PICTURE_CHARACTERS_MAX) return tooLarge;
  const bytes = Buffer.from(base64, 'base64');
  // Node skips characters that are not base64: only a text that is encoded back to itself had none.
  if (bytes.length === 0 || bytes.toString('base64') !== base64)
    return { code: faultOf(base64), message: 'Give the picture in base64, with padding.' };
  if (bytes.length > PICTURE_BYTES_MAX) return tooLarge;
  const type = pictureTypeOf(bytes);
  return type === undefined
    ? { code: 'FORMAT', message: 'Give a JPEG or PNG picture.' }
    : { bytes, type, isReadable: isReadable(bytes, type) };
}
