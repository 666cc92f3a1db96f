import { localKeySet, type KeySet } from '../platform/auth/key-set.ts';
import { RemoteKeySet } from '../platform/auth/remote-key-set.ts';
import type { Worker } from '../platform/loops/loops.ts';
import { sandboxClients, type SandboxClient } from '../playground/sandbox/sandbox-clients.ts';
import { signingKey, type SigningKey } from '../playground/sandbox/signing-key.ts';
import type { ProcessParts } from './routes.ts';
import type { Services } from './services.ts';

/** The keys that verify tokens; in sandbox mode also the key that signs them, and the clients. */
export interface Issuer {
  readonly keys: KeySet;
  /** Workers that keep the keys of an external issuer up to date. */
  readonly workers: readonly Worker[];
  readonly key?: SigningKey;
  readonly clients: readonly SandboxClient[];
}

/** Returns the key set of an external issuer, or the sandbox's own key. */
export async function issuerOf({ config, runtime }: ProcessParts, { failing }: Services): Promise<Issuer> {
  const { jwksUrl, jwksSeconds } = config.auth;
  if (jwksUrl !== undefined) {
    const keys = new RemoteKeySet(new URL(jwksUrl), failing, jwksSeconds * 1_000);
    return { keys, workers: [keys], clients: [] };
  }
  const key = await signingKey(config.dataDirectory, runtime.random);
  const keys = localKeySet({ keys: [key.publicJwk] });
  return { keys, workers: [], key, clients: sandboxClients(key, config.isReachable) };
}
