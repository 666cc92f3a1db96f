import type { GraphQLError } from 'graphql';
import type { Principal } from '../../auth/principal.ts';
import { InvalidToken, RefusedCredential, type CredentialRefused } from '../../auth/refused-credentials.ts';
import type { TokenVerifier } from '../../auth/token-verifier.ts';
import { describeError, type Logger } from '../../observability/logger.ts';
import { sparingly } from '../../observability/sparingly.ts';
import { partnerSuspended, serviceUnavailable, unauthenticated } from './client-error.ts';

/** Who an Authorization header stands for, or why nobody: UNAUTHENTICATED, PARTNER_SUSPENDED or SERVICE_UNAVAILABLE. */
export type Authenticate = (header: string) => Promise<Principal | GraphQLError>;

/** The one way from a header to a principal, whichever transport carried it. */
export function authenticateWith(verifier: TokenVerifier, refused: CredentialRefused, logger: Logger): Authenticate {
  return async (header) => {
    const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    if (token === undefined) {
      refused(RefusedCredential.MALFORMED);
      return unauthenticated('The Authorization header is not "Bearer <token>".');
    }
    try {
      return await verifier.verify(token);
    } catch (error) {
      if (error instanceof InvalidToken) {
        refused(error.reason);
        return error.reason === RefusedCredential.SUSPENDED_PARTNER
          ? partnerSuspended(error.message)
          : unauthenticated(error.message);
      }
      sparingly(logger, 'warn')({ error: describeError(error) }, 'a token could not be verified');
      return serviceUnavailable();
    }
  };
}
