import type { CallPriority } from '../gate/call-turns.ts';

/** A request of a partner to the provider. */
export interface ProviderCall {
  readonly partnerId: string;
  readonly correlationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, encoded. */
  readonly path: string;
  /** The path as a template, such as `/accounts/{accountNumber}/pockets`: for metrics and the log. */
  readonly route: string;
  readonly apiVersion: number;
  /**
   * Further headers, by lower-case names, such as `idempotency-key`. In a name that begins with `svc:`, such as
   * `svc:transactional-hash`, PROVIDER_HEADER_PREFIX replaces `svc:`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON text, or bytes with their content type. */
  readonly body?: string | { readonly contentType: string; readonly bytes: Buffer };
  readonly priority: CallPriority;
  /** Longest time that this caller waits, in milliseconds, if shorter than PROVIDER_TIMEOUT_SECONDS. */
  readonly timeoutMs?: number;
}

/** A request without its caller and its urgency. */
export type ProviderRequest = Omit<ProviderCall, 'partnerId' | 'correlationId' | 'priority' | 'timeoutMs'>;

/** Result of a call. */
export type ProviderReply =
  /** A 2xx, or a 4xx that is a decision. Headers have lower-case names. */
  | {
      readonly kind: 'ANSWERED';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** Certainly nothing was done: circuit breaker, budget, full queue, pause after a 429, or no connection. */
  | { readonly kind: 'NOT_SENT'; readonly retryAfterSeconds: number }
  /** Sent, but without a decisive answer: timeout, lost connection, 5xx, 408, 3xx, or a body that is too large. */
  | { readonly kind: 'UNANSWERED' }
  /** 401 with a renewed token, 403, or no token for the partner. Nothing was done. */
  | { readonly kind: 'CREDENTIALS_REFUSED' };

/** The only way to the provider. Whatever the provider does is a reply; only our own bugs and a lost database throw. */
export interface ProviderClient {
  call(call: ProviderCall): Promise<ProviderReply>;
  /** Ends all calls in flight, and closes every connection. */
  close(): Promise<void>;
}
