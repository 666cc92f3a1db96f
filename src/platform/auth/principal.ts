import type { Confirmation } from './confirmation.ts';

/** The caller: a partner, with what its token allows. */
export interface Principal {
  readonly partnerId: string;
  readonly companyKey: string;
  /** The client that the token was issued to, if the token names one. */
  readonly client: string | null;
  readonly scopes: ReadonlySet<string>;
  readonly tokenExpiresAt: Date;
  /** Thumbprint of the issuer's key that signed its token. */
  readonly tokenKey: string;
  /** What its token is bound to; undefined if it is not bound. */
  readonly boundTo: Confirmation | undefined;
}

/** Finds the partner named by a token's partner claim. */
type FindTenant = (partnerId: string) => Promise<FoundTenant | undefined>;

/** Restrictions of a partner's tokens, set by the operator of the gateway. */
export interface Restrictions {
  /** All of them are refused. */
  readonly isSuspended: boolean;
  /** Bearer tokens that are not bound are refused. */
  readonly isBindingRequired: boolean;
}

export interface FoundTenant extends Restrictions {
  readonly companyKey: string;
}

/** Finds partners, and knows their current restrictions without a query. */
export interface Tenants {
  readonly find: FindTenant;
  readonly restrictionsOf: (partnerId: string) => Restrictions;
}
