import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { SenderBinding } from '../auth/sender-binding.port.ts';
import type { Sender } from '../auth/sender.ts';
import type { TokenVerifier } from '../auth/token-verifier.ts';
import type { Authenticate } from '../requests/authenticate.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import type { Allowance } from '../limits/allowance.ts';
import type { Ledger } from '../limits/ledger.ts';
import type { FrameTurns } from './frame-turns.ts';
import type { FlushQueue } from './frame-writer.ts';
import type { SocketCounts } from '../limits/socket-counts.ts';
import { WebSocketCloseCode } from './socket-message.ts';
import type { OperationServices } from './socket-operations.ts';

/** What sessions need from their server. */
export interface SessionServices extends OperationServices {
  readonly authenticate: Authenticate;
  /** Explains why an accepted token is no longer valid. */
  readonly tokens: Pick<TokenVerifier, 'problemOf'>;
  readonly binding: SenderBinding;
  readonly queue: FlushQueue;
  readonly turns: FrameTurns;
  readonly counts: SocketCounts;
  readonly frames: Allowance;
  readonly ledger: Ledger;
}

/** A server as its sessions see it. */
export interface SessionHost<Session> extends SessionServices {
  readonly closed: (session: Session) => void;
}

/** What is known of a socket from its upgrade request. */
export interface Handshake {
  readonly socket: Duplex;
  readonly apiVersion: string | undefined;
  /** The client's address, in the form by which clients without a token are distinguished. */
  readonly address: string;
  /** What the upgrade request shows about its sender; DPoP proofs arrive later, with tokens in payloads. */
  readonly sender: Sender;
}

export const SessionState = { CONNECTED: 0, INITIALISING: 1, ACKNOWLEDGED: 2, CLOSED: 3 } as const;
export type SessionState = (typeof SessionState)[keyof typeof SessionState];

/** Closes a socket after an unexpected error, which is only logged; its client can reconnect. */
export function endFailed(webSocket: WebSocket, error: unknown, host: { readonly logger: Logger }): void {
  host.logger.error({ error: describeError(error) }, 'a socket failed');
  try {
    webSocket.close(WebSocketCloseCode.INTERNAL_ERROR, 'Internal server error.');
  } catch {
    webSocket.terminate();
  }
}
