import {
  MessageType,
  validateMessage,
  type CompleteMessage,
  type ConnectionInitMessage,
  type PingMessage,
  type PongMessage,
  type SubscribeMessage,
} from 'graphql-ws';

import { isIntricate } from '../intricate-json.ts';

/** Close codes of WebSocket itself (RFC 6455, 7.4.1) that are used next to those of graphql-transport-ws. */
export const WebSocketCloseCode = { GOING_AWAY: 1001, INTERNAL_ERROR: 1011, TRY_AGAIN_LATER: 1013 } as const;

export type Payload = Readonly<Record<string, unknown>>;

export type ClientMessage = ConnectionInitMessage | PingMessage | PongMessage | SubscribeMessage | CompleteMessage;

/** Parses a client's message; returns undefined if it is invalid, or one that only servers send. */
export function readMessage(frame: Buffer): ClientMessage | undefined {
  if (isIntricate(frame)) return undefined;
  try {
    const message = validateMessage(withQuery(JSON.parse(frame.toString())));
    const { type } = message;
    const isOfServer = type === MessageType.ConnectionAck || type === MessageType.Next || type === MessageType.Error;
    return isOfServer ? undefined : message;
  } catch {
    return undefined;
  }
}

/** Adds an empty `query`, which the protocol requires, to a subscribe message that names its document only by an id. */
function withQuery(message: unknown): unknown {
  if (!isPayload(message) || message['type'] !== MessageType.Subscribe || !isPayload(message['payload']))
    return message;
  const { payload } = message;
  const isNamed =
    'documentId' in payload || (isPayload(payload['extensions']) && 'persistedQuery' in payload['extensions']);
  return isNamed && payload['query'] === undefined ? { ...message, payload: { ...payload, query: '' } } : message;
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a header from a payload. Clients put it at the top level or in `headers`, in any case. Null if its value is
 * not a string, as a header's must be.
 */
export function headerIn(payload: Payload, name: string): string | null | undefined {
  const { headers } = payload;
  for (const place of isPayload(headers) ? [payload, headers] : [payload])
    for (const [key, value] of Object.entries(place))
      if (key.toLowerCase() === name && value !== null && value !== undefined)
        return typeof value === 'string' ? value : null;
  return undefined;
}
