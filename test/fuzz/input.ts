import { readExamples } from '../../src/playground/examples/read-examples.ts';
import { Placeholders, type Json, type JsonObject } from '../../src/playground/examples/placeholders.value.ts';

/** A GraphQL request: a document and its variables. */
export interface OperationInput {
  readonly kind: 'operation';
  readonly hasToken: boolean;
  readonly query: string;
  readonly variables: Json;
}

/** Messages over one WebSocket, sent together; answers are read until the server closes it or is silent. */
export interface SocketInput {
  readonly kind: 'socket';
  readonly hasToken: boolean;
  /** Each is a text frame, with a Latin-1 character for each byte. */
  readonly frames: readonly string[];
}

/** Bytes over one connection, with a Latin-1 character for each; `TOKEN_MARK` stands for a partner's token. */
export interface HttpInput {
  readonly kind: 'http';
  readonly bytes: string;
}

export type FuzzInput = OperationInput | SocketInput | HttpInput;

export const TOKEN_MARK = '%TOKEN%';

const DAY_MS = 86_400_000;

/** Documents that cursors are used in. */
export const PAGE = `query ($cursor: String, $filter: WebhookMessageFilter!) { webhookMessages(first: 2, filter: $filter, after: $cursor) { edges { cursor node { id } } pageInfo { endCursor } } }`;
const EVENTS = `query ($cursor: String) { webhookEvents(first: 2, after: $cursor) { edges { cursor } pageInfo { endCursor } } }`;
const CONFIGURATIONS = `query ($cursor: String) { webhookConfigurations(first: 2, after: $cursor) { edges { cursor } } }`;
const LIVE = `subscription ($cursor: String) { webhookEvents(after: $cursor) { id } }`;

/** Returns the first inputs of the fuzzer: every example, and each way to send something once. */
export async function seedInputs(cursors: readonly string[]): Promise<FuzzInput[]> {
  const placeholders = new Placeholders({ uuid: () => '7f3c9a52-3f0e-4f0a-9d0c-1c5c5f3a1b2d', now: new Date() });
  const operations = (await readExamples()).map(({ document, variables }): OperationInput => {
    let filled: JsonObject = variables;
    try {
      filled = placeholders.fillAll(variables);
    } catch {
      // It needs the answer of an earlier step: its placeholders are as good as any other text.
    }
    return { kind: 'operation', hasToken: true, query: document, variables: filled };
  });
  const pages = [PAGE, EVENTS, CONFIGURATIONS].flatMap((query) =>
    [null, ...cursors].map((cursor): OperationInput => ({
      kind: 'operation',
      hasToken: true,
      query,
      variables: { cursor, ...(query === PAGE && { filter: lastMonths() }) },
    })),
  );
  const anonymous = [...operations.slice(0, 3), { ...introspection(), hasToken: false }].map((operation) => ({
    ...operation,
    hasToken: false,
  }));
  const all = [...operations, ...pages, ...anonymous, introspection()];
  const sockets = [...all, ...cursors.map(liveAfter)].filter((_operation, nth) => nth % 4 === 0).map(overSocket);
  return [...all, ...sockets, ...sockets.map((socket) => ({ ...socket, hasToken: false })), ...rawRequests(all)];
}

/** Returns a filter for all data of the sandbox. */
export function lastMonths(): JsonObject {
  const now = Date.now();
  const [startDate, endDate] = [now - 150 * DAY_MS, now].map((at) => new Date(at).toISOString().slice(0, 10));
  return { startDate: startDate ?? '', endDate: endDate ?? '' };
}

function introspection(): OperationInput {
  const query =
    '{ __schema { types { name fields { name type { name ofType { name } } } } } __type(name: "Query") { name } }';
  return { kind: 'operation', hasToken: true, query, variables: {} };
}

function liveAfter(cursor: string): OperationInput {
  return { kind: 'operation', hasToken: true, query: LIVE, variables: { cursor } };
}

function overSocket({ query, variables, hasToken }: OperationInput): SocketInput {
  const messages = [
    { type: 'connection_init', ...(hasToken && { payload: { authorization: `Bearer ${TOKEN_MARK}` } }) },
    { id: 'a', type: 'subscribe', payload: { query, variables } },
    { type: 'ping', payload: { at: 1 } },
    { id: 'a', type: 'complete' },
  ];
  return { kind: 'socket', hasToken, frames: messages.map((message) => latin1(JSON.stringify(message))) };
}

function rawRequests(operations: readonly OperationInput[]): HttpInput[] {
  const posts = operations
    .filter((_operation, nth) => nth % 8 === 0)
    .map(({ query, variables }) => {
      const body = latin1(JSON.stringify({ query, variables, operationName: null, extensions: {} }));
      return request(
        'POST /graphql HTTP/1.1',
        ['content-type: application/json', `content-length: ${body.length}`],
        body,
      );
    });
  const stored = encodeURIComponent('{"persistedQuery":{"version":1,"sha256Hash":"00"}}');
  return [
    ...posts,
    request(
      'POST /oauth/token HTTP/1.1',
      ['content-type: application/x-www-form-urlencoded', 'content-length: 80'],
      'grant_type=client_credentials&client_id=acme-pay&client_secret=acme-pay-secret&x=1',
    ),
    request(`GET /graphql?query=%7B__typename%7D&extensions=${stored} HTTP/1.1`, ['accept: text/event-stream']),
    request('GET /graphql HTTP/1.1', [
      'upgrade: websocket',
      'connection: upgrade',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol: graphql-transport-ws',
    ]),
    ...['/', '/health/ready', '/health/live', '/schema.graphql', '/errors', '/events'].map((path) =>
      request(`GET ${path} HTTP/1.1`),
    ),
    request('OPTIONS /graphql HTTP/1.1', [
      'origin: https://studio.apollographql.com',
      'access-control-request-method: POST',
    ]),
  ];
}

function request(line: string, headers: readonly string[] = [], body = ''): HttpInput {
  const head = [line, 'host: localhost', `authorization: Bearer ${TOKEN_MARK}`, ...headers].join('\r\n');
  return { kind: 'http', bytes: `${head}\r\n\r\n${body}` };
}

/** Returns the UTF-8 bytes of a text, as a Latin-1 character for each. */
export function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
