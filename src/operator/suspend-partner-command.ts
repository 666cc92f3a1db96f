import { setSuspended } from '../bank/partners/partner-restrictions.ts';
import { partnerSwitch } from '../platform/commands/partner-switch.ts';

/** `npm run suspend-partner` */
export const suspendPartner = partnerSwitch({
  usage: `npm run suspend-partner -- ACME_PAY [--resume]

Refuses all tokens of a partner with PARTNER_SUSPENDED and closes its sockets, in all processes within two seconds.
--resume accepts them again. Its data is unchanged, and its webhooks are still delivered.`,
  off: 'resume',
  set: setSuspended,
  says: (partnerId, isSuspended) =>
    isSuspended
      ? `${partnerId} is suspended: within two seconds, its tokens are refused and its sockets closed.`
      : `${partnerId} is not suspended: its tokens are accepted within two seconds.`,
});
