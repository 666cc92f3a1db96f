import { FixedWindow } from '../../platform/limits/fixed-window.ts';
import type { RateLimit } from '../../platform/limits/partner-rates.ts';
import type { Confirmation } from '../../platform/auth/confirmation.ts';
import { tokenWithoutKey, type ShownToken } from '../../platform/auth/sender-binding.port.ts';
import type { DpopProofs } from './dpop-proofs.ts';
import { InvalidToken, RefusedCredential, TooManyProofs } from '../../platform/auth/refused-credentials.ts';
import type { Sender } from '../../platform/auth/sender.ts';

/** Reads and mutations have a bucket of requests each; which one applies is not yet known when a proof is checked. */
const BUCKETS = 2;

interface SenderCheckOptions {
  readonly proofs: DpopProofs;
  /** Requests of a partner; undefined: unlimited. */
  readonly rate: RateLimit | undefined;
}

/** Checks whether a token that is bound to its sender was sent by that sender. */
export class SenderCheck {
  private readonly proofs: DpopProofs;
  /** A proof costs a verified signature and a row, so a partner has no more of them checked than it has requests. */
  private readonly window: FixedWindow | undefined;

  constructor({ proofs, rate }: SenderCheckOptions) {
    this.proofs = proofs;
    this.window = rate && new FixedWindow({ ...rate, requests: rate.requests * BUCKETS });
  }

  /** Returns undefined if there is nothing to prove. @throws InvalidToken, NonceWanted, TooManyProofs */
  check(shown: ShownToken, sender: () => Sender): Promise<void> | undefined {
    const { boundTo } = shown.principal;
    if (boundTo !== undefined) return this.checkBound(shown, boundTo, sender());
    if (shown.isDpop) throw tokenWithoutKey();
    return undefined;
  }

  private async checkBound({ principal, token, isDpop }: ShownToken, to: Confirmation, sender: Sender): Promise<void> {
    if (to.certificate !== undefined && sender.certificate !== to.certificate)
      throw new InvalidToken(
        RefusedCredential.PROOF,
        sender.certificate === undefined
          ? 'The token is bound to a client certificate, but the connection presented none.'
          : 'The token is bound to another client certificate.',
      );
    if (to.key === undefined) {
      if (isDpop) throw tokenWithoutKey();
      return;
    }
    if (!isDpop)
      throw new InvalidToken(RefusedCredential.PROOF, 'The token is bound to a key: send "DPoP <token>" and a proof.');
    this.count(principal.partnerId);
    await this.proofs.keyOf(sender, { token, key: to.key });
  }

  private count(partnerId: string): void {
    if (this.window === undefined) return;
    if (this.window.isFull(partnerId)) throw new TooManyProofs(this.window.secondsLeft);
    this.window.count(partnerId);
  }
}
