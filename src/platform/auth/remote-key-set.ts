import { createPublicKey } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, type JWK, type JWTVerifyGetKey } from 'jose';
import { withoutMark } from '../../kernel/exact-json.ts';
import { fieldsOf } from '../../kernel/fields.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import type { Worker } from '../loops/loops.ts';
import { Retries } from '../loops/retries.ts';
import { Connections } from '../outbound/connections.ts';
import { thumbprintOf, type KeySet } from './key-set.ts';

/** Longest delay before a failed fetch of a key set is retried, in milliseconds: short, as callers wait for it. */
const REST_MS_MAX = 1_000;

/** Longest wait for a key set, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** How long the last keys are used while their issuer is unavailable, in milliseconds: a day. */
const STALE_MS_MAX = 86_400_000;

/** The keys that were fetched last. */
interface LastKeys {
  readonly keys: readonly JWK[];
  readonly thumbprints: ReadonlySet<string>;
  readonly until: number;
}

/**
 * Keys of another issuer. While they cannot be fetched, the last ones are used for a day, so that an unavailable issuer
 * does not lock out all partners. The fetch is then retried about once a second, no matter how many tokens wait for it,
 * so that an overloaded issuer is not called for each.
 *
 * Once there are keys, they are also fetched at intervals, even if no new token needs them: if the issuer has removed a
 * key, tokens that were verified by it are refused.
 */
export class RemoteKeySet implements KeySet, Worker {
  readonly find: JWTVerifyGetKey;
  private last: LastKeys | undefined;
  private failure: { readonly error: unknown; readonly until: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly connections = new Connections(TIMEOUT_MS);
  private readonly reload: () => Promise<void>;
  private readonly retries: Retries;
  private readonly freshMs: number;

  constructor(url: URL, failing: FailingWork, freshMs: number) {
    this.freshMs = freshMs;
    this.retries = new Retries({ loop: 'key-set', failing, restMsMax: REST_MS_MAX, usesDatabase: false });
    const keys = createRemoteJWKSet(url, {
      cacheMaxAge: freshMs,
      [customFetch]: (href) => this.read(href),
    });
    const reload = () => keys.reload();
    this.reload = reload;
    const find: JWTVerifyGetKey = async (header, token) => {
      try {
        return await keys(header, token);
      } catch (error) {
        if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSNoMatchingKey)) throw error;
        // A key that is not among the last ones can be a new one, which cannot be checked now.
        const why: unknown = this.failure?.error ?? new errors.JWKSNoMatchingKey();
        throw why;
      }
    };
    this.find = find;
  }

  readonly has = (thumbprint: string): boolean =>
    this.last !== undefined && performance.now() < this.last.until && this.last.thumbprints.has(thumbprint);

  start(): void {
    this.timer ??= setInterval(() => {
      // `read` reports failures itself.
      if (this.last !== undefined) this.reload().catch(() => undefined);
    }, this.freshMs);
  }

  stop(): Promise<void> {
    clearInterval(this.timer);
    return this.connections.close();
  }

  private async read(url: string): Promise<Response> {
    if (this.failure === undefined || performance.now() >= this.failure.until)
      try {
        const keys = await this.fetchKeys(url);
        this.retries.worked();
        this.failure = undefined;
        const thumbprints = await thumbprintsOf(keys);
        this.last = { keys, thumbprints, until: performance.now() + STALE_MS_MAX };
      } catch (error) {
        this.failure = { error, until: performance.now() + this.retries.report(error) };
      }
    if (this.last !== undefined && performance.now() < this.last.until) return Response.json({ keys: this.last.keys });
    throw this.failure?.error;
  }

  private async fetchKeys(url: string): Promise<readonly JWK[]> {
    const headers = { accept: 'application/json, application/jwk-set+json' };
    const answer = await this.connections.send({ url, method: 'GET', headers, timeoutMs: TIMEOUT_MS });
    if (answer.kind !== 'answer') throw new Error('The issuer did not answer the request for its key set.');
    if (answer.status !== 200)
      throw new Error(`The issuer answered the request for its key set with HTTP ${answer.status}.`);
    const { keys } = fieldsOf(JSON.parse(withoutMark(answer.body)));
    if (!Array.isArray(keys)) throw new Error('The issuer answered with something that is not a key set.');
    return keys.filter(isKey).map(usable);
  }
}

function isKey(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string';
}

/**
 * Makes a key exportable, so that its thumbprint can be computed once it has verified a token; it is public anyway. One
 * for Ed25519 verifies tokens by both names of the algorithm, EdDSA and Ed25519, whichever its issuer has published.
 */
function usable({ ext: _ext, alg, ...key }: JWK): JWK {
  return alg === undefined || key.crv === 'Ed25519' ? key : { ...key, alg };
}

/**
 * Returns the thumbprints of keys as `thumbprintOf` does once they have verified a token, even if their issuer writes
 * them in another way, such as with leading zeros. Skips unusable keys, which cannot verify tokens either.
 */
async function thumbprintsOf(keys: readonly JWK[]): Promise<ReadonlySet<string>> {
  const thumbprints = await Promise.allSettled(
    keys.map(async (key) => thumbprintOf(createPublicKey({ key: { ...key }, format: 'jwk' }))),
  );
  return new Set(thumbprints.flatMap((made) => (made.status === 'fulfilled' ? [made.value] : [])));
}
