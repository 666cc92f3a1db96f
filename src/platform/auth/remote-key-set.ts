import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import type { FailingWork } from '../loops/failing-work.ts';
import { Retries } from '../loops/retries.ts';

/** Longest rest before a key set is asked for again that could not be had, in milliseconds: whoever waits is told of it. */
const REST_MS_MAX = 1_000;

/** For how long the last keys are still taken when their issuer does not give them any more, in milliseconds: a day. */
const STALE_MS_MAX = 86_400_000;

/** After how long keys are asked for again, in milliseconds: ten minutes. */
const FRESH_MS = 600_000;

/**
 * Keys of another issuer. While they cannot be had the last ones hold for a day: an issuer that is away does not take all
 * partners along. They are then asked for once a second, however many tokens wait for them: an issuer that is overloaded is
 * not asked for each.
 */
export function remoteKeySet(url: URL, failing: FailingWork, freshMs = FRESH_MS): JWTVerifyGetKey {
  const retries = new Retries({ loop: 'key-set', failing, restMsMax: REST_MS_MAX, usesDatabase: false });
  let last: { readonly keySet: object; readonly until: number } | undefined;
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  const keys = createRemoteJWKSet(url, {
    cacheMaxAge: freshMs,
    async [customFetch](href, options) {
      if (failure === undefined || performance.now() >= failure.until)
        try {
          const keySet = await readKeySet(await fetch(href, options));
          retries.worked();
          failure = undefined;
          last = { keySet, until: performance.now() + STALE_MS_MAX };
        } catch (error) {
          failure = { error, until: performance.now() + retries.tell(error) };
        }
      if (last !== undefined && performance.now() < last.until) return Response.json(last.keySet);
      throw failure?.error;
    },
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      // A key that is not among the last ones may be a new one: nobody can say now.
      throw failure !== undefined && error instanceof errors.JWKSNoMatchingKey ? failure.error : error;
    }
  };
}

async function readKeySet(response: Response): Promise<object> {
  if (response.status !== 200) throw new Error(`The key set of the issuer was answered with HTTP ${response.status}.`);
  const keySet: unknown = await response.json();
  if (typeof keySet === 'object' && keySet !== null && 'keys' in keySet && Array.isArray(keySet.keys)) return keySet;
  throw new Error('The issuer answered with something that is not a key set.');
}
