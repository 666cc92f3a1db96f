/** Subprotocol that is spoken; see PROTOCOL.md of graphql-ws. */
export const SUBPROTOCOL = 'graphql-transport-ws';

/** Close codes of the protocol, and the two of WebSocket that are used beside them. */
export const CloseCode = {
  GOING_AWAY: 1001,
  INTERNAL_ERROR: 1011,
  TRY_AGAIN_LATER: 1013,
  BAD_REQUEST: 4400,
  UNAUTHORIZED: 4401,
  FORBIDDEN: 4403,
  SUBPROTOCOL_NOT_ACCEPTABLE: 4406,
  INITIALISATION_TIMEOUT: 4408,
  SUBSCRIBER_EXISTS: 4409,
  TOO_MANY_REQUESTS: 4429,
} as const;
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

export type Payload = Readonly<Record<string, unknown>>;

/** What a client asks for with `subscribe`: an operation of any kind. */
export interface SubscribePayload {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Payload;
  readonly extensions: Payload;
}

export type ClientMessage =
  | { readonly type: 'connection_init' | 'ping' | 'pong'; readonly payload: Payload }
  | { readonly type: 'subscribe'; readonly id: string; readonly payload: SubscribePayload }
  | { readonly type: 'complete'; readonly id: string };

/** A message of a client, or undefined for a text that is none. */
export function readMessage(text: string): ClientMessage | undefined {
  const message = parse(text);
  if (!isPayload(message)) return undefined;
  const { type, id } = message;
  const payload = message['payload'] ?? {};
  switch (type) {
    case 'connection_init':
    case 'ping':
    case 'pong':
      return isPayload(payload) ? { type, payload } : undefined;
    case 'subscribe': {
      const asked = readSubscribe(payload);
      return isId(id) && asked !== undefined ? { type, id, payload: asked } : undefined;
    }
    case 'complete':
      return isId(id) ? { type, id } : undefined;
    default:
      return undefined;
  }
}

function readSubscribe(payload: unknown): SubscribePayload | undefined {
  if (!isPayload(payload)) return undefined;
  const { query } = payload;
  const operationName = payload['operationName'] ?? undefined;
  const variables = payload['variables'] ?? {};
  const extensions = payload['extensions'] ?? {};
  if (typeof query !== 'string' || !isPayload(variables) || !isPayload(extensions)) return undefined;
  if (operationName !== undefined && typeof operationName !== 'string') return undefined;
  return { query, operationName, variables, extensions };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '';
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A header that a client has put into a payload, as clients differ: beside others or below `headers`, in lower case or
 * not. Null: it is there and no text, which no header can be.
 */
export function headerIn(payload: Payload, name: string): string | null | undefined {
  const { headers } = payload;
  for (const place of isPayload(headers) ? [payload, headers] : [payload])
    for (const [key, value] of Object.entries(place))
      if (key.toLowerCase() === name && value !== null && value !== undefined)
        return typeof value === 'string' ? value : null;
  return undefined;
}
