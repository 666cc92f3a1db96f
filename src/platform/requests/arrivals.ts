import { GraphQLError } from 'graphql';
import { isUuidV4 } from '../../kernel/uuid.ts';
import type { AnonymousRates } from '../limits/anonymous-rates.ts';
import type { Logger } from '../observability/logger.ts';
import { tooManyRequests } from '../graphql/errors/client-error.ts';
import { presentError, presentFailure, type PresentedError } from '../graphql/errors/present-errors.ts';
import { OperationMemo, type RequestContext, type Surroundings } from './request-context.ts';

/** What differs between requests when they arrive. */
export type Arrival = Pick<RequestContext, 'principal' | 'correlationId' | 'apiVersion' | 'transport' | 'arrivedAt'>;

export interface ArrivalsOptions {
  readonly surroundings: Surroundings;
  /** Limits the rate of callers without a token, by address. */
  readonly anonymous: Pick<AnonymousRates, 'take'>;
  readonly logger: Logger;
}

/** The one way in: each request becomes a context here, or is refused, whatever carries it. */
export class Arrivals {
  private readonly options: ArrivalsOptions;
  private readonly shared: Omit<Surroundings, 'databaseFor'>;

  constructor(options: ArrivalsOptions) {
    this.options = options;
    const { databaseFor: _ofCaller, ...shared } = options.surroundings;
    this.shared = shared;
  }

  /** Returns the correlation id of a request; if that of its client is not a GUID of version 4, a new one stands in. */
  correlationIdOf(given: string | undefined): { readonly correlationId: string; readonly isBad: boolean } {
    const isBad = given !== undefined && !isUuidV4(given);
    const correlationId = given === undefined || isBad ? this.shared.random.uuid() : given;
    return { correlationId, isBad };
  }

  /** Returns the context of a request whose caller is identified. */
  contextOf({ principal, correlationId, apiVersion, transport, arrivedAt }: Arrival): RequestContext {
    const database = this.options.surroundings.databaseFor(principal?.partnerId);
    const memo = new OperationMemo();
    return { ...this.shared, principal, database, correlationId, apiVersion, transport, arrivedAt, memo };
  }

  /** Counts a request without a token; returns the error if too many come from its address. */
  limit({ principal }: Arrival, addressOf: () => string): GraphQLError | undefined {
    const refusal = principal === undefined ? this.options.anonymous.take(addressOf()) : undefined;
    return refusal && tooManyRequests(refusal.message, refusal.retryAfterSeconds);
  }

  /** Returns what clients see of an error. One that was not made for them is masked, and logged with its cause. */
  present(error: unknown, correlationId: string): PresentedError {
    const { logger } = this.options;
    const shown = error instanceof GraphQLError ? error : presentFailure(error, { correlationId }, logger);
    return presentError(shown, correlationId, logger);
  }
}
