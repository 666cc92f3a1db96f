import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import type { FailingWork } from '../loops/failing-work.ts';
import { Retries } from '../loops/retries.ts';

/** Longest rest before a key set is asked for again that could not be had, in milliseconds: whoever waits is told of it. */
const REST_MS_MAX = 1_000;

/**
 * Keys of another issuer. While they cannot be had they are asked for once a second, however many tokens wait for them:
 * an issuer that is overloaded is not asked for each.
 */
export function remoteKeySet(url: URL, failing: FailingWork): JWTVerifyGetKey {
  const retries = new Retries({ loop: 'key-set', failing, restMsMax: REST_MS_MAX, usesDatabase: false });
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  return createRemoteJWKSet(url, {
    async [customFetch](href, options) {
      if (failure !== undefined && performance.now() < failure.until) throw failure.error;
      try {
        const keySet = await readKeySet(await fetch(href, options));
        retries.worked();
        failure = undefined;
        return Response.json(keySet);
      } catch (error) {
        failure = { error, until: performance.now() + retries.tell(error) };
        throw error;
      }
    },
  });
}

async function readKeySet(response: Response): Promise<object> {
  if (response.status !== 200) throw new Error(`The key set of the issuer was answered with HTTP ${response.status}.`);
  const keySet: unknown = await response.json();
  if (typeof keySet === 'object' && keySet !== null && 'keys' in keySet && Array.isArray(keySet.keys)) return keySet;
  throw new Error('The issuer answered with something that is not a key set.');
}
