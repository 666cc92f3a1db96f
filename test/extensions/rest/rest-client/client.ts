import createClient, { type Client } from 'openapi-fetch';
import type { operations, paths } from './generated/paths.ts';

/** The partner API for a stock generator and a stock client: types define what can be sent and read. */
export type PartnerClient = Client<paths>;

export function partnerClient(baseUrl: string, token: string): PartnerClient {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
}

type BodyOf<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type AnswerOf<Name extends keyof operations> = operations[Name]['responses'][keyof operations[Name]['responses']];
/** Codes of an operation's refusals. */
type CodeOf<Name extends keyof operations> =
  AnswerOf<Name> extends infer Answer
    ? Answer extends { content: { 'application/json': { errors: { code: infer Code }[] } } }
      ? Code
      : never
    : never;

export type Picture = 'SELFIE' | 'FRONT' | 'BACK';

/** Sends a picture as a form; returns the token of its analysis. */
export async function sendPicture(client: PartnerClient, documentNumber: string, picture: Picture, image: Blob) {
  const { data } = await client.PUT('/document-analysis/{documentNumber}', {
    params: { path: { documentNumber }, header: { 'api-version': '1' } },
    body:
      picture === 'SELFIE' ? { documentType: 'SELFIE', image } : { documentType: 'RG', documentSide: picture, image },
    bodySerializer: ({ documentType, documentSide }) => {
      const form = new FormData();
      form.append('documentType', documentType);
      if (documentSide) form.append('documentSide', documentSide);
      form.append('image', image, 'picture.png');
      return form;
    },
  });
  return data?.token;
}

/** Creates a pocket; returns its number, or the message for the person who requested it. */
export async function createPocket(
  client: PartnerClient,
  { accountNumber, key, ...body }: BodyOf<'createPocket'> & { readonly accountNumber: string; readonly key: string },
): Promise<string> {
  const { data, error } = await client.POST('/accounts/{accountNumber}/pockets', {
    params: { path: { accountNumber }, header: { 'api-version': '2', 'idempotency-key': key } },
    body,
  });
  if (data) return data.data.number;
  const [refusal] = error.errors;
  return refusal ? (MESSAGES[refusal.code] ?? `Call us, and say ${refusal.code}.`) : 'Nothing is known.';
}

const MESSAGES: Partial<Record<CodeOf<'createPocket'>, string>> = {
  MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT: 'This account has all its pockets.',
  INVALID_USER_BIRTHDATE_FOR_USE_CASE: 'This person has another age.',
  INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE: 'This person has another age.',
  INVALID_PARAMETER: 'Look at what you wrote.',
  // @ts-expect-error a refusal of registerCustomer that createPocket does not have
  EMAIL_ALREADY_IN_USE: 'Nobody is told this.',
};
