import type { TlsIdentity } from '../../../platform/outbound/connections.ts';
import type { NoToken, TokenAnswer } from './token-requests.ts';

/** The token that a partner's calls carry. */
export interface AccessToken {
  readonly kind: 'token';
  readonly text: string;
  readonly identity: TlsIdentity | undefined;
  /** Whether it replaced a token that was refused. */
  readonly isRenewal: boolean;
  /** When it was obtained, should be renewed and expires, on the monotonic clock, in milliseconds. */
  readonly gotAt: number;
  readonly refreshAt: number;
  readonly endsAt: number;
}

/** State of a partner's token. */
interface Known {
  token: AccessToken | undefined;
  fetching: Promise<AccessToken | NoToken> | undefined;
  isRenewing: boolean;
  /** Result of the last failed request, and until when it is not repeated. */
  failure: NoToken;
  restsUntil: number;
  restMs: number;
}

/** Part of its lifetime after which a token is renewed. */
const REFRESHED_AFTER = 0.8;
/** A replacement that is itself refused within this time is not renewed, in milliseconds (ours). */
const NEW_MS = 10_000;
/** Backoff after a failed request, in milliseconds; it doubles with each failure, up to the maximum (ours). */
const REST_MS = 1_000;
const REST_MS_MAX = 30_000;

/**
 * Access tokens of partners, kept only in this process. For each partner one request runs at a time, and all callers
 * wait for it; a token that expires soon is used until its successor arrives.
 */
export class AccessTokens {
  private readonly partners = new Map<string, Known>();
  private readonly ask: (partnerId: string) => Promise<TokenAnswer>;
  private readonly failed: (error: unknown) => void;

  /** @param failed receives errors of background renewals, for which no caller waits */
  constructor(ask: (partnerId: string) => Promise<TokenAnswer>, failed: (error: unknown) => void) {
    this.ask = ask;
    this.failed = failed;
  }

  /** Returns the token of a partner; rejects as `ask` does. */
  async of(partnerId: string): Promise<AccessToken | NoToken> {
    const known = this.knownOf(partnerId);
    const now = performance.now();
    const { token } = known;
    if (token !== undefined && now < token.endsAt) {
      if (now >= token.refreshAt && now >= known.restsUntil) this.fetch(partnerId, known).catch(this.failed);
      return token;
    }
    return now < known.restsUntil ? known.failure : this.fetch(partnerId, known);
  }

  /** Returns a token that replaces a refused one. */
  async renewed(partnerId: string, refused: AccessToken): Promise<AccessToken | NoToken> {
    const known = this.knownOf(partnerId);
    if (known.token === refused) {
      if (refused.isRenewal && performance.now() - refused.gotAt < NEW_MS) return { kind: 'refused' };
      known.token = undefined;
      known.isRenewing = true;
    }
    return this.of(partnerId);
  }

  private knownOf(partnerId: string): Known {
    let known = this.partners.get(partnerId);
    if (known === undefined) {
      known = {
        token: undefined,
        fetching: undefined,
        isRenewing: false,
        failure: { kind: 'unavailable' },
        restsUntil: -Infinity,
        restMs: REST_MS,
      };
      this.partners.set(partnerId, known);
    }
    return known;
  }

  private fetch(partnerId: string, known: Known): Promise<AccessToken | NoToken> {
    known.fetching ??= this.fetchOne(partnerId, known).finally(() => (known.fetching = undefined));
    return known.fetching;
  }

  private async fetchOne(partnerId: string, known: Known): Promise<AccessToken | NoToken> {
    const gotAt = performance.now();
    const answer = await this.ask(partnerId);
    if (answer.kind !== 'token') {
      known.failure = answer;
      known.restsUntil = performance.now() + known.restMs;
      known.restMs = Math.min(known.restMs * 2, REST_MS_MAX);
      return answer;
    }
    const { kind, text, identity, lifeSeconds } = answer;
    const lifeMs = lifeSeconds * 1_000;
    const ends = { refreshAt: gotAt + lifeMs * REFRESHED_AFTER, endsAt: gotAt + lifeMs };
    const token = { kind, text, identity, isRenewal: known.isRenewing, gotAt, ...ends };
    Object.assign(known, { token, isRenewing: false, restMs: REST_MS, restsUntil: -Infinity });
    return token;
  }
}
