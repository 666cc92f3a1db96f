import { useState } from 'react';
import { client } from '../client.ts';
import { graphql } from '../generated/index.ts';
import type { DocumentSide, IdentityDocumentType } from '../generated/graphql.ts';
import { Problem } from './form.tsx';
import type { Field } from './outcome.ts';

const SUBMIT_DOCUMENT = graphql(`
  mutation SubmitPicture($input: SubmitDocumentInput!) {
    submitDocument(input: $input) {
      ... on SubmitDocumentSuccess {
        analysis {
          token
          status
        }
      }
      ... on DomainError {
        message
      }
      ... on InvalidInputError {
        violations {
          message
        }
      }
    }
  }
`);

const ANALYSIS = graphql(`
  query AnalysisOfPicture($token: String!) {
    documentAnalysis(token: $token) {
      status
    }
  }
`);

/** How often the analysis of a picture is asked for, in milliseconds. */
const ASKED_EACH_MS = 500;

/** What the picture of each field shows. */
const SHOWN: Readonly<
  Record<string, { readonly documentType: IdentityDocumentType; readonly documentSide: DocumentSide | null }>
> = {
  'documentation.selfie': { documentType: 'SELFIE', documentSide: null },
  'documentation.idCardFront': { documentType: 'RG', documentSide: 'FRONT' },
  'documentation.idCardBack': { documentType: 'RG', documentSide: 'BACK' },
};

interface PictureProps {
  readonly field: Field;
  readonly problem: string | undefined;
}

/** A picture, which is sent for analysis when it is chosen; the form sends its token. */
export function PictureField({ field: { path, label }, problem }: PictureProps) {
  const [token, setToken] = useState('');
  const [state, setState] = useState('');

  const submit = async (documentNumber: string, file: File) => {
    setState('Being sent …');
    const what = SHOWN[path] ?? { documentType: 'SELFIE', documentSide: null };
    const input = { documentNumber, ...what, image: await inBase64(file) };
    const { data } = await client.mutate({ mutation: SUBMIT_DOCUMENT, variables: { input } });
    const result = data?.submitDocument;
    switch (result?.__typename) {
      case undefined:
        setState('The picture could not be sent.');
        return;
      case 'SubmitDocumentSuccess':
        setToken(result.analysis.token);
        setState('Being analysed …');
        setState(await decisionOn(result.analysis.token));
        return;
      case 'InvalidInputError':
        setState(result.violations.map(({ message }) => message).join(' '));
        return;
      case 'UnmappedRefusalError':
        setState(result.message);
    }
  };
  return (
    <div>
      <label htmlFor={path}>{label}</label>
      <input
        id={path}
        type="file"
        accept="image/jpeg,image/png"
        aria-invalid={problem !== undefined}
        aria-describedby={`${path}-state${problem === undefined ? '' : ` ${path}-problem`}`}
        onChange={({ currentTarget: { files, form } }) => {
          const documentNumber = form && new FormData(form).get('documentNumber');
          const [file] = files ?? [];
          if (file === undefined) return;
          submit(typeof documentNumber === 'string' ? documentNumber : '', file).catch((error: unknown) => {
            setState(String(error));
          });
        }}
      />
      <input type="hidden" name={path} value={token} />
      <p id={`${path}-state`}>{state}</p>
      <Problem path={path}>{problem}</Problem>
    </div>
  );
}

async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Asks until the analysis is decided. */
async function decisionOn(token: string): Promise<string> {
  for (;;) {
    const { data } = await client.query({ query: ANALYSIS, variables: { token }, fetchPolicy: 'no-cache' });
    const status = data?.documentAnalysis?.status;
    if (status === 'APPROVED') return 'Approved.';
    if (status === 'REJECTED') return 'Rejected: choose another picture.';
    await new Promise((resolve) => setTimeout(resolve, ASKED_EACH_MS));
  }
}
