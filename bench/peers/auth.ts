import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Pool } from 'pg';
import type { PeerSettings } from './settings.ts';
import { FIND_PARTNER, run } from './sql.ts';

/** The caller, with what the token allows. */
export interface Principal {
  readonly partnerId: string;
  readonly companyKey: string;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAtMs: number;
}

/** Returns the principal of an Authorization header, or throws; verifies each token once, as the gateway does. */
export type Authenticate = (header: string | undefined) => Promise<Principal>;

/** Does the same work as the gateway: signature, issuer, audience, expiry, tenant; afterwards a look-up in a map. */
export function authenticator(pool: Pool, { issuer, audience, jwksUrl }: PeerSettings): Authenticate {
  const keys = createRemoteJWKSet(new URL(jwksUrl));
  const verified = new Map<string, Principal>();

  const verify = async (token: string): Promise<Principal> => {
    const { payload } = await jwtVerify(token, keys, { issuer, audience, requiredClaims: ['exp'] });
    const partnerId = String(payload['partner_id']);
    const [partner] = await run<{ companyKey: string }>(pool, FIND_PARTNER, [partnerId]);
    if (partner === undefined) throw new Error('The token names an unknown partner.');
    const scopes = new Set(String(payload['scope']).split(' '));
    return { partnerId, companyKey: partner.companyKey, scopes, expiresAtMs: Number(payload.exp) * 1_000 };
  };

  return async (header) => {
    const token = /^Bearer +(\S+)$/.exec(header ?? '')?.[1];
    if (token === undefined) throw new Error('A bearer token is needed.');
    const known = verified.get(token);
    if (known !== undefined && Date.now() < known.expiresAtMs) return known;
    const principal = await verify(token);
    verified.set(token, principal);
    return principal;
  };
}

/** @throws Error if the token lacks one of the scopes */
export function demandScopes({ scopes }: Principal, wanted: readonly string[]): void {
  for (const scope of wanted) if (!scopes.has(scope)) throw new Error(`The token lacks ${scope}.`);
}
