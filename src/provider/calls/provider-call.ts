import type { CallPriority } from '../gate/call-turns.ts';

/** A request of a partner to the provider. */
export interface ProviderCall {
  readonly partnerId: string;
  readonly correlationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Path and query, encoded. */
  readonly path: string;
  /** The path as a template, such as `/accounts/{accountNumber}/pockets`: for metrics and the log. */
  readonly route: string;
  readonly apiVersion: number;
  /**
   * Further headers by lower-case names, such as `idempotency-key`. A name that begins with `svc:`, such as
   * `svc:transactional-hash`, gets PROVIDER_HEADER_PREFIX for that.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON text, or bytes with their content type. */
  readonly body?: string | { readonly contentType: string; readonly bytes: Buffer };
  readonly priority: CallPriority;
  /** Longest wait for this caller, in milliseconds, if shorter than PROVIDER_TIMEOUT_SECONDS. */
  readonly timeoutMs?: number;
}

/** What is asked, without whose call it is and how urgent. */
export type ProviderRequest = Omit<ProviderCall, 'partnerId' | 'correlationId' | 'priority' | 'timeoutMs'>;

/** What came of a call. */
export type ProviderReply =
  /** A 2xx, or a 4xx that decides. Headers have lower-case names. */
  | {
      readonly kind: 'ANSWERED';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** Surely nothing was done: breaker, budget, a full queue, a rest after 429, no connection. */
  | { readonly kind: 'NOT_SENT'; readonly retryAfterSeconds: number }
  /** Sent, and no answer that decides: timeout, cut, 5xx, 408, 3xx, a body that is too large. */
  | { readonly kind: 'UNANSWERED' }
  /** 401 with a new token, 403, or no token for the partner. Nothing was done. */
  | { readonly kind: 'CREDENTIALS_REFUSED' };

/** The one way to the provider. Whatever the provider does is a reply; only a bug of ours, or a lost database, throws. */
export interface ProviderClient {
  call(call: ProviderCall): Promise<ProviderReply>;
  /** Ends the calls that are under way, and every connection. */
  close(): Promise<void>;
}
