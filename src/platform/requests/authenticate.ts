import type { GraphQLError } from 'graphql';
import type { Principal } from '../auth/principal.ts';
import {
  InvalidProof,
  InvalidToken,
  NonceWanted,
  RefusedCredential,
  TooManyProofs,
  type CredentialRefused,
} from '../auth/refused-credentials.ts';
import type { Sender } from '../auth/sender.ts';
import type { SenderBinding } from '../auth/sender-binding.port.ts';
import type { TokenVerifier } from '../auth/token-verifier.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { throttledLog } from '../observability/throttled-log.ts';
import { badToken, partnerSuspended, serviceUnavailable, tooManyRequests } from '../graphql/errors/client-error.ts';

/** Stands for several Authorization headers: none of them counts (RFC 9110, 5.3). */
export const SEVERAL_AUTHORIZATIONS = ',';

/**
 * Returns the principal of an Authorization header, or the error: UNAUTHENTICATED, PARTNER_SUSPENDED, RATE_LIMITED or
 * SERVICE_UNAVAILABLE. Calls `sender` only if the token is bound. Synchronous if the token is known.
 */
export type Authenticate = (
  authorization: string,
  sender: () => Sender,
) => Principal | Promise<Principal | GraphQLError>;

interface AuthenticateOptions {
  readonly tokens: TokenVerifier;
  readonly binding: Pick<SenderBinding, 'check'>;
  readonly refused: CredentialRefused;
  readonly logger: Logger;
}

/** Creates the only way from a header to a principal, for all transports. */
export function authenticateWith({ tokens, binding, refused, logger }: AuthenticateOptions): Authenticate {
  const verified = async (authorization: string, { token, isDpop }: ReadHeader, sender: () => Sender) => {
    try {
      if (token === undefined) throw new InvalidToken(RefusedCredential.MALFORMED, problemOf(authorization));
      const principal = await tokens.verify(token);
      const checked = binding.check({ principal, token, isDpop }, sender);
      if (checked !== undefined) await checked;
      return principal;
    } catch (error) {
      if (error instanceof InvalidToken) refused(error.reason);
      return refusalOf(error, isDpop) ?? failure(error, logger);
    }
  };
  return (authorization, sender) => {
    const [, scheme, token] = /^(Bearer|DPoP) +(\S+) *$/i.exec(authorization) ?? [];
    const isDpop = scheme?.toLowerCase() === 'dpop';
    const known = token === undefined || isDpop ? undefined : tokens.known(token);
    return known !== undefined && known.boundTo === undefined
      ? known
      : verified(authorization, { token, isDpop }, sender);
  };
}

/** What an Authorization header contains. */
interface ReadHeader {
  readonly token: string | undefined;
  readonly isDpop: boolean;
}

function problemOf(authorization: string): string {
  return authorization === SEVERAL_AUTHORIZATIONS
    ? 'Send one Authorization header: there are several.'
    : 'The Authorization header is not "Bearer <token>".';
}

function refusalOf(error: unknown, isDpop: boolean): GraphQLError | undefined {
  if (error instanceof NonceWanted)
    return badToken(error.message, { isDpop, error: 'use_dpop_nonce', details: { dpopNonce: error.nonce } });
  if (error instanceof TooManyProofs) return tooManyRequests(error.message, error.retryAfterSeconds);
  if (error instanceof InvalidProof) {
    const { message, details } = error;
    return badToken(message, { isDpop, error: 'invalid_dpop_proof', details });
  }
  return error instanceof InvalidToken ? refusedToken(error, isDpop) : undefined;
}

/** Returns the error for a token that is not accepted, or no longer. */
export function refusedToken({ reason, message }: InvalidToken, isDpop = false): GraphQLError {
  return reason === RefusedCredential.SUSPENDED_PARTNER
    ? partnerSuspended(message)
    : badToken(message, { isDpop, error: 'invalid_token' });
}

function failure(error: unknown, logger: Logger): GraphQLError {
  throttledLog(logger, 'warn')({ error: describeError(error) }, 'a token could not be verified');
  return serviceUnavailable();
}
