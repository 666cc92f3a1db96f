import { setTimeout as wait } from 'node:timers/promises';
import { within, traceHeaders } from '../../platform/observability/spans.ts';
import type { CallObserver } from './call-observer.ts';
import type { AccessTokens, AccessToken, NoToken } from './access-tokens.ts';
import type { CallTurns } from '../gate/call-turns.ts';
import type { ProviderCall, ProviderClient, ProviderReply } from './provider-call.ts';
import type { ProviderConnections } from './provider-connections.ts';
import type { Exchanged } from './provider-exchange.ts';
import type { Passage, ProviderGate } from '../gate/provider-gate.ts';
import { toldRefusal } from './provider-refusal.ts';

/** Rests before what was surely not sent is tried again, in milliseconds (ours). */
const TRY_AGAIN_MS = [50, 250];
/** What a caller is told to wait who found no turn, no token or no connection, in seconds (ours). */
const RETRY_AFTER_SECONDS = 1;
/** Part of the timeout that a call had at least which says that the provider is down (ours): others waited for a turn. */
const PATIENCE_MIN = 0.25;
/** What the names of the provider's own headers begin with in a call. */
const OWN_HEADER = /^svc:/;

/** What providers name too many requests. */
const RATE_CODES = ['', 'TOO_MANY_REQUESTS', 'RATE_LIMITED'];

const NOT_SENT: ProviderReply = { kind: 'NOT_SENT', retryAfterSeconds: RETRY_AFTER_SECONDS };
const CREDENTIALS_REFUSED: ProviderReply = { kind: 'CREDENTIALS_REFUSED' };
const UNANSWERED: ProviderReply = { kind: 'UNANSWERED' };

/** Where the provider is, and how it is spoken to. */
export interface ProviderAddress {
  /** Base of its paths, without a slash at the end. */
  readonly url: string;
  readonly tokenUrl: string;
  /** Longest time that a call takes, waiting included, in milliseconds. */
  readonly timeoutMs: number;
  readonly headerPrefix: string;
}

interface ClientParts {
  readonly address: ProviderAddress;
  readonly turns: CallTurns;
  readonly gate: ProviderGate;
  readonly tokens: AccessTokens;
  readonly connections: ProviderConnections;
  readonly observer: CallObserver;
}

/** A call under way. */
interface UnderWay {
  readonly call: ProviderCall;
  /** Until when it is to be over, on the monotonic clock. */
  readonly until: number;
  /** When it was sent first; undefined: not yet. */
  sentAt: number | undefined;
}

/** A reply, or what may be tried again: another token, or another connection. */
type Tried =
  ProviderReply | { readonly kind: 'token refused'; readonly token: AccessToken } | { readonly kind: 'not sent' };

/** The provider over HTTP. */
export class HttpProviderClient implements ProviderClient {
  private isClosed = false;
  private readonly parts: ClientParts;

  constructor(parts: ClientParts) {
    this.parts = parts;
  }

  async call(call: ProviderCall): Promise<ProviderReply> {
    const { address, observer } = this.parts;
    const beganAt = performance.now();
    const timeoutMs = Math.min(address.timeoutMs, call.timeoutMs ?? Infinity);
    const underWay: UnderWay = { call, until: beganAt + timeoutMs, sentAt: undefined };
    const attributes = () => ({ 'http.request.method': call.method, 'url.template': call.route });
    const reply = await within('provider call', attributes, () => this.admitted(underWay));
    observer.ended(call, { reply, beganAt, sentAt: underWay.sentAt });
    return reply;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { turns, connections, gate } = this.parts;
    await turns.close();
    await connections.close();
    await gate.settled();
  }

  private async admitted(underWay: UnderWay): Promise<ProviderReply> {
    const { partnerId, priority } = underWay.call;
    const rest = await this.parts.gate.restSeconds(partnerId);
    if (rest !== undefined) return { kind: 'NOT_SENT', retryAfterSeconds: rest };
    if (!this.parts.turns.enter(partnerId, priority)) return NOT_SENT;
    try {
      return await this.tries(underWay);
    } finally {
      this.parts.turns.leave(partnerId);
    }
  }

  /** A refused token is renewed once; what was surely not sent is tried twice more. */
  private async tries(underWay: UnderWay): Promise<ProviderReply> {
    const { tokens } = this.parts;
    const { partnerId } = underWay.call;
    const rests = [...TRY_AGAIN_MS];
    let refused: AccessToken | undefined;
    for (;;) {
      const token = await inTime(refused ? tokens.renewed(partnerId, refused) : tokens.of(partnerId), underWay.until);
      if (token.kind !== 'token') return token.kind === 'refused' ? CREDENTIALS_REFUSED : NOT_SENT;
      const tried = await this.inTurn(underWay, token);
      if (tried.kind === 'token refused') {
        if (refused !== undefined) return CREDENTIALS_REFUSED;
        refused = tried.token;
      } else if (tried.kind === 'not sent') {
        const rest = rests.shift();
        if (rest === undefined || performance.now() + rest >= underWay.until) return NOT_SENT;
        await wait(rest);
      } else return tried;
    }
  }

  private async inTurn(underWay: UnderWay, token: AccessToken): Promise<Tried> {
    const { turns, gate } = this.parts;
    const { call, until } = underWay;
    const turn = await turns.take({ partnerId: call.partnerId, priority: call.priority, until });
    if (turn === undefined) return NOT_SENT;
    try {
      const passage = await gate.pass(call.partnerId);
      if (typeof passage === 'number') return { kind: 'NOT_SENT', retryAfterSeconds: passage };
      underWay.sentAt ??= performance.now();
      const exchanged = await this.send(underWay, token);
      if (exchanged.kind === 'answer' && exchanged.status < 500) gate.answered(passage);
      else if (this.isFault(exchanged, passage)) gate.failed(passage);
      return await this.replyTo(call, exchanged, token);
    } finally {
      turn.end();
    }
  }

  private send({ call, until }: UnderWay, token: AccessToken): Promise<Exchanged> {
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

  /** Whether the provider itself has failed: not where it had little time, or where we stop. */
  private isFault(exchanged: Exchanged, { isProbe, beganMs }: Passage): boolean {
    if (this.isClosed) return false;
    if (exchanged.kind === 'answer' || !exchanged.isGivenUp || isProbe) return true;
    return performance.now() - beganMs >= this.parts.address.timeoutMs * PATIENCE_MIN;
  }

  private async replyTo(call: ProviderCall, exchanged: Exchanged, token: AccessToken): Promise<Tried> {
    if (exchanged.kind !== 'answer') return exchanged.kind === 'no answer' ? UNANSWERED : { kind: 'not sent' };
    const { status, headers, body } = exchanged;
    if (status === 401) return { kind: 'token refused', token };
    if (status === 403) return CREDENTIALS_REFUSED;
    if (status === 429 && isRateLimit(body)) {
      const seconds = await this.parts.gate.limited(call.partnerId, headers['retry-after']);
      return { kind: 'NOT_SENT', retryAfterSeconds: seconds };
    }
    const decides = status < 300 || (status >= 400 && status < 500 && status !== 408);
    return decides ? { kind: 'ANSWERED', status, headers, body } : UNANSWERED;
  }
}

/** Whether a 429 is about requests as a whole; one with a code of its own refuses what was asked for. */
function isRateLimit(body: string): boolean {
  return toldRefusal(429, body).reasons.every(({ code }) => RATE_CODES.includes(code));
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

/** Others may wait longer for the same token. */
async function inTime(token: Promise<AccessToken | NoToken>, until: number): Promise<AccessToken | NoToken> {
  const { promise: late, resolve } = Promise.withResolvers<NoToken>();
  const timer = setTimeout(resolve, Math.max(0, until - performance.now()), { kind: 'unavailable' });
  try {
    return await Promise.race([token, late]);
  } finally {
    clearTimeout(timer);
  }
}
