import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import type { DpopNonces } from './dpop-nonces.ts';
import { InvalidProof, NonceWanted, RefusedCredential } from '../../platform/auth/refused-credentials.ts';
import type { Sender } from '../../platform/auth/sender.ts';
import type { SpendProof } from './spent-proofs.rows.ts';
import { LEEWAY_SECONDS } from '../../platform/auth/token-claims.ts';

/** Signature algorithms of proofs: those of FAPI 2.0 (5.4.1). Ed25519 is the newer name of EdDSA (RFC 9864). */
const PROOF_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'];
/** Longest accepted proof, in characters (ours): one with an RSA key of 4096 bits takes 1,700. */
const PROOF_LENGTH_MAX = 4_096;
/** Longest `jti`, in characters (ours): a UUID has 36. */
const JTI_LENGTH_MAX = 256;
/** Maximum age of a proof, in seconds (ours). Its nonce expires earlier; this bounds how long it must be remembered. */
const AGE_SECONDS_MAX = 300;

interface DpopProofsOptions {
  readonly clock: Clock;
  readonly nonces: DpopNonces;
  readonly spend: SpendProof;
}

/** A token that needs a proof, and the thumbprint of the key that it is bound to. */
interface BoundToken {
  readonly token: string;
  readonly key: string;
}

/** Verifies proofs of possession of a key, and accepts each only once (RFC 9449, 4.3). */
export class DpopProofs {
  private readonly clock: Clock;
  private readonly nonces: DpopNonces;
  private readonly spend: SpendProof;

  constructor({ clock, nonces, spend }: DpopProofsOptions) {
    this.clock = clock;
    this.nonces = nonces;
    this.spend = spend;
  }

  /**
   * Returns the thumbprint of the key whose possession the sender of a request proves.
   * @param bound absent when a token is requested
   * @throws InvalidProof, and NonceWanted if everything but the nonce is valid
   */
  async keyOf({ proof, method, url }: Sender, bound?: BoundToken): Promise<string> {
    if (proof === undefined) throw invalid('The header DPoP is missing: it carries a proof for this request.');
    const { claims, key } = await verified(proof, this.clock.now());
    if (bound !== undefined && key !== bound.key)
      throw invalid('The proof is signed with a key other than the one that the token is bound to.');
    if (claims['htm'] !== method) throw invalid('The proof is for another method (htm).');
    const address = addressOf(claims['htu']);
    if (address === undefined || address !== addressOf(url))
      throw invalid('The proof is for another address (htu).', { htu: url });
    if (bound !== undefined && claims['ath'] !== hash('sha256', bound.token, 'base64url'))
      throw invalid('The proof is for another token (ath).');
    const expiresAt = this.endOf(claims);
    const { jti } = claims;
    if (typeof jti !== 'string' || jti === '' || jti.length > JTI_LENGTH_MAX)
      throw invalid(`The proof has no jti of 1 to ${JTI_LENGTH_MAX} characters.`);
    if (!this.nonces.has(claims['nonce'])) throw new NonceWanted(this.nonces.newest);
    if (!(await this.spend(hash('sha256', `${key} ${jti}`, 'base64url'), expiresAt)))
      throw new InvalidProof(
        RefusedCredential.REPLAYED_PROOF,
        'The proof was used before: create a new one for each request.',
      );
    return key;
  }

  /** Returns when a proof will be too old. */
  private endOf({ iat }: JWTPayload): Date {
    const seconds = this.clock.now().getTime() / 1_000;
    if (typeof iat !== 'number') throw invalid('The proof has no iat: the time of its creation, in seconds.');
    if (iat > seconds + LEEWAY_SECONDS || iat <= seconds - AGE_SECONDS_MAX)
      throw invalid(
        `The proof is too old or too new (iat): at most ${AGE_SECONDS_MAX} s in the past or ${LEEWAY_SECONDS} s in the future.`,
      );
    return new Date((iat + AGE_SECONDS_MAX) * 1_000);
  }
}

async function verified(proof: string, now: Date): Promise<{ readonly claims: JWTPayload; readonly key: string }> {
  if (proof.length > PROOF_LENGTH_MAX) throw invalid('The proof is too long.');
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: PROOF_ALGORITHMS,
      typ: 'dpop+jwt',
      currentDate: now,
      clockTolerance: LEEWAY_SECONDS,
    });
    return { claims: payload, key: await calculateJwkThumbprint(protectedHeader.jwk ?? {}) };
  } catch (error) {
    // The latter two come from Web Cryptography, for keys that it rejects.
    if (error instanceof errors.JOSEError || error instanceof DOMException || error instanceof TypeError)
      throw invalid(
        'The proof is not a dpop+jwt that is signed with the key in its header (jwk), by ES256, PS256 or EdDSA.',
      );
    throw error;
  }
}

/** Returns a URL without its query; that of a WebSocket with the scheme of its upgrade request. */
function addressOf(text: unknown): string | undefined {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  return url === null ? undefined : `${url.protocol.replace(/^ws/, 'http')}//${url.host}${url.pathname}`;
}

function invalid(message: string, details?: Readonly<Record<string, string>>): InvalidProof {
  return new InvalidProof(RefusedCredential.PROOF, message, details);
}
