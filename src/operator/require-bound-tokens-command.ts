import { setBindingRequired } from '../bank/partners/partner-restrictions.ts';
import { partnerSwitch } from './partner-switch.ts';

const LIFT = '--lift';

/** `npm run require-bound-tokens` */
export const requireBoundTokens = partnerSwitch({
  usage: `npm run require-bound-tokens -- ACME_PAY [${LIFT}]

Accepts only tokens of a partner that are bound to a key or certificate of their sender (DPoP, mutual TLS), and closes its
sockets with other tokens, in all processes within two seconds. ${LIFT} accepts unbound tokens again. To require bound
tokens of all partners, set REQUIRE_SENDER_CONSTRAINT.`,
  off: LIFT,
  set: setBindingRequired,
  says: (partnerId, isRequired) =>
    isRequired
      ? `${partnerId} must bind its tokens: within two seconds, unbound ones are refused and their sockets closed.`
      : `${partnerId} need not bind its tokens: unbound ones are accepted within two seconds, unless REQUIRE_SENDER_CONSTRAINT is set.`,
});
