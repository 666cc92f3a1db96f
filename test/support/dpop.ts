import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { Clock } from '../../src/kernel/clock.ts';

/** How a proof differs from a good one; undefined omits a claim or header. */
export interface ProofChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signs with this key, but still contains the client's own. */
  readonly signedBy?: CryptoKey | Uint8Array;
}

/** What a proof is for. */
export interface ProofFor {
  readonly method?: string;
  readonly url: string;
  readonly token?: string;
  readonly nonce?: string | undefined;
}

/** A client that proves possession of its own key (RFC 9449). */
export class DpopClient {
  readonly thumbprint: string;
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
  private readonly alg: string;
  private readonly clock: Clock;

  private constructor(clock: Clock, parts: { jwk: JWK; thumbprint: string; privateKey: CryptoKey; alg: string }) {
    this.clock = clock;
    this.jwk = parts.jwk;
    this.thumbprint = parts.thumbprint;
    this.privateKey = parts.privateKey;
    this.alg = parts.alg;
  }

  static async make(clock: Clock, alg = 'ES256'): Promise<DpopClient> {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new DpopClient(clock, { jwk, thumbprint: await calculateJwkThumbprint(jwk), privateKey, alg });
  }

  proof({ method = 'POST', url, token, nonce }: ProofFor, changes: ProofChanges = {}): Promise<string> {
    const iat = Math.floor(this.clock.now().getTime() / 1_000);
    const ath = token === undefined ? undefined : createHash('sha256').update(token).digest('base64url');
    return new SignJWT({ htm: method, htu: url, iat, jti: randomUUID(), ath, nonce, ...changes.claims })
      .setProtectedHeader({ alg: this.alg, typ: 'dpop+jwt', jwk: this.jwk, ...changes.header })
      .sign(changes.signedBy ?? this.privateKey, { crit: { 'x-unknown': true } });
  }
}
