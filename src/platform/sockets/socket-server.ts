import { setTimeout as wait } from 'node:timers/promises';
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL, handleProtocols } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { Senders } from '../http/senders.ts';
import type { Cors } from '../http/cors.ts';
import { FairShares } from '../limits/fair-shares.ts';
import { refuseUpgrade, type UpgradeHandler } from '../http/upgrade.ts';
import { FrameTurns } from './frame-turns.ts';
import { WebSocketCloseCode } from './socket-message.ts';
import type { SessionHost } from './session-host.ts';
import { SocketSession } from './socket-session.ts';

/** Largest frame that a client may send, in bytes. */
const FRAME_BYTES_MAX = 64 * 1024;
/** How often tokens that are good no more are looked for, in milliseconds. */
const SWEEP_MS = 1_000;
/** How often each socket is asked whether it lives, in milliseconds: one that is silent ends within twice of it. */
export const BEAT_MS = 12_000;
/** How long a stop waits for answers under way, and then for the other sides to close, in milliseconds. */
const ANSWERS_MS_MAX = 5_000;
const CLOSING_MS_MAX = 1_000;
const STOP_POLL_MS = 20;

export interface SocketServerOptions extends Omit<SessionHost<SocketSession>, 'turns' | 'acknowledged' | 'closed'> {
  readonly cors: Cors;
  readonly senders: Senders;
  /** Sockets that may wait to be acknowledged; an address never has more of them than it leaves free. */
  readonly waitingMax: number;
  readonly beatMs?: number | undefined;
}

/** GraphQL over WebSocket: takes sockets over from HTTP, watches over their tokens and whether they live, ends them. */
export class SocketServer {
  private readonly webSockets: WebSocketServer;
  private readonly sessions = new Set<SocketSession>();
  /** Addresses of those that are not acknowledged: a client that was refused may hold its socket until that is given up. */
  private readonly waiting = new Map<SocketSession, string>();
  private readonly places: FairShares;
  private readonly waitingMax: number;
  private readonly host: SessionHost<SocketSession>;
  private readonly cors: Cors;
  private readonly senders: Senders;
  private readonly sweep: NodeJS.Timeout;
  private readonly beat: NodeJS.Timeout;

  constructor({ cors, senders, waitingMax, beatMs = BEAT_MS, ...services }: SocketServerOptions) {
    this.cors = cors;
    this.senders = senders;
    this.places = new FairShares(waitingMax);
    this.waitingMax = waitingMax;
    this.webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: FRAME_BYTES_MAX,
      handleProtocols,
    });
    this.host = {
      ...services,
      turns: new FrameTurns(),
      acknowledged: (session) => {
        this.leaveWaiting(session);
      },
      closed: (session) => {
        this.leaveWaiting(session);
        this.sessions.delete(session);
      },
    };
    this.sweep = setInterval(() => {
      for (const session of this.sessions) session.checkToken();
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
      refuseUpgrade(socket, 403, { code: 'FORBIDDEN', message: 'This origin may not open WebSockets.' });
      return;
    }
    const address = this.host.anonymous.addressOf(request);
    if (!this.places.mayTake(address, 1)) {
      refuseUpgrade(socket, 503, tooManyWaiting(this.waitingMax));
      return;
    }
    const apiVersion = request.headers['api-version'];
    this.webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const session = new SocketSession(
        webSocket,
        {
          ...{ socket, address, sender: { ...this.senders.of(request), proof: undefined } },
          apiVersion: typeof apiVersion === 'string' ? apiVersion : undefined,
        },
        this.host,
      );
      this.sessions.add(session);
      this.waiting.set(session, address);
      this.places.take(address, 1);
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
    for (const session of this.sessions) session.close(WebSocketCloseCode.GOING_AWAY, 'The server is shutting down.');
    await this.emptied(CLOSING_MS_MAX);
    for (const session of this.sessions) session.terminate();
  };

  /** Its place is free for the next, once it is acknowledged or has ended before it was. */
  private leaveWaiting(session: SocketSession): void {
    const address = this.waiting.get(session);
    if (address === undefined) return;
    this.waiting.delete(session);
    this.places.give(address, 1);
  }

  private async emptied(longestMs: number): Promise<void> {
    for (let waitedMs = 0; this.sessions.size > 0 && waitedMs < longestMs; waitedMs += STOP_POLL_MS)
      await wait(STOP_POLL_MS);
  }
}

function tooManyWaiting(max: number) {
  const message = `${max} sockets may wait to be acknowledged, of one address half of those that others leave: send connection_init, or come back in a second.`;
  return { code: 'SERVICE_UNAVAILABLE', message, retryAfterSeconds: 1 };
}
