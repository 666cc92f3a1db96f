import type { ExecutionResult } from 'graphql';
import type { Principal } from '../auth/principal.ts';
import type { LogSource } from '../log/log-reader.ts';

/** An admitted subscription with its open source. */
export interface OpenedSubscription {
  readonly source: LogSource;
  /** Subscriptions with the same key show the same view of every event. */
  readonly key: string;
  /** Cost of each entry. */
  readonly cost: number;
  /** Approximate memory that it keeps while it is open, in bytes. */
  readonly bytes: number;
  /** Returns what shows the entries of one page, so that the objects that they refer to are loaded in batches. */
  page(): ShownPage;
  /**
   * Returns the same subscription for the same partner with another token.
   * @throws GraphQLError FORBIDDEN if its scopes are insufficient
   */
  admit(principal: Principal | undefined): OpenedSubscription;
}

/** A page of entries that is shown under a correlation id of its own. */
export interface ShownPage {
  readonly correlationId: string;
  /** Executes the document for a payload of the source. */
  show(payload: object): Promise<ExecutionResult>;
}
