import { setBindingRequired } from '../bank/partners/partner-restrictions.ts';
import { partnerSwitch } from './partner-switch.ts';

const LIFT = '--lift';

/** `npm run require-bound-tokens` */
export const requireBoundTokens = partnerSwitch({
  usage: `npm run require-bound-tokens -- ACME_PAY [${LIFT}]

Takes only tokens of a partner that are bound to a key or certificate of their sender (DPoP, mutual TLS), and closes its
sockets that came with others, at all processes within two seconds; or takes plain ones again. REQUIRE_SENDER_CONSTRAINT
does the same for all partners.`,
  off: LIFT,
  set: setBindingRequired,
  says: (partnerId, isRequired) =>
    isRequired
      ? `${partnerId} must bind its tokens: plain ones are refused, and their sockets close, within two seconds.`
      : `${partnerId} need not bind its tokens: plain ones are taken within two seconds, unless REQUIRE_SENDER_CONSTRAINT says otherwise.`,
});
