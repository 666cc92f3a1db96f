import { createHash } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { Database } from '../../platform/database/database.ts';
import { DocumentAnalysis } from './document-analysis.entity.ts';
import { IdentityDocumentType } from './document-analysis.enum.ts';
import type { DocumentAnalysisRow } from './document-analysis.rows.ts';
import { checkPicture, isCpf, SELFIE_IS_MISSING, type PictureRequest, type Picture } from './new-picture.value.ts';

export interface SubmitDocumentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** Seconds after which the analysis of a picture is due. */
  readonly documentAnalysisSeconds: number;
}

/**
 * Accepts a picture for analysis: its digest, size and type are stored, the picture is not. Identity documents require
 * a selfie of the same person at the same partner that is not rejected: programs send all pictures at once.
 */
export async function submitDocument(
  dependencies: SubmitDocumentDependencies,
  { partnerId }: Requester,
  request: PictureRequest,
): Promise<DocumentAnalysisRow | InvalidInput> {
  const { picture, violations } = checkPicture(request);
  const all = [...violations, ...(await violatedByOrder(dependencies.database, partnerId, request))];
  if (picture === undefined || all.length > 0) return refuseInput(all);
  return storeAnalysis(dependencies, partnerId, { request, picture, token: dependencies.random.uuid() });
}

/** Returns the violation of a document that no selfie precedes, as far as that is known here. */
export async function violatedByOrder(
  on: Database,
  partnerId: string,
  request: PictureRequest,
): Promise<readonly InputViolation[]> {
  return (await isBeforeSelfie(on, partnerId, request)) ? [SELFIE_IS_MISSING] : [];
}

/** A selfie that is rejected meanwhile has its person refused at the registration, which wants an approved one. */
async function isBeforeSelfie(
  { entities }: Database,
  partnerId: string,
  { documentNumber, documentType }: PictureRequest,
): Promise<boolean> {
  if (documentType === IdentityDocumentType.SELFIE || !isCpf(documentNumber)) return false;
  const selfie = { partnerId, documentNumber, documentType: 'SELFIE', status: { $ne: 'REJECTED' } } as const;
  return (await entities.findOne(DocumentAnalysis, selfie)) === null;
}

interface TakenPicture {
  readonly request: PictureRequest;
  readonly picture: Picture;
  readonly token: string;
}

/** Stores what is known of a picture under analysis, under its token. */
export async function storeAnalysis(
  { database, clock, documentAnalysisSeconds }: SubmitDocumentDependencies,
  partnerId: string,
  { request, picture, token }: TakenPicture,
): Promise<DocumentAnalysisRow> {
  const { documentNumber, documentType, documentSide = null } = request;
  const { bytes, type, isReadable } = picture;
  const submittedAt = clock.now();
  const shown = { token, documentNumber, status: 'ANALYZING', documentType, documentSide } as const;
  await database.transaction(async ({ entities }) => {
    entities.create(DocumentAnalysis, {
      ...shown,
      partnerId,
      submittedAt,
      dueAt: new Date(submittedAt.getTime() + documentAnalysisSeconds * 1_000),
      pictureDigest: createHash('sha256').update(bytes).digest('hex'),
      pictureBytes: bytes.length,
      pictureType: type,
      pictureIsReadable: isReadable,
    });
    await entities.flush();
  });
  return { ...shown, submittedAt: submittedAt.toISOString(), decidedAt: null };
}
