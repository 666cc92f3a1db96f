import * as v from 'valibot';
import { refuseInput, type DomainError } from '../../../kernel/domain-error.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Caller } from '../../../platform/database/caller.ts';
import type { ProviderClient, ProviderRequest } from '../calls/provider-call.ts';
import { forwardRequest, type ForwardedRequest } from '../intents/forward-request.ts';
import { asking, type ProviderSide } from '../intents/provider-side.ts';
import { providerEnum, readAs, readFound } from '../intents/provider-values.ts';
import { unlessUnstorable } from '../intents/unstorable.ts';
import { Undecided } from '../../../kernel/undecided.ts';
import type { PictureJudge } from '../../../bank/identity-pictures/analyse-pictures.ts';
import { DocumentAnalysisStatus } from '../../../bank/identity-pictures/document-analysis.enum.ts';
import type { DocumentAnalysisRow } from '../../../bank/identity-pictures/document-analysis.rows.ts';
import { checkPicture, type PictureRequest, type Picture } from '../../../bank/identity-pictures/new-picture.value.ts';
import {
  storeAnalysis,
  violatedByOrder,
  type SubmitDocumentDependencies,
} from '../../../bank/identity-pictures/submit-document.ts';

const ROUTE = '/document-analysis/{documentNumber}';
const TAKEN = v.object({ token: v.pipe(v.string(), v.uuid()) });
const ANALYSIS = v.object({ status: providerEnum(DocumentAnalysisStatus) });

interface SentPicture extends PictureRequest {
  readonly picture: Picture;
}

const SUBMISSION: ForwardedRequest<SentPicture, v.InferOutput<typeof TAKEN>> = {
  name: 'submitDocument',
  request,
  read: (body) => readAs(TAKEN, body),
  inputPath: (name) => name.split('.'),
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
  return async ({ token, partnerId, documentNumber }) => {
    const ask = asking({ client }, { partnerId, correlationId: random.uuid() }, { priority: 'RESUMPTION' });
    const path = `${pathOf(documentNumber)}?token=${encodeURIComponent(token)}`;
    const reported = readFound(ANALYSIS, await ask({ method: 'GET', path, route: ROUTE, apiVersion: 1 }));
    return reported === undefined || reported.status === 'ANALYZING' ? undefined : reported.status;
  };
}
