import type { AnyRestRow } from './rest-row.ts';
import { analysisRest } from './rows/document-analysis.rest.ts';
import { customerRest } from './rows/customer.rest.ts';
import { accountRest } from './rows/payment-account.rest.ts';
import { moneyRest } from './rows/money.rest.ts';
import { pixRest } from './rows/pix-entry.rest.ts';
import { pocketRest } from './rows/pocket.rest.ts';
import { registrationRest } from './rows/registration.rest.ts';
import { cashInRest } from './rows/simulate-cash-in.rest.ts';
import { totpRest } from './rows/totp.rest.ts';
import { configurationRest } from './rows/webhook-configuration.rest.ts';
import { messageRest } from './rows/webhook-message.rest.ts';

/** All paths of the partner API; they are described in this order. */
export const restRows: readonly AnyRestRow[] = [
  ...customerRest,
  ...analysisRest,
  ...accountRest,
  ...pocketRest,
  ...moneyRest,
  ...registrationRest,
  ...pixRest,
  ...totpRest,
  ...configurationRest,
  ...messageRest,
  ...cashInRest,
];
