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

/** Close codes of WebSocket itself that are used beside those of the protocol (RFC 6455, 7.4.1). */
export const WebSocketCloseCode = { GOING_AWAY: 1001, INTERNAL_ERROR: 1011, TRY_AGAIN_LATER: 1013 } as const;

export type Payload = Readonly<Record<string, unknown>>;

export type ClientMessage = ConnectionInitMessage | PingMessage | PongMessage | SubscribeMessage | CompleteMessage;

/** A message of a client, or undefined for a frame that is none. */
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

/** A subscribe message may name its document by an id only; for the protocol its text is empty then. */
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
