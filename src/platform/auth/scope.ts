/** All scopes that a token can have. The first four are the partner API's own. */
export const Scope = {
  POCKET_CREATE: 'pocket.create',
  CUSTOMER_WRITE: 'customer.write',
  WEBHOOK_READ: 'webhook.read',
  PIX_ENTRIES_CREATE: 'pix.entries.create',
  ACCOUNT_READ: 'account.read',
  CASH_IN_READ: 'cash-in.read',
  POCKET_READ: 'pocket.read',
  POCKET_CLOSE: 'pocket.close',
  CUSTOMER_READ: 'customer.read',
  KYC_DOCUMENT_READ: 'kyc.document.read',
  KYC_DOCUMENT_WRITE: 'kyc.document.write',
  PIX_ENTRIES_READ: 'pix.entries.read',
  PIX_ENTRIES_DELETE: 'pix.entries.delete',
  PIX_ENTRIES_UPDATE: 'pix.entries.update',
  TOTP_CREATE: 'totp.create',
  TOTP_VALIDATE: 'totp.validate',
  WEBHOOK_WRITE: 'webhook.write',
  SANDBOX_WRITE: 'sandbox.write',
} as const;
export type Scope = (typeof Scope)[keyof typeof Scope];
