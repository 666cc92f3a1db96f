import type { TlsIdentity } from './provider-connections.ts';
import type { TokenAnswer } from './token-requests.ts';

/** What a call of a partner shows of it. */
export interface AccessToken {
  readonly kind: 'token';
  readonly text: string;
  readonly identity: TlsIdentity | undefined;
  /** Whether it came in place of a token that was refused. */
  readonly isRenewal: boolean;
  /** When it was obtained, should be renewed and expires, on the monotonic clock, in milliseconds. */
  readonly gotAt: number;
  readonly refreshAt: number;
  readonly endsAt: number;
}

/** Why there is no token: the provider refused the partner, or did not answer. */
export interface NoToken {
  readonly kind: 'refused' | 'unavailable';
}

/** What is known of the token of a partner. */
interface Known {
  token: AccessToken | undefined;
  fetching: Promise<AccessToken | NoToken> | undefined;
  isRenewing: boolean;
  /** What the last try gave, and until when there is none again. */
  failure: NoToken;
  restsUntil: number;
  restMs: number;
}

/** Part of its life after which a token is renewed. */
const REFRESHED_AFTER = 0.8;
/** A token that replaced a refused one, and is refused so soon, is not renewed, in milliseconds (ours). */
const NEW_MS = 10_000;
/** After a failed try there is none for so long, in milliseconds; twice as long after each, up to the longest (ours). */
const REST_MS = 1_000;
const REST_MS_MAX = 30_000;

/**
 * Access tokens of partners, kept in this process only. Of a partner one is asked for at a time, however many wait for
 * it; one that ends soon is used until the next is there.
 */
export class AccessTokens {
  private readonly partners = new Map<string, Known>();
  private readonly ask: (partnerId: string) => Promise<TokenAnswer>;
  private readonly failed: (error: unknown) => void;

  /** @param failed is told what goes wrong while nobody waits for it */
  constructor(ask: (partnerId: string) => Promise<TokenAnswer>, failed: (error: unknown) => void) {
    this.ask = ask;
    this.failed = failed;
  }

  /** The token of a partner; rejects as `ask` does. */
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

  /** The token in place of one that was refused. */
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
        ...{ token: undefined, fetching: undefined, isRenewing: false },
        ...{ failure: { kind: 'unavailable' }, restsUntil: -Infinity, restMs: REST_MS },
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
