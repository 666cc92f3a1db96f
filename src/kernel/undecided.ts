/** A mutation whose outcome is not known yet, for later queries. */
export interface OpenOutcome {
  readonly mutation: string;
  readonly key: string;
  readonly state: string;
}

/** Why there is no decision of the provider. */
type Reason =
  /** Certainly nothing was done. */
  | { readonly kind: 'NOT_SENT'; readonly retryAfterSeconds: number }
  /** It may have been done. Without `outcome`, nothing about it is stored. */
  | { readonly kind: 'UNANSWERED'; readonly outcome: OpenOutcome | undefined; readonly advice: string | undefined }
  | { readonly kind: 'CREDENTIALS_REFUSED' }
  /** The provider responded to a query with a status that says nothing about the requested data. */
  | { readonly kind: 'QUERY_REFUSED'; readonly status: number };

/** Neither a result nor a refusal: as far as is known, the provider has decided nothing. */
export class Undecided {
  readonly reason: Reason;

  private constructor(reason: Reason) {
    this.reason = reason;
  }

  static notSent(retryAfterSeconds: number): Undecided {
    return new Undecided({ kind: 'NOT_SENT', retryAfterSeconds });
  }

  /** @param advice a sentence for a client whose retry may be refused because the first try took effect */
  static unanswered(outcome?: OpenOutcome, advice?: string): Undecided {
    return new Undecided({ kind: 'UNANSWERED', outcome, advice });
  }

  static credentialsRefused(): Undecided {
    return new Undecided({ kind: 'CREDENTIALS_REFUSED' });
  }

  static queryRefused(status: number): Undecided {
    return new Undecided({ kind: 'QUERY_REFUSED', status });
  }
}
