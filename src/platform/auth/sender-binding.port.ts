import type { IncomingMessage } from 'node:http';
import type { Principal } from './principal.ts';
import { InvalidProof, InvalidToken, RefusedCredential } from './refused-credentials.ts';
import type { Sender } from './sender.ts';

/** A token, its principal, and its scheme. */
export interface ShownToken {
  readonly principal: Principal;
  readonly token: string;
  /** Sent as "DPoP <token>", not "Bearer <token>". */
  readonly isDpop: boolean;
}

/** The members of the claim `cnf`: SHA-256 thumbprints in base64url. */
export interface ConfirmationClaim {
  readonly jkt?: string;
  readonly 'x5t#S256'?: string;
}

/** Checks who sends a token that is bound to its sender, by DPoP (RFC 9449) or mutual TLS (RFC 8705). */
export interface SenderBinding {
  /** Reads what a request shows about its sender. */
  readonly senderOf: (request: Pick<IncomingMessage, 'headers' | 'socket' | 'method' | 'url'>) => Sender;
  /** Returns the nonce for the sender's next proof; undefined: no proofs are read. */
  readonly nonce: () => string | undefined;
  /** Returns undefined if there is nothing to prove. @throws InvalidToken, NonceWanted, TooManyProofs */
  readonly check: (shown: ShownToken, sender: () => Sender) => Promise<void> | undefined;
  /** Returns what a token that is issued to a sender is bound to. @throws InvalidProof, NonceWanted */
  readonly bind: (sender: Sender) => Promise<ConfirmationClaim | undefined>;
}

/** Where no sender can prove anything: a bound token is accepted from nobody. */
export const noSenderBinding: SenderBinding = {
  senderOf: ({ headers, method = 'GET', url = '/' }) => ({
    proof: headers['dpop']?.toString(),
    method,
    url,
    certificate: undefined,
  }),
  nonce: () => undefined,
  check({ principal, isDpop }) {
    if (principal.boundTo !== undefined)
      throw new InvalidToken(RefusedCredential.PROOF, 'The token is bound (cnf), and proofs are not supported here.');
    if (isDpop) throw tokenWithoutKey();
    return undefined;
  },
  bind({ proof }) {
    if (proof === undefined) return Promise.resolve(undefined);
    return Promise.reject(new InvalidProof(RefusedCredential.PROOF, 'Proofs are not supported here.'));
  },
};

/** Returns the refusal of a token that was sent as "DPoP <token>". */
export function tokenWithoutKey(): InvalidToken {
  return new InvalidToken(RefusedCredential.PROOF, 'The token is not bound to a key: send it as "Bearer <token>".');
}
