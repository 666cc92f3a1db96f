import { calculateJwkThumbprint, createRemoteJWKSet, customFetch, errors, type JWK, type JWTVerifyGetKey } from 'jose';
import type { FailingWork } from '../loops/failing-work.ts';
import type { Worker } from '../loops/loops.ts';
import { Retries } from '../loops/retries.ts';
import type { KeySet } from './key-set.ts';

/** Longest rest before a key set is asked for again that could not be had, in milliseconds: callers that wait are notified. */
const REST_MS_MAX = 1_000;

/** For how long the last keys are still taken when their issuer does not give them any more, in milliseconds: a day. */
const STALE_MS_MAX = 86_400_000;

/** The keys that were read last. */
interface LastKeys {
  readonly keys: readonly JWK[];
  readonly thumbprints: ReadonlySet<string>;
  readonly until: number;
}

/**
 * Keys of another issuer. While they cannot be had the last ones hold for a day: an issuer that is away does not take all
 * partners along. They are then asked for once a second, however many tokens wait for them: an issuer that is overloaded is
 * not asked for each.
 *
 * Once there are keys they are also asked for at intervals, though no new token wants them: a key that its issuer has taken
 * back takes the tokens along that were verified by it.
 */
export class RemoteKeySet implements KeySet, Worker {
  readonly find: JWTVerifyGetKey;
  private last: LastKeys | undefined;
  private failure: { readonly error: unknown; readonly until: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly reload: () => Promise<void>;
  private readonly retries: Retries;
  private readonly freshMs: number;

  constructor(url: URL, failing: FailingWork, freshMs: number) {
    this.freshMs = freshMs;
    this.retries = new Retries({ loop: 'key-set', failing, restMsMax: REST_MS_MAX, usesDatabase: false });
    const keys = createRemoteJWKSet(url, {
      cacheMaxAge: freshMs,
      [customFetch]: (href, options) => this.read(href, options),
    });
    this.reload = () => keys.reload();
    this.find = async (header, token) => {
      try {
        return await keys(header, token);
      } catch (error) {
        // A key that is not among the last ones may be a new one: nobody can say now.
        throw this.failure !== undefined && error instanceof errors.JWKSNoMatchingKey ? this.failure.error : error;
      }
    };
  }

  readonly has = (thumbprint: string): boolean =>
    this.last !== undefined && performance.now() < this.last.until && this.last.thumbprints.has(thumbprint);

  start(): void {
    this.timer ??= setInterval(() => {
      // What fails is told by the reading itself.
      if (this.last !== undefined) this.reload().catch(() => undefined);
    }, this.freshMs);
  }

  stop(): Promise<void> {
    clearInterval(this.timer);
    return Promise.resolve();
  }

  private async read(href: string, options: RequestInit): Promise<Response> {
    if (this.failure === undefined || performance.now() >= this.failure.until)
      try {
        const keys = await readKeys(await fetch(href, options));
        this.retries.worked();
        this.failure = undefined;
        const thumbprints = await thumbprintsOf(keys);
        this.last = { keys, thumbprints, until: performance.now() + STALE_MS_MAX };
      } catch (error) {
        this.failure = { error, until: performance.now() + this.retries.tell(error) };
      }
    if (this.last !== undefined && performance.now() < this.last.until) return Response.json({ keys: this.last.keys });
    throw this.failure?.error;
  }
}

async function readKeys(response: Response): Promise<readonly JWK[]> {
  if (response.status !== 200) throw new Error(`The key set of the issuer was answered with HTTP ${response.status}.`);
  const keySet: unknown = await response.json();
  if (typeof keySet === 'object' && keySet !== null && 'keys' in keySet && Array.isArray(keySet.keys))
    return keySet.keys.filter(isKey).map(exportable);
  throw new Error('The issuer answered with something that is not a key set.');
}

function isKey(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string';
}

/** So that the thumbprint of a key that verified a token can be taken; a public key is not secret. */
function exportable({ ext: _ext, ...key }: JWK): JWK {
  return key;
}

/** A key of a kind that nobody knows here verifies no token either. */
async function thumbprintsOf(keys: readonly JWK[]): Promise<ReadonlySet<string>> {
  const thumbprints = await Promise.allSettled(keys.map((key) => calculateJwkThumbprint(key)));
  return new Set(thumbprints.flatMap((made) => (made.status === 'fulfilled' ? [made.value] : [])));
}
