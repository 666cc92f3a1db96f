import * as v from 'valibot';
import { isTextOf } from '../../../kernel/text.ts';
import { refuseInput, type DomainError } from '../../../kernel/domain-error.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Caller } from '../../../platform/database/caller.ts';
import type { ProviderClient, ProviderRequest } from '../calls/provider-call.ts';
import { inputPaths } from '../intents/input-paths.ts';
import { forwardRequest, type ForwardedRequest } from '../intents/forward-request.ts';
import { asking, type ProviderSide } from '../intents/provider-side.ts';
import { optional, readAs, readFound } from '../intents/provider-values.ts';
import { unlessUnstorable } from '../intents/unstorable.ts';
import { Undecided } from '../../../kernel/undecided.ts';
import type { PictureJudge, SubmittedPicture } from '../../../bank/identity-pictures/analyse-pictures.ts';
import {
  DocumentAnalysisStatus,
  DocumentSide,
  IdentityDocumentType,
} from '../../../bank/identity-pictures/document-analysis.enum.ts';
import type { DocumentAnalysisRow } from '../../../bank/identity-pictures/document-analysis.rows.ts';
import { checkPicture, type PictureRequest, type Picture } from '../../../bank/identity-pictures/new-picture.value.ts';
import {
  storeAnalysis,
  violatedByOrder,
  type SubmitDocumentDependencies,
} from '../../../bank/identity-pictures/submit-document.ts';

const ROUTE = '/document-analysis/{documentNumber}';
/** Longest token, in characters (ours): four times that of any provider. */
const TOKEN_LENGTH_MAX = 150;
/** A token of any form. */
const TAKEN = v.object({
  token: v.pipe(
    v.string(),
    v.check((text) => isTextOf(text, TOKEN_LENGTH_MAX)),
  ),
});

const word = optional(v.object({ status: v.string() }));
/** An analysis; the verdict is not its status. */
const ANALYSIS = v.object({
  token: optional(v.string()),
  status: v.pipe(v.string(), v.toUpperCase()),
  liveness: word,
  faceMatch: word,
  documentDetails: word,
});
type Analysis = v.InferOutput<typeof ANALYSIS>;
/** A list of analyses, or one by itself. */
const ANALYSES = v.union([
  v.array(ANALYSIS),
  v.pipe(
    ANALYSIS,
    v.transform((one) => [one]),
  ),
]);

/** Statuses of an analysis that has ended without one. */
const FAILED: readonly string[] = ['UNEXPECTED_ERROR', 'FORBIDDEN_WORD', 'DATA_RECUSED', 'PHOTO_RECUSED', 'REJECTED'];

/** What approves a picture; any other word, known or not, approves nothing. */
function isApproved(
  { liveness, faceMatch, documentDetails }: Analysis,
  { documentType, documentSide }: SubmittedPicture,
) {
  if (documentType === IdentityDocumentType.SELFIE) return liveness?.status === 'LIVENESS_FOUND';
  const isDetected = documentDetails?.status === 'DETECTED_DOCUMENT';
  return isDetected && (documentSide === DocumentSide.BACK || faceMatch?.status === 'HAS_FACE_MATCH');
}

/** Returns the decision on a picture; undefined while it is analysed. */
function verdictOn(analysis: Analysis, picture: SubmittedPicture) {
  if (FAILED.includes(analysis.status)) return DocumentAnalysisStatus.REJECTED;
  if (analysis.status !== 'ANALYSIS_COMPLETED') return undefined;
  return isApproved(analysis, picture) ? DocumentAnalysisStatus.APPROVED : DocumentAnalysisStatus.REJECTED;
}

interface SentPicture extends PictureRequest {
  readonly picture: Picture;
}

const SUBMISSION: ForwardedRequest<SentPicture, v.InferOutput<typeof TAKEN>> = {
  name: 'submitDocument',
  request,
  read: (body) => readAs(TAKEN, body),
  inputPath: inputPaths(['documentNumber', 'documentType', 'documentSide', 'image']),
  refusalOf: () => undefined,
};

async function request({
  documentNumber,
  documentType,
  documentSide,
  picture: { bytes, type },
}: SentPicture): Promise<ProviderRequest> {
  const form = new FormData();
  form.set('documentType', documentType);
  if (documentSide !== undefined && documentSide !== null) form.set('documentSide', documentSide);
  form.set('image', new Blob([Buffer.from(bytes)], { type }), type.replace('/', '.'));
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return {
    method: 'PUT',
    path: pathOf(documentNumber),
    route: ROUTE,
    apiVersion: 1,
    body: { contentType, bytes: Buffer.from(await encoded.arrayBuffer()) },
  };
}

function pathOf(documentNumber: string): string {
  return `/document-analysis/${encodeURIComponent(documentNumber)}`;
}

/** Sends a picture to the provider for analysis; its digest is stored here, under the provider's token. */
export async function submitDocumentToProvider(
  provider: ProviderSide,
  needs: SubmitDocumentDependencies,
  { caller, wanted }: { readonly caller: Caller; readonly wanted: PictureRequest },
): Promise<DocumentAnalysisRow | DomainError | Undecided> {
  const { partnerId } = caller.requester;
  const { picture, violations } = checkPicture(wanted);
  // If only the order of pictures is wrong, the provider decides: it knows of approvals sooner.
  if (picture === undefined || violations.length > 0)
    return refuseInput([...violations, ...(await violatedByOrder(needs.database, partnerId, wanted))]);
  const reported = await forwardRequest(provider, SUBMISSION, { ...caller, wanted: { ...wanted, picture } });
  if (!('token' in reported)) return reported;
  const taken = { request: wanted, picture, token: reported.token };
  return unlessUnstorable(provider, Undecided.unanswered(), () => storeAnalysis(needs, partnerId, taken));
}

/** Asks the provider until it has decided. */
export function judgedByProvider(client: ProviderClient, random: Random): PictureJudge {
  return async (picture) => {
    const { token, partnerId, documentNumber } = picture;
    const ask = asking({ client }, { partnerId, correlationId: random.uuid() }, { priority: 'RESUMPTION' });
    const path = `${pathOf(documentNumber)}?token=${encodeURIComponent(token)}&resultLevel=DETAILED`;
    const found = await ask({ method: 'GET', path, route: ROUTE, apiVersion: 1 });
    const analysis = readFound(ANALYSES, found)?.find((one) => (one.token ?? token) === token);
    return analysis && verdictOn(analysis, picture);
  };
}
