import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Chance } from '../kernel/chance.ts';
import { errorCode } from '../platform/error-code.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** The key of the sandbox issuer: private for signing, public for the key set. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/**
 * The signing key of this folder, made when there is none. Processes that share the folder share the key: whoever
 * writes first wins. `memory://` makes one that dies with the process.
 */
export async function signingKey(directory: string, chance: Chance): Promise<SigningKey> {
  if (directory === 'memory://') return toSigningKey(await makeJwk(chance));
  const file = join(directory, 'sandbox-signing-key.json');
  return toSigningKey(readJwk(file) ?? writeJwk(file, directory, await makeJwk(chance)));
}

async function makeJwk(chance: Chance): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: chance.uuid(), alg: SIGNING_ALGORITHM, use: 'sig' };
}

function readJwk(file: string): JWK | undefined {
  try {
    const jwk: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isJwk(jwk)) throw new Error('It holds no key.');
    return jwk;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: repair or delete it.`, { cause: error });
  }
}

function isJwk(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value;
}

/** A link appears whole or not at all, and never over another: a reader sees no half key. */
function writeJwk(file: string, directory: string, jwk: JWK): JWK {
  mkdirSync(directory, { recursive: true });
  const draft = `${file}.${jwk.kid ?? ''}`;
  writeFileSync(draft, JSON.stringify(jwk), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readJwk(file) ?? jwk;
}

async function toSigningKey(jwk: JWK): Promise<SigningKey> {
  const privateKey = await importJWK(jwk, SIGNING_ALGORITHM);
  if (privateKey instanceof Uint8Array) throw new Error('The sandbox signing key is no asymmetric key.');
  const { d: _private, ...publicJwk } = jwk;
  return { id: jwk.kid ?? '', privateKey, publicJwk };
}
