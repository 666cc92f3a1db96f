import type { Duplex } from 'node:stream';
import type { GraphQLError } from 'graphql';
import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Principal } from '../auth/principal.ts';
import type { TokenVerifier } from '../auth/token-verifier.ts';
import type { Authenticate } from '../graphql/operations/authenticate.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import type { FrameAllowance } from '../limits/frame-allowance.ts';
import type { FrameTurns } from './frame-turns.ts';
import type { FlushQueue } from './frame-writer.ts';
import type { SocketCounts } from './socket-counts.ts';
import { WebSocketCloseCode } from './socket-message.ts';
import type { OperationServices } from './socket-operations.ts';

/** What sessions need of the server around them. */
export interface SessionServices extends OperationServices {
  readonly authenticate: Authenticate;
  /** Tells why a token that was good is not any more. */
  readonly tokens: Pick<TokenVerifier, 'problemOf'>;
  readonly queue: FlushQueue;
  readonly turns: FrameTurns;
  readonly counts: SocketCounts;
  readonly frames: FrameAllowance;
}

/** A server as its sessions see it. */
export interface SessionHost<Session> extends SessionServices {
  /** Its connection_init was accepted. */
  readonly acknowledged: (session: Session) => void;
  readonly closed: (session: Session) => void;
}

/** How a socket came about. */
export interface Handshake {
  readonly socket: Duplex;
  readonly apiVersion: string | undefined;
  /** Where the client is, as far as those without a token are told apart. */
  readonly address: string;
}

export const SessionState = { CONNECTED: 0, INITIALISING: 1, ACKNOWLEDGED: 2, CLOSED: 3 } as const;
export type SessionState = (typeof SessionState)[keyof typeof SessionState];

/** What a client is told of its token with each acknowledgement. */
export function standingOf(principal: Principal | undefined, { surroundings }: SessionServices): object {
  return {
    tokenExpiresAt: principal?.tokenExpiresAt.toISOString() ?? null,
    serverTime: surroundings.clock.now().toISOString(),
  };
}

/** How a socket ends whose token was refused, or could not be looked at for now. */
export function closingOf({ extensions, message }: GraphQLError): readonly [code: number, reason: string] {
  return extensions['code'] === 'UNAUTHENTICATED' || extensions['code'] === 'PARTNER_SUSPENDED'
    ? [CloseCode.Forbidden, `Forbidden: ${message}`]
    : [WebSocketCloseCode.TRY_AGAIN_LATER, message];
}

/** Ends a session in which something has failed, for a reason that is only logged; its client may come back. */
export function endFailed(webSocket: WebSocket, error: unknown, host: { readonly logger: Logger }): void {
  host.logger.error({ error: describeError(error) }, 'a socket failed');
  try {
    webSocket.close(WebSocketCloseCode.INTERNAL_ERROR, 'Something went wrong on our side.');
  } catch {
    webSocket.terminate();
  }
}
