/** All scopes that a token can have. The first four are the partner API's own. */
export const Scope = {
  POCKET_CREATE: 'pocket.create',
  CUSTOMER_WRITE: 'customer.write',
  WEBHOOK_READ: 'webhook.read',
  PIX_ENTRIES_CREATE: 'pix.entries.create',
  ACCOUNT_READ: 'account.read',
  ACCOUNT_CREATE: 'account.create',
  CASH_IN_READ: 'cash-in.read',
  POCKET_READ: 'pocket.read',
  POCKET_CLOSE: 'pocket.close',
  POCKET_TRANSACTION_CREATE: 'pocket.transaction.create',
  POCKET_TRANSACTION_READ: 'pocket.transaction.read',
  CUSTOMER_READ: 'customer.read',
  CUSTOMER_UPDATE: 'customer.update',
  CUSTOMER_CANCEL: 'customer.cancel',
  ACCOUNT_CLOSE: 'account.close',
  KYC_DOCUMENT_READ: 'kyc.document.read',
  KYC_DOCUMENT_WRITE: 'kyc.document.write',
  PIX_ENTRIES_READ: 'pix.entries.read',
  PIX_ENTRIES_DELETE: 'pix.entries.delete',
  PIX_ENTRIES_UPDATE: 'pix.entries.update',
  TOTP_CREATE: 'totp.create',
  TOTP_VALIDATE: 'totp.validate',
  WEBHOOK_WRITE: 'webhook.write',
  SANDBOX_WRITE: 'sandbox.write',
  /** Of the bank's own systems: no token of a partner has it. */
  BANK_CASH_IN_WRITE: 'bank.cash-in.write',
} as const;
export type Scope = (typeof Scope)[keyof typeof Scope];

/** Scopes of the partner API for operations that this gateway does not have, or has by another scope. */
export const OTHER_SCOPES: readonly string[] = [
  ...['pix.account.read', 'events.read'],
  ...['create', 'read', 'confirm', 'complete', 'cancel', 'acknowledge'].map((step) => `pix.claims.${step}`),
  'kyc.document.deepface.write',
];

/**
 * What scopes allow besides: the seed's grants what is a part of it, and the partner API names none for one-time codes.
 */
const INCLUDED: Readonly<Record<string, readonly string[]>> = {
  [Scope.CUSTOMER_WRITE]: [Scope.CUSTOMER_UPDATE],
  [Scope.PIX_ENTRIES_CREATE]: [Scope.TOTP_CREATE, Scope.TOTP_VALIDATE],
  'pix.account.read': [Scope.PIX_ENTRIES_READ],
};

/** The scopes that a partner's client can have: all but those of the bank's own systems. */
export const PARTNER_SCOPES: readonly string[] = Object.values(Scope).filter((scope) => !scope.startsWith('bank.'));

/** Returns all scopes that a token with these has. */
export function grantedBy(scopes: readonly string[]): ReadonlySet<string> {
  return new Set(scopes.flatMap((scope) => [scope, ...(INCLUDED[scope] ?? [])]));
}

/** Returns the scopes of which each is enough. */
export function alternativesOf(scope: string): readonly string[] {
  const others = Object.entries(INCLUDED).filter(([, included]) => included.includes(scope));
  return [scope, ...others.map(([other]) => other)];
}
