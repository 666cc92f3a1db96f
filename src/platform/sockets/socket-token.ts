import type { GraphQLError } from 'graphql';
import { CloseCode } from 'graphql-ws';
import type { Principal } from '../auth/principal.ts';
import type { Handshake, SessionServices } from './session-host.ts';
import { headerIn, WebSocketCloseCode, type Payload, type SocketCloseCode } from './socket-message.ts';

/** Checks whether a payload contains a token, valid or not. */
export function carriesToken(payload: Payload): boolean {
  return headerIn(payload, 'authorization') !== undefined;
}

/** Authenticates the sender of a payload by the headers in it; undefined if they contain no token. */
export function principalIn(
  payload: Payload,
  { sender }: Handshake,
  { authenticate }: SessionServices,
): Promise<Principal | GraphQLError> | undefined {
  const authorization = headerIn(payload, 'authorization');
  if (authorization === undefined) return undefined;
  const proof = headerIn(payload, 'dpop');
  return Promise.resolve(authenticate(authorization ?? '', () => ({ ...sender, proof: proof === null ? '' : proof })));
}

/** Counts a socket that is about to be acknowledged; returns the reason if it is refused. */
export function countSocket(
  principal: Principal | undefined,
  { address }: Handshake,
  { anonymous, counts }: SessionServices,
): string | undefined {
  if (principal === undefined && anonymous.take(address) !== undefined) return 'Too many requests without a token';
  return counts.enter(principal?.partnerId, address);
}

/** Returns what an acknowledgement says about the client's token, with the nonce for the proof of its next one. */
export function standingOf(principal: Principal | undefined, { surroundings, binding }: SessionServices): object {
  return {
    tokenExpiresAt: principal?.tokenExpiresAt.toISOString() ?? null,
    serverTime: surroundings.clock.now().toISOString(),
    ...(principal?.boundTo?.key !== undefined && { dpopNonce: binding.nonce() }),
  };
}

/** Returns the response to a proof that lacks only a nonce: the socket's current token remains valid. */
export function nonceWantedBy({ extensions }: GraphQLError): object | undefined {
  const { dpopNonce } = extensions;
  return typeof dpopNonce === 'string' ? { error: 'use_dpop_nonce', dpopNonce } : undefined;
}

/** Returns how to close a socket whose token was refused, or cannot be checked for now. */
export function closingOf({ extensions, message }: GraphQLError): readonly [code: SocketCloseCode, reason: string] {
  const { code, dpopNonce } = extensions;
  if (typeof dpopNonce === 'string') return [CloseCode.Forbidden, `Forbidden: use_dpop_nonce ${dpopNonce}`];
  return code === 'UNAUTHENTICATED' || code === 'PARTNER_SUSPENDED'
    ? [CloseCode.Forbidden, `Forbidden: ${message}`]
    : [WebSocketCloseCode.TRY_AGAIN_LATER, message];
}
