import type { AnyRestRow } from '../rest-row.ts';

/** Pictures and their analyses over REST. */
export const analysisRest: readonly AnyRestRow[] = [
  {
    method: 'PUT',
    path: '/document-analysis/{documentNumber}',
    field: 'submitDocument',
    version: 1,
    success: 202,
    summary: 'Sends a picture for analysis, as a form with JPEG or PNG in its part `image`.',
    document: `mutation RestSubmitDocument($input: SubmitDocumentInput!) {
      submitDocument(input: $input) { ...Refusal ... on SubmitDocumentSuccess { analysis { token } } }
    }`,
    places: [
      { at: 'input.documentNumber', in: 'path', name: 'documentNumber' },
      { at: 'input', in: 'body', name: '' },
    ],
    file: 'image',
    body: { whole: 'analysis' },
    example: { path: { documentNumber: '10020030240' } },
  },
  {
    method: 'GET',
    path: '/document-analysis/{documentNumber}',
    field: 'documentAnalysis',
    version: 1,
    success: 200,
    summary: 'Status of the analysis of a picture.',
    document: `query RestDocumentAnalysis($documentNumber: String!, $token: String!) {
      documentAnalysis(documentNumber: $documentNumber, token: $token) {
        token documentType documentSide status submittedAt
      }
    }`,
    places: [
      { at: 'documentNumber', in: 'path', name: 'documentNumber' },
      { at: 'token', in: 'query', name: 'token' },
    ],
    body: { whole: '' },
    absent: { code: 'DOCUMENT_ANALYSIS_NOT_FOUND', names: 'token' },
    example: { path: { documentNumber: '10020030240' }, query: { token: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55' } },
  },
];
