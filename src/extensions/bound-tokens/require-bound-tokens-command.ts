import { setBindingRequired } from '../../bank/partners/partner-restrictions.ts';
import { partnerSwitch } from '../../platform/commands/partner-switch.ts';

/** `npm run require-bound-tokens` */
export const requireBoundTokens = partnerSwitch({
  usage: `npm run require-bound-tokens -- ACME_PAY [--lift]

Accepts only tokens of a partner that are bound to a key or certificate of their sender (DPoP, mutual TLS), and closes its
sockets with other tokens, in all processes within two seconds. --lift accepts unbound tokens again. To require bound
tokens of all partners, set REQUIRE_SENDER_CONSTRAINT.`,
  off: 'lift',
  set: setBindingRequired,
  says: (partnerId, isRequired) =>
    isRequired
      ? `${partnerId} must bind its tokens: within two seconds, unbound ones are refused and their sockets closed.`
      : `${partnerId} need not bind its tokens: unbound ones are accepted within two seconds, unless REQUIRE_SENDER_CONSTRAINT is set.`,
});
