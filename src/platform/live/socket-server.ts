import { setTimeout as wait } from 'node:timers/promises';
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL, handleProtocols } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { Cors } from '../http/cors.ts';
import { refuseUpgrade, type UpgradeHandler } from '../http/upgrade.ts';
import { FlushQueue } from './frame-writer.ts';
import { WebSocketCloseCode } from './socket-message.ts';
import { SocketSession, type SessionHost } from './socket-session.ts';

/** Largest frame that a client may send, in bytes. */
const FRAME_BYTES_MAX = 64 * 1024;
/** How often expired tokens are looked for, in milliseconds. */
const SWEEP_MS = 1_000;
/** How often each socket is asked whether it lives, in milliseconds: one that is silent ends within twice of it. */
export const BEAT_MS = 12_000;
/** How long a stop waits for answers under way, and then for the other sides to close, in milliseconds. */
const ANSWERS_MS_MAX = 5_000;
const CLOSING_MS_MAX = 1_000;
const STOP_POLL_MS = 20;

export interface SocketServerOptions extends Omit<SessionHost, 'queue' | 'closed'> {
  readonly cors: Cors;
  readonly beatMs?: number | undefined;
}

/** GraphQL over WebSocket: takes sockets over from HTTP, watches over their tokens and whether they live, ends them. */
export class SocketServer {
  private readonly webSockets: WebSocketServer;
  private readonly sessions = new Set<SocketSession>();
  private readonly host: SessionHost;
  private readonly cors: Cors;
  private readonly sweep: NodeJS.Timeout;
  private readonly beat: NodeJS.Timeout;

  constructor({ cors, beatMs = BEAT_MS, ...services }: SocketServerOptions) {
    this.cors = cors;
    this.webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: FRAME_BYTES_MAX,
      handleProtocols,
    });
    this.host = {
      ...services,
      queue: new FlushQueue(),
      closed: (session) => {
        this.sessions.delete(session);
      },
    };
    this.sweep = setInterval(() => {
      const now = services.surroundings.clock.now();
      for (const session of this.sessions) session.checkExpiry(now);
    }, SWEEP_MS);
    this.beat = setInterval(() => {
      for (const session of this.sessions) session.beat();
    }, beatMs);
  }

  /** Sockets that are open. */
  get count(): number {
    return this.sessions.size;
  }

  /** Makes a socket of a request that asks for one. */
  readonly accept: UpgradeHandler = (request, socket, head) => {
    if (!this.cors.allowsSocket(request.headers)) {
      refuseUpgrade(socket, 403, { code: 'FORBIDDEN', message: 'Sockets are not opened for this origin.' });
      return;
    }
    const apiVersion = request.headers['api-version'];
    this.webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const handshake = { socket, apiVersion: typeof apiVersion === 'string' ? apiVersion : undefined };
      const session = new SocketSession(webSocket, handshake, this.host);
      this.sessions.add(session);
      if (webSocket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL)
        session.close(CloseCode.SubprotocolNotAcceptable, 'Subprotocol not acceptable');
    });
  };

  /** Lets answers under way be sent, tells every client that the server goes away, and ends who does not listen. */
  readonly stop = async (): Promise<void> => {
    clearInterval(this.sweep);
    clearInterval(this.beat);
    for (const session of this.sessions) session.goAway();
    await this.emptied(ANSWERS_MS_MAX);
    for (const session of this.sessions) session.close(WebSocketCloseCode.GOING_AWAY, 'The server is going away.');
    await this.emptied(CLOSING_MS_MAX);
    for (const session of this.sessions) session.terminate();
  };

  private async emptied(longestMs: number): Promise<void> {
    for (let waitedMs = 0; this.sessions.size > 0 && waitedMs < longestMs; waitedMs += STOP_POLL_MS)
      await wait(STOP_POLL_MS);
  }
}
