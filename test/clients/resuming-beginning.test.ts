import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createClient, GRAPHQL_TRANSPORT_WS_PROTOCOL, MessageType, parseMessage, type Message } from 'graphql-ws';
import { WebSocket, WebSocketServer } from 'ws';
import { resuming } from '../../src/playground/pages/shared/resuming.ts';

let server: WebSocketServer;

afterEach(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

/** Starts a server that answers each message of a client with `answer`. */
async function serverOf(answer: (message: Message, socket: WebSocket) => void): Promise<string> {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL });
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      answer(parseMessage(data.toString()), socket);
    });
  });
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a client that is disconnected between its first cursor and the end of that answer starts at that cursor', async () => {
  const { promise: subscribed, resolve } = Promise.withResolvers<unknown>();
  let cursors = 0;
  const url = await serverOf((message, socket) => {
    const send = (answer: Message) => {
      socket.send(JSON.stringify(answer));
    };
    if (message.type === MessageType.ConnectionInit) send({ type: MessageType.ConnectionAck });
    if (message.type !== MessageType.Subscribe) return;
    const { id, payload } = message;
    if (payload.query.startsWith('subscription')) {
      resolve(payload.variables);
      return;
    }
    // Events happen while the client is disconnected: each query returns a later end of the log.
    cursors += 1;
    send({ id, type: MessageType.Next, payload: { data: { webhookEventsCursor: `end-${cursors}` } } });
    if (cursors === 1) socket.close(1001);
    else send({ id, type: MessageType.Complete });
  });
  const client = createClient({ url, webSocketImpl: WebSocket, retryWait: () => Promise.resolve() });
  resuming(client).subscribe(
    { query: 'subscription ($after: String) { webhookEvents(after: $after) { cursor } }' },
    { next: () => undefined, error: () => undefined, complete: () => undefined },
  );
  expect(await subscribed).toEqual({ after: 'end-1' });
  expect(cursors).toBe(2);
  await client.dispose();
});

test('a client that exceeds its rate limit retries after the requested time', async () => {
  const { promise: shown, resolve } = Promise.withResolvers<unknown>();
  const subscribedAtMs: number[] = [];
  const url = await serverOf((message, socket) => {
    const send = (answer: Message) => {
      socket.send(JSON.stringify(answer));
    };
    if (message.type === MessageType.ConnectionInit) send({ type: MessageType.ConnectionAck });
    if (message.type !== MessageType.Subscribe) return;
    const { id } = message;
    subscribedAtMs.push(performance.now());
    const refusal = { message: 'Too many', extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 1 } };
    if (subscribedAtMs.length === 1) send({ id, type: MessageType.Error, payload: [refusal] });
    else send({ id, type: MessageType.Next, payload: { data: { webhookEvents: { cursor: 'next' } } } });
  });
  const client = createClient({ url, webSocketImpl: WebSocket, retryWait: () => Promise.resolve() });
  resuming(client).subscribe(
    {
      query: 'subscription ($after: String) { webhookEvents(after: $after) { cursor } }',
      variables: { after: 'first' },
    },
    { next: resolve, error: resolve, complete: () => undefined },
  );
  expect(await shown).toEqual({ data: { webhookEvents: { cursor: 'next' } } });
  const [refusedAtMs = 0, retriedAtMs = 0] = subscribedAtMs;
  expect(retriedAtMs - refusedAtMs).toBeGreaterThan(900);
  await client.dispose();
});

test('a client that is refused permanently receives the error', async () => {
  const { promise: received, resolve } = Promise.withResolvers<unknown>();
  const refusal = { message: 'Not granted', extensions: { code: 'FORBIDDEN' } };
  const url = await serverOf((message, socket) => {
    if (message.type === MessageType.ConnectionInit) socket.send(JSON.stringify({ type: MessageType.ConnectionAck }));
    if (message.type === MessageType.Subscribe)
      socket.send(JSON.stringify({ id: message.id, type: MessageType.Error, payload: [refusal] }));
  });
  const client = createClient({ url, webSocketImpl: WebSocket, retryWait: () => Promise.resolve() });
  resuming(client).subscribe(
    { query: 'subscription { webhookMessages { id } }' },
    { next: resolve, error: resolve, complete: () => undefined },
  );
  expect(await received).toEqual([refusal]);
  await client.dispose();
});
