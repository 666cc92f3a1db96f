import {
  CloseCode,
  MessageType,
  validateMessage,
  type CompleteMessage,
  type ConnectionInitMessage,
  type PingMessage,
  type PongMessage,
  type SubscribeMessage,
} from 'graphql-ws';

import { parseExact } from '../../kernel/exact-json.ts';
import { isIntricate } from '../intricate-json.ts';

/** Close codes of WebSocket itself (RFC 6455, 7.4.1) that are used next to those of graphql-transport-ws. */
export const WebSocketCloseCode = { GOING_AWAY: 1001, INTERNAL_ERROR: 1011, TRY_AGAIN_LATER: 1013 } as const;

/** All codes with which sockets are closed; the values complete the sentence "Closed when …". */
export const socketCloses = {
  [WebSocketCloseCode.GOING_AWAY]: 'the server is shutting down: connect again',
  1002: 'a frame violates the WebSocket protocol',
  1007: 'a message is not valid UTF-8',
  1008: 'a message has more than 64 fragments',
  1009: 'a message is larger than 64 kB',
  [WebSocketCloseCode.INTERNAL_ERROR]: 'an internal error occurred: connect again',
  [WebSocketCloseCode.TRY_AGAIN_LATER]:
    'a limit is exceeded, or the service is temporarily unavailable: connect again later',
  [CloseCode.BadRequest]: 'a message is not one that a client may send',
  [CloseCode.Unauthorized]: 'an operation is sent before the connection is acknowledged',
  [CloseCode.Forbidden]:
    'the token is invalid, expired, withdrawn or of another partner, or its partner is suspended: connect with a new token',
  [CloseCode.SubprotocolNotAcceptable]: 'the subprotocol is not graphql-transport-ws',
  [CloseCode.ConnectionInitialisationTimeout]: 'connection_init is not sent in time',
  [CloseCode.SubscriberAlreadyExists]: 'the id of an operation is in use',
  [CloseCode.TooManyInitialisationRequests]: 'connection_init is sent twice',
} as const;
export type SocketCloseCode = keyof typeof socketCloses;

export type Payload = Readonly<Record<string, unknown>>;

export type ClientMessage = ConnectionInitMessage | PingMessage | PongMessage | SubscribeMessage | CompleteMessage;

/** Parses a client's message; returns undefined if it is invalid, or one that only servers send. */
export function readMessage(frame: Buffer): ClientMessage | undefined {
  if (isIntricate(frame)) return undefined;
  try {
    const message = validateMessage(withQuery(parseExact(frame.toString())));
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
 * not a string, as a header's must be, or if it has several.
 */
export function headerIn(payload: Payload, name: string): string | null | undefined {
  const { headers } = payload;
  const values = new Set<unknown>();
  for (const place of isPayload(headers) ? [payload, headers] : [payload])
    for (const [key, value] of Object.entries(place))
      if (key.toLowerCase() === name && value !== null && value !== undefined) values.add(value);
  const [value] = values;
  if (values.size === 0) return undefined;
  return values.size === 1 && typeof value === 'string' ? value : null;
}
