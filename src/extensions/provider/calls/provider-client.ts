import { setTimeout as wait } from 'node:timers/promises';
import { within, traceHeaders } from '../../../platform/observability/spans.ts';
import type { Connections, Exchanged } from '../../../platform/outbound/connections.ts';
import type { CallObserver } from './call-observer.ts';
import type { AccessTokens, AccessToken } from './access-tokens.ts';
import type { CallTurns } from '../gate/call-turns.ts';
import type { ProviderCall, ProviderClient, ProviderReply } from './provider-call.ts';
import { namesNothing } from './provider-path.ts';
import { isFault } from './is-fault.ts';
import type { ProviderGate } from '../gate/provider-gate.ts';
import { providerRefusal } from './provider-refusal.ts';
import type { NoToken } from './token-requests.ts';

/** Backoff before each retry of a call that was certainly not sent, in milliseconds (ours). */
const TRY_AGAIN_MS = [50, 250];
/** After how long a caller should retry that got no turn, no token or no connection, in seconds (ours). */
const RETRY_AFTER_SECONDS = 1;
/** Prefix of names of the provider's own headers in a call. */
const OWN_HEADER = /^svc:/;

/** Codes with which providers report too many requests, in any case of letters. */
const RATE_CODES = ['', 'TOO_MANY_REQUESTS', 'RATE_LIMITED'];
/** Codes with which they report that a token does not permit a call. */
const SCOPE_CODES = [
  ...['', 'FORBIDDEN', 'ACCESS_DENIED', 'UNAUTHORIZED', 'UNAUTHENTICATED', 'UNAUTHORIZED_CLIENT'],
  ...['INSUFFICIENT_SCOPE', 'INVALID_SCOPE', 'INVALID_TOKEN', '403'],
];

const NOT_SENT: ProviderReply = { kind: 'NOT_SENT', retryAfterSeconds: RETRY_AFTER_SECONDS };
const CREDENTIALS_REFUSED: ProviderReply = { kind: 'CREDENTIALS_REFUSED' };
/** For paths that cannot name anything: the provider's answer, without a request. */
const NOT_FOUND: ProviderReply = { kind: 'ANSWERED', status: 404, headers: {}, body: '' };
const UNANSWERED: ProviderReply = { kind: 'UNANSWERED' };

/** Address of the provider, and parameters of calls to it. */
export interface ProviderAddress {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly tokenUrl: string;
  /** Longest time that a call takes, including its wait for a turn, in milliseconds. */
  readonly timeoutMs: number;
  readonly headerPrefix: string;
}

interface ClientParts {
  readonly address: ProviderAddress;
  readonly turns: CallTurns;
  readonly gate: ProviderGate;
  readonly tokens: AccessTokens;
  readonly connections: Connections;
  readonly observer: CallObserver;
}

/** A call in flight. */
interface CallInFlight {
  readonly call: ProviderCall;
  /** Deadline, on the monotonic clock. */
  readonly until: number;
  /** When it was first sent; undefined: not yet. */
  sentAt: number | undefined;
}

/** A reply, or a reason to retry: with another token, or on another connection. */
type Tried =
  ProviderReply | { readonly kind: 'token refused'; readonly token: AccessToken } | { readonly kind: 'not sent' };

/** Calls the provider over HTTP. */
export class HttpProviderClient implements ProviderClient {
  private readonly parts: ClientParts;

  constructor(parts: ClientParts) {
    this.parts = parts;
  }

  async call(call: ProviderCall): Promise<ProviderReply> {
    if (namesNothing(call.path)) return NOT_FOUND;
    const { address, observer } = this.parts;
    const beganAt = performance.now();
    const timeoutMs = Math.min(address.timeoutMs, call.timeoutMs ?? Infinity);
    const inFlight: CallInFlight = { call, until: beganAt + timeoutMs, sentAt: undefined };
    const attributes = () => ({ 'http.request.method': call.method, 'url.template': call.route });
    const reply = await within('provider call', attributes, () => this.admitted(inFlight));
    observer.ended(call, { reply, beganAt, sentAt: inFlight.sentAt });
    return reply;
  }

  async close(): Promise<void> {
    const { turns, connections, gate } = this.parts;
    await turns.close();
    await connections.close();
    await gate.settled();
  }

  private async admitted(inFlight: CallInFlight): Promise<ProviderReply> {
    const { partnerId, priority } = inFlight.call;
    const rest = await this.parts.gate.restSeconds(partnerId);
    if (rest !== undefined) return { kind: 'NOT_SENT', retryAfterSeconds: rest };
    if (!this.parts.turns.enter(partnerId, priority)) return NOT_SENT;
    try {
      return await this.tries(inFlight);
    } finally {
      this.parts.turns.leave(partnerId);
    }
  }

  /** Renews a refused token once, and retries twice if the request was certainly not sent. */
  private async tries(inFlight: CallInFlight): Promise<ProviderReply> {
    const { tokens } = this.parts;
    const { partnerId } = inFlight.call;
    const rests = [...TRY_AGAIN_MS];
    let refused: AccessToken | undefined;
    for (;;) {
      const token = await inTime(refused ? tokens.renewed(partnerId, refused) : tokens.of(partnerId), inFlight.until);
      if (token.kind !== 'token') return token.kind === 'refused' ? CREDENTIALS_REFUSED : NOT_SENT;
      const tried = await this.inTurn(inFlight, token);
      if (tried.kind === 'token refused') {
        if (refused !== undefined) return CREDENTIALS_REFUSED;
        refused = tried.token;
      } else if (tried.kind === 'not sent') {
        const rest = rests.shift();
        if (rest === undefined || performance.now() + rest >= inFlight.until) return NOT_SENT;
        await wait(rest);
      } else return tried;
    }
  }

  private async inTurn(inFlight: CallInFlight, token: AccessToken): Promise<Tried> {
    const { address, turns, gate, connections } = this.parts;
    const { call, until } = inFlight;
    const turn = await turns.take({ partnerId: call.partnerId, priority: call.priority, until });
    if (turn === undefined) return NOT_SENT;
    try {
      const permit = await gate.pass(call.partnerId);
      if (typeof permit === 'number') return { kind: 'NOT_SENT', retryAfterSeconds: permit };
      inFlight.sentAt ??= performance.now();
      const exchanged = await this.send(inFlight, token);
      if (exchanged.kind === 'answer' && exchanged.status < 500) gate.answered(permit);
      else if (!connections.isClosed && isFault(exchanged, permit, address.timeoutMs)) gate.failed(permit);
      return await this.replyTo(call, exchanged, token);
    } finally {
      turn.end();
    }
  }

  private send({ call, until }: CallInFlight, token: AccessToken): Promise<Exchanged> {
    const { address, connections } = this.parts;
    const { method, path, body } = call;
    return connections.send({
      url: address.url + path,
      method,
      headers: headersOf(call, token, address.headerPrefix),
      body: typeof body === 'object' ? body.bytes : body,
      identity: token.identity,
      timeoutMs: until - performance.now(),
    });
  }

  private async replyTo(call: ProviderCall, exchanged: Exchanged, token: AccessToken): Promise<Tried> {
    if (exchanged.kind !== 'answer') return exchanged.kind === 'no answer' ? UNANSWERED : { kind: 'not sent' };
    const { status, headers, body } = exchanged;
    if (status === 401) return { kind: 'token refused', token };
    if (status === 403 && isOnlyOf(SCOPE_CODES, status, body)) return CREDENTIALS_REFUSED;
    if (status === 429 && isOnlyOf(RATE_CODES, status, body)) {
      const seconds = await this.parts.gate.limited(call.partnerId, headers['retry-after']);
      return { kind: 'NOT_SENT', retryAfterSeconds: seconds };
    }
    const decides = status < 300 || (status >= 400 && status < 500 && status !== 408);
    return decides ? { kind: 'ANSWERED', status, headers, body } : UNANSWERED;
  }
}

/** Checks whether a refusal has no code but these; one with another code refuses this request alone. */
function isOnlyOf(codes: readonly string[], status: number, body: string): boolean {
  return providerRefusal(status, body).reasons.every(({ code }) => codes.includes(code.toUpperCase()));
}

function headersOf(call: ProviderCall, { text }: AccessToken, prefix: string): Record<string, string> {
  const { headers = {}, body, correlationId, apiVersion } = call;
  const own = Object.entries(headers).map(([name, value]): [string, string] => [
    name.replace(OWN_HEADER, prefix),
    value,
  ]);
  const type = typeof body === 'object' ? body.contentType : 'application/json';
  return {
    ...Object.fromEntries(own),
    ...traceHeaders(),
    ...(body !== undefined && { 'content-type': type }),
    accept: 'application/json',
    authorization: `Bearer ${text}`,
    'api-version': String(apiVersion),
    'x-correlation-id': correlationId,
  };
}

/** Waits for a token until the deadline of this call; other calls may wait longer for the same token. */
async function inTime(token: Promise<AccessToken | NoToken>, until: number): Promise<AccessToken | NoToken> {
  const { promise: late, resolve } = Promise.withResolvers<NoToken>();
  const timer = setTimeout(resolve, Math.max(0, until - performance.now()), { kind: 'unavailable' });
  try {
    return await Promise.race([token, late]);
  } finally {
    clearTimeout(timer);
  }
}
