/**
 * Serves operations over WebSockets, and sends live events to many subscribers.
 * @packageDocumentation
 */

import { setTimeout as wait } from 'node:timers/promises';
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL, handleProtocols } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { Cors } from '../http/cors.ts';
import type { ConnectionPlaces } from '../http/connection-places.ts';
import { TendedSet } from '../loops/tended-set.ts';
import { refuseUpgrade, type UpgradeHandler } from '../http/upgrade.ts';
import { FrameTurns } from './frame-turns.ts';
import { WebSocketCloseCode } from './socket-message.ts';
import type { SessionHost } from './session-host.ts';
import { SocketSession } from './socket-session.ts';

/** Largest frame that a client may send, in bytes. */
const FRAME_BYTES_MAX = 64 * 1024;
/** Most fragments of a message (ours): each takes far more memory than its bytes, and is not counted as a frame. */
const FRAGMENTS_MAX = 64;
/** How often all tokens are checked, in milliseconds: those that are no longer valid close their sockets. */
const SWEEP_MS = 1_000;
/** How often each socket is pinged, in milliseconds: one that does not respond ends within twice that time. */
export const BEAT_MS = 12_000;
/** How long a shutdown waits for running operations, and then for clients to close, in milliseconds. */
const ANSWERS_MS_MAX = 5_000;
const CLOSING_MS_MAX = 1_000;
const STOP_POLL_MS = 20;

export interface SocketServerOptions extends Omit<SessionHost<SocketSession>, 'turns' | 'closed'> {
  readonly cors: Cors;
  readonly places: ConnectionPlaces;
  readonly beatMs?: number | undefined;
}

/** GraphQL over WebSocket: upgrades requests, checks tokens and liveness of sockets, and closes them at shutdown. */
export class SocketServer {
  private readonly webSockets: WebSocketServer;
  private readonly sessions: TendedSet<SocketSession>;
  private readonly places: ConnectionPlaces;
  private readonly host: SessionHost<SocketSession>;
  private readonly cors: Cors;

  constructor({ cors, places, beatMs = BEAT_MS, ...services }: SocketServerOptions) {
    this.cors = cors;
    this.places = places;
    this.webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: FRAME_BYTES_MAX,
      maxFragments: FRAGMENTS_MAX,
      handleProtocols,
    });
    this.host = {
      ...services,
      turns: new FrameTurns(),
      closed: (session) => {
        this.sessions.delete(session);
      },
    };
    this.sessions = new TendedSet([
      {
        everyMs: SWEEP_MS,
        tend: (session) => {
          session.checkToken();
        },
      },
      {
        everyMs: beatMs,
        tend: (session) => {
          session.beat();
        },
      },
    ]);
  }

  /** Number of open sockets. */
  get count(): number {
    return this.sessions.size;
  }

  /** Upgrades a request to a WebSocket, or refuses it. */
  readonly accept: UpgradeHandler = (request, socket, head) => {
    if (!this.cors.allowsSocket(request.headers)) {
      refuseUpgrade(socket, 403, { code: 'FORBIDDEN', message: 'This origin may not open WebSockets.' });
      return;
    }
    const address = this.host.anonymous.addressOf(request);
    if (!this.places.admitSocket(socket, address)) {
      refuseUpgrade(socket, 503, tooManyOf(this.places.max));
      return;
    }
    const apiVersion = request.headers['api-version'];
    this.webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const session = new SocketSession(
        webSocket,
        {
          socket,
          address,
          sender: { ...this.host.binding.senderOf(request), proof: undefined },
          apiVersion: typeof apiVersion === 'string' ? apiVersion : undefined,
        },
        this.host,
      );
      this.sessions.add(session);
      if (webSocket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL)
        session.close(CloseCode.SubprotocolNotAcceptable, 'Subprotocol not acceptable');
    });
  };

  /** Lets running operations finish, closes every socket with 1001, and terminates those that do not close in time. */
  readonly stop = async (): Promise<void> => {
    this.sessions.rest();
    for (const session of this.sessions) session.goAway();
    await this.emptied(ANSWERS_MS_MAX);
    for (const session of this.sessions) session.close(WebSocketCloseCode.GOING_AWAY, 'The server is shutting down.');
    await this.emptied(CLOSING_MS_MAX);
    for (const session of this.sessions) session.terminate();
  };

  private async emptied(longestMs: number): Promise<void> {
    for (let waitedMs = 0; this.sessions.size > 0 && waitedMs < longestMs; waitedMs += STOP_POLL_MS)
      await wait(STOP_POLL_MS);
  }
}

function tooManyOf(max: number) {
  const message = `Too many sockets of this address: of ${max} connections, one may have half of what others leave free. Use fewer, or try again in a second.`;
  return { code: 'SERVICE_UNAVAILABLE', message, retryAfterSeconds: 1 } as const;
}
