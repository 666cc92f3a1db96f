import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Gateway, type GraphqlBody } from './gateway.ts';
import { CREATE_POCKET } from './pockets.ts';

export const ACCOUNT = 'query Account($number: String!) { paymentAccount(number: $number) { branch } }';
export const TWO = 'query One { viewer { partner } } query Two { errorCatalogue { code } }';
export const DEAR = '{ paymentAccounts(first: 100) { nodes { pockets(first: 100) { nodes { id } } } } }';
export const EVENTS = 'subscription { webhookEvents { id } }';
const DOCUMENTS = { account: ACCOUNT, two: TWO, dear: DEAR, events: EVENTS, createPocket: CREATE_POCKET };

/** Returns Apollo's id of a document, the SHA-256 of its text; a manifest can have any ids. */
export const idOf = (text: string) => hash('sha256', text);
export const byHash = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });

/** Starts a gateway with the documents above registered, each by a name and by its SHA-256. */
export async function gatewayWithDocuments(environment: Readonly<Record<string, string>> = {}): Promise<Gateway> {
  const directory = await mkdtemp(join(tmpdir(), 'persisted-documents-'));
  const ids = Object.entries(DOCUMENTS).flatMap(([name, text]) => [[name, text] as const, [idOf(text), text] as const]);
  const file = join(directory, 'persisted-documents.json');
  await writeFile(file, JSON.stringify(Object.fromEntries(ids)));
  const gateway = await Gateway.start({ environment: { PERSISTED_DOCUMENTS: file, ...environment } });
  await rm(directory, { recursive: true });
  return gateway;
}

export interface Sent {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly scope?: string;
  readonly client?: string | null;
}

export async function post(to: Gateway, { body, headers = {}, scope = '', client = 'acme-pay' }: Sent) {
  const authorization = client === null ? {} : { authorization: `Bearer ${await to.token(client, scope)}` };
  return answerOf(
    await fetch(`${to.app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization, ...headers },
      body: JSON.stringify(body),
    }),
  );
}

const PREFLIGHT = { 'apollo-require-preflight': 'yes' };

export async function get(to: Gateway, parameters: Record<string, string>) {
  const token = await to.token('acme-pay');
  return answerOf(
    await fetch(`${to.app.url}/graphql?${new URLSearchParams(parameters).toString()}`, {
      headers: { authorization: `Bearer ${token}`, ...PREFLIGHT },
    }),
  );
}

export async function answerOf(response: Response) {
  const { date: _date, 'x-correlation-id': _id, ...headers } = Object.fromEntries(response.headers);
  const body = (await response.json()) as GraphqlBody;
  return { status: response.status, headers, body, code: body.errors?.[0]?.extensions['code'] };
}
