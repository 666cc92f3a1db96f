import { setSuspended } from '../bank/partners/partner-restrictions.ts';
import { partnerSwitch } from './partner-switch.ts';

const RESUME = '--resume';

/** `npm run suspend-partner` */
export const suspendPartner = partnerSwitch({
  usage: `npm run suspend-partner -- ACME_PAY [${RESUME}]

Refuses all tokens of a partner with PARTNER_SUSPENDED and closes its sockets, at all processes within two seconds, or
lets it in again. What it has stays as it is, and its webhooks go on.`,
  off: RESUME,
  set: setSuspended,
  says: (partnerId, isSuspended) =>
    isSuspended
      ? `${partnerId} is suspended: its tokens are refused, and its sockets close, within two seconds.`
      : `${partnerId} is not suspended: its tokens are taken within two seconds.`,
});
