/** What becomes of a mutation whose outcome is not known yet, for later queries. */
export interface OpenOutcome {
  readonly mutation: string;
  readonly key: string;
  readonly state: string;
}

/** Why a provider has decided nothing. */
type Reason =
  /** Surely nothing was done. */
  | { readonly kind: 'NOT_SENT'; readonly retryAfterSeconds: number }
  /** It may have been done. Without an outcome nothing is kept of it. */
  | { readonly kind: 'UNANSWERED'; readonly outcome: OpenOutcome | undefined; readonly advice: string | undefined }
  | { readonly kind: 'CREDENTIALS_REFUSED' };

/** Neither a result nor a refusal: a provider has decided nothing, as far as is known. */
export class Undecided {
  readonly reason: Reason;

  private constructor(reason: Reason) {
    this.reason = reason;
  }

  static notSent(retryAfterSeconds: number): Undecided {
    return new Undecided({ kind: 'NOT_SENT', retryAfterSeconds });
  }

  /** @param advice a sentence for a client whose second try is refused because the first one counted */
  static unanswered(outcome?: OpenOutcome, advice?: string): Undecided {
    return new Undecided({ kind: 'UNANSWERED', outcome, advice });
  }

  static credentialsRefused(): Undecided {
    return new Undecided({ kind: 'CREDENTIALS_REFUSED' });
  }
}
