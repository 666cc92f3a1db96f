import type { Confirmation } from './confirmation.ts';

/** Who calls: a partner, with what its token allows. */
export interface Principal {
  readonly partnerId: string;
  readonly companyKey: string;
  /** The client that the token was issued to, where it says. */
  readonly client: string | null;
  readonly scopes: ReadonlySet<string>;
  readonly tokenExpiresAt: Date;
  /** Thumbprint of the issuer's key that its token is signed with. */
  readonly tokenKey: string;
  /** What its token is bound to; undefined: nothing. */
  readonly boundTo: Confirmation | undefined;
}

/** Finds the partner that a token's partner claim names. */
type FindTenant = (partnerId: string) => Promise<FoundTenant | undefined>;

/** Restrictions of a partner's tokens, by the operator of the gateway. */
export interface Restrictions {
  /** They are refused. */
  readonly isSuspended: boolean;
  /** Bearer tokens that are not bound are refused. */
  readonly isBindingRequired: boolean;
}

export interface FoundTenant extends Restrictions {
  readonly companyKey: string;
}

/** Finds partners, and knows without asking how they were restricted since. */
export interface Tenants {
  readonly find: FindTenant;
  readonly restrictionsOf: (partnerId: string) => Restrictions;
}
