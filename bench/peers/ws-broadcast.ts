import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocketServer, type WebSocket } from 'ws';
import { EMIT_PATH } from '../live/event.ts';
import { announce } from './settings.ts';

interface ClientMessage {
  readonly type: string;
  readonly id: string;
  readonly payload: { readonly partner: string };
}

function readMessage(text: string): ClientMessage {
  const message: unknown = JSON.parse(text);
  if (isMessage(message)) return message;
  throw new Error('A client has sent something else than the benchmark does.');
}

function isMessage(value: unknown): value is ClientMessage {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The minimum: `ws` frames every event once per socket, and nothing is checked. */
const rooms = new Map<string, Set<{ socket: WebSocket; id: string }>>();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false });

const server = createServer((request, response) => {
  if (request.url?.startsWith(EMIT_PATH) !== true) return void response.end();
  void text(request).then((event) => {
    const partner = new URL(request.url ?? '', 'http://peer').searchParams.get('partner') ?? '';
    for (const { socket, id } of rooms.get(partner) ?? [])
      socket.send(`{"id":"${id}","type":"next","payload":{"data":{"webhookEvents":${event}}}}`);
    response.end();
  });
});
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (webSocket) => {
    let partner = '';
    webSocket.on('message', (data: Buffer) => {
      const message = readMessage(data.toString());
      if (message.type === 'connection_init') {
        ({ partner } = message.payload);
        webSocket.send('{"type":"connection_ack"}');
      } else if (message.type === 'subscribe') {
        const room = rooms.get(partner) ?? new Set();
        rooms.set(partner, room);
        room.add({ socket: webSocket, id: message.id });
      }
    });
  });
});
// Otherwise a busy server would close connections that the load is about to use.
server.keepAliveTimeout = 0;
server.listen(0, () => {
  const address = server.address();
  announce(typeof address === 'object' && address !== null ? address.port : 0);
});
