import { FixedWindow } from '../limits/fixed-window.ts';
import type { RateLimit } from '../limits/partner-rates.ts';
import type { Confirmation } from './confirmation.ts';
import type { DpopProofs } from './dpop-proofs.ts';
import type { Principal } from './principal.ts';
import { InvalidToken, RefusedCredential, TooManyProofs } from './refused-credentials.ts';
import type { Sender } from './sender.ts';

/** Reads and mutations have a bucket of requests each; which one applies is not yet known when a proof is checked. */
const BUCKETS = 2;

interface SenderCheckOptions {
  readonly proofs: DpopProofs;
  /** Requests of a partner; undefined: unlimited. */
  readonly rate: RateLimit | undefined;
}

/** A token, its principal, and its scheme. */
interface Shown {
  readonly principal: Principal;
  readonly token: string;
  /** Sent as "DPoP <token>", not "Bearer <token>". */
  readonly isDpop: boolean;
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
  check(shown: Shown, sender: () => Sender): Promise<void> | undefined {
    const { boundTo } = shown.principal;
    if (boundTo !== undefined) return this.checkBound(shown, boundTo, sender());
    if (shown.isDpop) throw notByKey();
    return undefined;
  }

  private async checkBound({ principal, token, isDpop }: Shown, to: Confirmation, sender: Sender): Promise<void> {
    if (to.certificate !== undefined && sender.certificate !== to.certificate)
      throw new InvalidToken(
        RefusedCredential.PROOF,
        sender.certificate === undefined
          ? 'The token is bound to a client certificate, but the connection presented none.'
          : 'The token is bound to another client certificate.',
      );
    if (to.key === undefined) {
      if (isDpop) throw notByKey();
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

function notByKey(): InvalidToken {
  return new InvalidToken(RefusedCredential.PROOF, 'The token is not bound to a key: send it as "Bearer <token>".');
}
