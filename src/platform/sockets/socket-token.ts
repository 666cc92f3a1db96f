import type { GraphQLError } from 'graphql';
import { CloseCode } from 'graphql-ws';
import type { Principal } from '../auth/principal.ts';
import type { Handshake, SessionServices } from './session-host.ts';
import { headerIn, WebSocketCloseCode, type Payload } from './socket-message.ts';

/** Whether a payload has a token; nothing of it has been looked at then. */
export function carriesToken(payload: Payload): boolean {
  return headerIn(payload, 'authorization') !== undefined;
}

/** Who has sent the headers in a payload; undefined where there is no token. */
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

/** What an acknowledgement says about the client's token, and the nonce for the proof of its next one. */
export function standingOf(principal: Principal | undefined, { surroundings, nonces }: SessionServices): object {
  return {
    tokenExpiresAt: principal?.tokenExpiresAt.toISOString() ?? null,
    serverTime: surroundings.clock.now().toISOString(),
    ...(principal?.boundTo?.key !== undefined && { dpopNonce: nonces.newest }),
  };
}

/** The answer to a proof that lacks only this nonce: the token that the socket has is good meanwhile. */
export function nonceWantedBy({ extensions }: GraphQLError): object | undefined {
  const { dpopNonce } = extensions;
  return typeof dpopNonce === 'string' ? { error: 'use_dpop_nonce', dpopNonce } : undefined;
}

/** How a socket ends whose token was refused, or could not be looked at for now. */
export function closingOf({ extensions, message }: GraphQLError): readonly [code: number, reason: string] {
  const { code, dpopNonce } = extensions;
  if (typeof dpopNonce === 'string') return [CloseCode.Forbidden, `Forbidden: use_dpop_nonce ${dpopNonce}`];
  return code === 'UNAUTHENTICATED' || code === 'PARTNER_SUSPENDED'
    ? [CloseCode.Forbidden, `Forbidden: ${message}`]
    : [WebSocketCloseCode.TRY_AGAIN_LATER, message];
}
