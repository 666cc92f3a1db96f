import { fieldsOf } from '../../../kernel/fields.ts';
import type { AnyRestRow, JsonSchema, RestRow, Variables } from '../rest-row.ts';

/** The role of a picture: what is judged of it. */
type Role = 'SELFIE' | 'FRONT' | 'BACK';

/** What is judged of a picture: roles in which it counts, and words for a picture that is approved, and for another. */
const VERDICTS = {
  liveness: { of: ['SELFIE'], approved: 'LIVENESS_FOUND', other: 'LIVENESS_NOT_FOUND' },
  faceMatch: { of: ['FRONT'], approved: 'HAS_FACE_MATCH', other: 'HAS_NO_FACE_MATCH' },
  documentDetails: { of: ['FRONT', 'BACK'], approved: 'DETECTED_DOCUMENT', other: 'NO_DOCUMENT_DETECTED' },
} as const satisfies Record<string, { of: readonly Role[]; approved: string; other: string }>;

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const instantOrNull = { type: ['string', 'null'], format: 'date-time' };

const ANALYSIS: JsonSchema = {
  type: 'object',
  required: ['token', 'documentType', 'documentSide', 'status', ...Object.keys(VERDICTS), 'analyzedAt'],
  properties: {
    token: text,
    documentType: text,
    documentSide: textOrNull,
    status: { ...text, enum: ['ANALYZING', 'ANALYSIS_COMPLETED'] },
    ...Object.fromEntries(
      Object.entries(VERDICTS).map(([name, { approved, other }]) => [
        name,
        { type: 'object', required: ['status'], properties: { status: { enum: [approved, other, null] } } },
      ]),
    ),
    analyzedAt: instantOrNull,
  },
};

/** Writes an analysis as programs read it: its status says only whether it is completed, and each verdict is elsewhere. */
function analysisShown({ token, documentType, documentSide, status, decidedAt }: Readonly<Record<string, unknown>>) {
  const role = documentType === 'SELFIE' ? 'SELFIE' : documentSide;
  const verdicts = Object.entries(VERDICTS).map(([name, { of, approved, other }]): [string, object] => {
    const isJudged = status !== 'ANALYZING' && of.some((one) => one === role);
    return [name, { status: isJudged ? (status === 'APPROVED' ? approved : other) : null }];
  });
  return {
    token,
    documentType,
    documentSide,
    status: status === 'ANALYZING' ? 'ANALYZING' : 'ANALYSIS_COMPLETED',
    ...Object.fromEntries<object>(verdicts),
    analyzedAt: decidedAt,
  };
}

/** Programs send a side for a selfie too. */
function withoutSideOfSelfie(variables: Variables): Variables {
  const { documentSide: _ofNoSelfie, ...input } = fieldsOf(variables['input']);
  return input['documentType'] === 'SELFIE' ? { ...variables, input } : variables;
}

const submit = (name: string, row: Pick<RestRow, 'method' | 'path' | 'summary' | 'enough'>): RestRow => ({
  ...row,
  field: 'submitDocument',
  version: 1,
  success: 202,
  document: `mutation ${name}($input: SubmitDocumentInput!) {
    submitDocument(input: $input) { ...Refusal ... on SubmitDocumentSuccess { analysis { token } } }
  }`,
  places: [
    { at: 'input.documentNumber', in: 'path', name: 'documentNumber' },
    { at: 'input', in: 'body', name: '' },
  ],
  adjust: withoutSideOfSelfie,
  file: 'image',
  body: { whole: 'analysis' },
  example: { path: { documentNumber: '10020030240' } },
});

/** Pictures and their analyses over REST. */
export const analysisRest: readonly AnyRestRow[] = [
  submit('RestSubmitDocument', {
    method: 'PUT',
    path: '/document-analysis/{documentNumber}',
    summary: 'Sends a picture for analysis, as a form with JPEG or PNG in its part `image`.',
  }),
  submit('RestSubmitDeepface', {
    method: 'POST',
    path: '/document-analysis/{documentNumber}/deepface',
    enough: 'kyc.document.deepface.write',
    summary: 'The same, as newer programs send it; `provider` and `providerMetadata` are ignored.',
  }),
  {
    method: 'GET',
    path: '/document-analysis/{documentNumber}',
    field: 'documentAnalyses',
    version: 1,
    success: 200,
    summary:
      'Analyses of the pictures of a person, newest first: all, or those of the tokens, of which there can be several.',
    document: `query RestDocumentAnalyses($documentNumber: String!, $tokens: [String!]) {
      documentAnalyses(documentNumber: $documentNumber, tokens: $tokens) {
        token documentType documentSide status decidedAt
      }
    }`,
    places: [
      { at: 'documentNumber', in: 'path', name: 'documentNumber' },
      { at: 'tokens', in: 'query', name: 'token', many: true },
    ],
    body: { each: '', make: analysisShown, schema: ANALYSIS },
    example: { path: { documentNumber: '10020030240' }, query: { token: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55' } },
  },
];
