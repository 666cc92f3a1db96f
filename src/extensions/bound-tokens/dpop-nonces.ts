import { createHmac } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';

/** How long a nonce is the newest, in milliseconds (ours); it is accepted for up to twice that time. */
const BUCKET_MS = 120_000;

/**
 * Nonces of DPoP proofs (RFC 9449, 9). They are derived from the time and a secret that all processes share, so none is
 * stored. Accepted are the newest, the previous, and the next, which a process whose clock is ahead may have issued.
 */
export class DpopNonces {
  private bucket = NaN;
  private nonces: readonly string[] = [];
  private readonly key: Buffer;
  private readonly clock: Clock;

  /** @param secret of the installation; nonces do not reveal it */
  constructor(secret: string, clock: Clock) {
    this.key = createHmac('sha256', secret).update('DPoP nonces').digest();
    this.clock = clock;
  }

  get newest(): string {
    return this.now()[0] ?? '';
  }

  has(nonce: unknown): boolean {
    return typeof nonce === 'string' && this.now().includes(nonce);
  }

  private now(): readonly string[] {
    const bucket = Math.floor(this.clock.now().getTime() / BUCKET_MS);
    if (bucket !== this.bucket) {
      this.nonces = [bucket, bucket - 1, bucket + 1].map((one) =>
        createHmac('sha256', this.key).update(String(one)).digest('base64url'),
      );
      this.bucket = bucket;
    }
    return this.nonces;
  }
}
