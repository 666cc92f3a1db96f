import { createHash } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { sql } from 'kysely';
import { compiled, insertion, literal, text } from '../../platform/statements/compiled.ts';
import { DocumentAnalysis } from './document-analysis.entity.ts';
import { IdentityDocumentType } from './document-analysis.enum.ts';
import type { DocumentAnalysisRow } from './document-analysis.rows.ts';
import { checkDocument, isCpf, SELFIE_IS_MISSING, type DocumentRequest, type Picture } from './new-document.value.ts';

/** Approved is for good: what was read stays true until the insert, without a lock. */
const HAS_APPROVED_SELFIE = compiled(
  'has_approved_selfie',
  { entities: [DocumentAnalysis], parameters: { partnerId: text, documentNumber: text } },
  (tables, { partnerId, documentNumber }) =>
    tables
      .selectFrom('DocumentAnalysis as analysis')
      .select('analysis.token')
      .where('analysis.partnerId', '=', partnerId)
      .where('analysis.documentNumber', '=', documentNumber)
      .where('analysis.documentType', '=', literal('SELFIE'))
      .where('analysis.status', '=', literal('APPROVED'))
      .limit(sql.lit(1)),
);

const INSERT_DOCUMENT_ANALYSIS = insertion('insert_document_analysis', DocumentAnalysis, [
  ...(['token', 'partnerId', 'documentNumber', 'documentType', 'documentSide', 'status', 'pictureDigest'] as const),
  ...(['pictureBytes', 'pictureType', 'pictureIsReadable', 'submittedAt', 'dueAt'] as const),
]);

export interface SubmitDocumentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** After how long the analysis of a picture is asked for. */
  readonly documentAnalysisSeconds: number;
}

/**
 * Takes a picture in for analysis: its digest, size and type are kept, the picture is not. Identity documents need an
 * approved selfie of the same person at the same partner.
 */
export async function submitDocument(
  dependencies: SubmitDocumentDependencies,
  { partnerId }: Requester,
  request: DocumentRequest,
): Promise<DocumentAnalysisRow | InvalidInput> {
  const { database } = dependencies;
  const { picture, violations } = checkDocument(request);
  const isEarly = await isBeforeSelfie(database, partnerId, request);
  if (isEarly || picture === undefined || violations.length > 0)
    return refuseInput(isEarly ? [...violations, SELFIE_IS_MISSING] : violations);
  return insert(dependencies, partnerId, { request, picture });
}

async function isBeforeSelfie(
  on: Sql,
  partnerId: string,
  { documentNumber, documentType }: DocumentRequest,
): Promise<boolean> {
  if (documentType === IdentityDocumentType.SELFIE || !isCpf(documentNumber)) return false;
  return (await on.run(HAS_APPROVED_SELFIE, { partnerId, documentNumber })).length === 0;
}

async function insert(
  { database, clock, random, documentAnalysisSeconds }: SubmitDocumentDependencies,
  partnerId: string,
  { request, picture }: { request: DocumentRequest; picture: Picture },
): Promise<DocumentAnalysisRow> {
  const { documentNumber, documentType, documentSide = null } = request;
  const { bytes, type, isReadable } = picture;
  const now = clock.now();
  const submittedAt = now.toISOString();
  const dueAt = new Date(now.getTime() + documentAnalysisSeconds * 1_000).toISOString();
  const token = random.uuid();
  const digest = createHash('sha256').update(bytes).digest('hex');
  const shown = { token, documentNumber, status: 'ANALYZING', documentType, documentSide, submittedAt } as const;
  const stored = {
    ...{ ...shown, partnerId, dueAt },
    ...{ pictureDigest: digest, pictureBytes: bytes.length, pictureType: type, pictureIsReadable: isReadable },
  };
  return database.transaction(async (transaction) => {
    await transaction.run(INSERT_DOCUMENT_ANALYSIS, stored);
    return shown;
  });
}
