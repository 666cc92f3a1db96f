import type { GraphQLError } from 'graphql';
import { Undecided } from '../../../kernel/undecided.ts';
import { providerUnavailable } from './client-error.ts';

/**
 * Returns what was decided.
 * @throws GraphQLError if nothing was
 */
export function requireDecision<Outcome>(outcome: Outcome | Undecided): Outcome {
  if (outcome instanceof Undecided) throw undecidedError(outcome);
  return outcome;
}

/** Returns the error that reports to a client that nothing was decided. */
function undecidedError({ reason }: Undecided): GraphQLError {
  switch (reason.kind) {
    case 'NOT_SENT': {
      const { retryAfterSeconds } = reason;
      const message = `The provider is not available: send the same request again in ${retryAfterSeconds} s. Nothing was done.`;
      return providerUnavailable(message, { retryAfterSeconds });
    }
    case 'UNANSWERED': {
      const { outcome, advice } = reason;
      const what = outcome === undefined ? '' : ', or ask idempotentOutcome';
      const more = advice === undefined ? '' : ` ${advice}`;
      const message = `The provider has not answered yet: send the same request again${what}.${more}`;
      return providerUnavailable(message, { retryAfterSeconds: 1, ...(outcome && { outcome }) });
    }
    case 'CREDENTIALS_REFUSED':
      return providerUnavailable('The provider does not accept the credentials of this partner.', {});
    case 'QUERY_REFUSED':
      return providerUnavailable(`The provider refused this query with status ${reason.status}.`, {});
  }
}
