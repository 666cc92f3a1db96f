import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { Random } from '../../kernel/random.ts';
import { EnvironmentError } from '../../platform/environment-error.ts';
import { errorCode } from '../../platform/error-code.ts';
import { makeFolder } from '../../platform/make-folder.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** The file of the signing key holds no key; the message names the file. */
class UnusableSigningKey extends EnvironmentError {}

/** The key of the sandbox issuer: private for signing, public for the key set. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  /** Known only to processes with this key; other secrets are derived from it. */
  readonly privateText: string;
}

/**
 * Returns the signing key of this folder, and creates it if there is none. Processes that share the folder share the
 * key: the first to write wins. `memory://` creates one that is gone when the process ends.
 * @throws UnusableSigningKey if its file holds something else
 */
export async function signingKey(directory: string, random: Random): Promise<SigningKey> {
  if (directory === 'memory://') return toSigningKey(await makeJwk(random));
  const file = join(directory, 'sandbox-signing-key.json');
  const text = readText(file) ?? writeJwk(file, directory, await makeJwk(random));
  try {
    const jwk: unknown = JSON.parse(text);
    if (!isPrivateJwk(jwk)) throw new Error('It holds no private key.');
    return await toSigningKey(jwk);
  } catch (error) {
    throw new UnusableSigningKey(
      `The file ${file} contains no signing key of the sandbox: delete it to create a new one; existing tokens are then refused.`,
      { cause: error },
    );
  }
}

async function makeJwk(random: Random): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: random.uuid(), alg: SIGNING_ALGORITHM, use: 'sig' };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isPrivateJwk(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value && 'd' in value;
}

/** Writes through a hard link, which appears whole or not at all and replaces no file: readers see no partial key. */
function writeJwk(file: string, directory: string, jwk: JWK): string {
  makeFolder(directory);
  const draft = `${file}.${jwk.kid ?? ''}`;
  const text = JSON.stringify(jwk);
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readText(file) ?? text;
}

async function toSigningKey(jwk: JWK): Promise<SigningKey> {
  const privateKey = await importJWK(jwk, SIGNING_ALGORITHM);
  if (privateKey instanceof Uint8Array) throw new Error('The sandbox signing key is not an asymmetric key.');
  const { d: privateText = '', ...publicJwk } = jwk;
  return { id: jwk.kid ?? '', privateKey, publicJwk, privateText };
}
