import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importJWK, SignJWT, type JWK } from 'jose';
import { AUDIENCE } from '../systems.ts';

/** Signs tokens with the gateway's own key, for partners without a client at the sandbox issuer. */
export async function tokenSigner(
  directory: string,
  issuer: string,
  scope = 'webhook.read',
): Promise<(partnerId: string) => Promise<string>> {
  const jwk = readKey(join(directory, 'sandbox-signing-key.json'));
  const key = await importJWK(jwk, 'ES256');
  return (partnerId) =>
    new SignJWT({ partner_id: partnerId, scope })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...(jwk.kid !== undefined && { kid: jwk.kid }) })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
}

/** Reads the key that the gateway has written into its folder. */
function readKey(file: string): JWK {
  const key: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isJwk(key)) return key;
  throw new Error(`${file} holds no key.`);
}

function isJwk(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value;
}
