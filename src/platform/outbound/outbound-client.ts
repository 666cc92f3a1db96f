/**
 * Calls addresses that partners chose, and none inside our own network.
 * @packageDocumentation
 */

import type { AddressPolicy } from './address-policy.ts';
import { STOPPING, UnusableHost, type CallFailure } from './call-failure.ts';
import { CheckedConnector } from './checked-connector.ts';
import { HostCheck } from './host-addresses.ts';
import type { ResolveHost } from './host-resolver.ts';
import { CONNECTION_OPTIONS, OriginPools } from './origin-pools.ts';
import { OutboundCall, type CallOutcome } from './outbound-call.ts';
import { readTarget } from './target-url.ts';

export interface OutboundOptions {
  readonly policy: AddressPolicy;
  readonly resolveHost: ResolveHost;
  /** Plain http is allowed in addition to https: sandbox mode. */
  readonly allowHttp: boolean;
  /** Longest wait for the head of a response, in milliseconds, counted from `post`. */
  readonly timeoutMs: number;
  /** Concurrent calls to one scheme, host and port; further ones are queued, within their own timeout. */
  readonly connectionsPerOrigin: number;
}

export interface OutboundPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** Ends the call early. */
  readonly signal?: AbortSignal;
}

/** Whether the address policy allows a host, as far as that is known now. */
export type HostVerdict = 'allowed' | 'forbidden' | 'unresolved';

/** Longest wait for the verdict on a host, in milliseconds: a caller is waiting for it. */
const HOST_CHECK_TIMEOUT_MS = 2_000;

const CANCELLED: CallFailure = { kind: 'aborted', message: 'the call was cancelled' };

/**
 * The only way to call the endpoints of partners. It connects only to addresses that the policy allows, follows no
 * redirect, uses no proxy, and reads little: a call costs at most a connection for the duration of the timeout.
 */
export class OutboundClient {
  private isClosed = false;
  private endWait: (() => void) | undefined;
  private callsInFlight = 0;
  private readonly hosts: HostCheck;
  private readonly connector: CheckedConnector;
  private readonly origins: OriginPools;
  private readonly options: OutboundOptions;

  constructor(options: OutboundOptions) {
    const { policy, resolveHost, timeoutMs, connectionsPerOrigin } = options;
    this.options = options;
    this.hosts = new HostCheck(policy, resolveHost);
    this.connector = new CheckedConnector(this.hosts, timeoutMs);
    this.origins = new OriginPools({
      connect: this.connector.connect,
      connections: connectionsPerOrigin,
      ...CONNECTION_OPTIONS,
    });
  }

  /** Posts a body and returns the outcome. Whatever the endpoint does is an outcome; only a bug of ours is thrown. */
  post({ url, headers, body, signal }: OutboundPost): Promise<CallOutcome> {
    const target = readTarget(url, this.options);
    if ('problem' in target) return Promise.resolve(failed({ kind: 'address', message: target.problem }));
    if (this.isClosed) return Promise.resolve(failed(STOPPING));
    if (signal?.aborted === true) return Promise.resolve(failed(CANCELLED));
    return new Promise((resolve, reject) => {
      const cancel = () => {
        call.fail(CANCELLED);
      };
      const end = () => {
        signal?.removeEventListener('abort', cancel);
        this.callsInFlight -= 1;
        if (this.callsInFlight === 0) this.endWait?.();
      };
      const call = new OutboundCall({
        timeoutMs: this.options.timeoutMs,
        isTls: target.isTls,
        settle: (outcome) => {
          end();
          resolve(outcome);
        },
        refuse: (bug) => {
          end();
          reject(bug);
        },
      });
      this.callsInFlight += 1;
      signal?.addEventListener('abort', cancel);
      this.origins.dispatch({ origin: target.origin, path: target.path, method: 'POST', headers, body }, call);
    });
  }

  /** Checks whether `url` would be called, by the current addresses of its host. */
  async checkHost(url: string): Promise<HostVerdict> {
    const target = readTarget(url, this.options);
    if ('problem' in target) return 'forbidden';
    const { promise: late, resolve } = Promise.withResolvers<HostVerdict>();
    const timer = setTimeout(resolve, HOST_CHECK_TIMEOUT_MS, 'unresolved');
    const verdict = this.hosts.addressesOf(target.host).then((): HostVerdict => 'allowed', verdictOf);
    try {
      return await Promise.race([verdict, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Accepts no more calls, waits for those in flight until `signal` is aborted, and closes all connections. */
  async close(signal?: AbortSignal): Promise<void> {
    this.isClosed = true;
    if (this.callsInFlight > 0 && signal?.aborted !== true)
      await new Promise<void>((resolve) => {
        this.endWait = resolve;
        signal?.addEventListener('abort', () => {
          resolve();
        });
      });
    await this.origins.destroy();
    this.connector.close();
  }
}

function failed(failure: CallFailure): CallOutcome {
  return { elapsedMicroseconds: 0, failure };
}

function verdictOf(error: unknown): HostVerdict {
  if (!(error instanceof UnusableHost)) throw error;
  return error.failure.kind === 'address' ? 'forbidden' : 'unresolved';
}
