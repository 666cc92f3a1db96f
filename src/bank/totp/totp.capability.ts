import { Migration20261123091000_totp_limits } from '../../../migrations/Migration20261123091000_totp_limits.ts';
import type { Capability } from '../../capability.ts';
import { less } from '../../platform/database/set-back-clock.ts';
import { statement } from '../../platform/statements/statement.ts';
import { EXPIRED_KEPT_MS, EXPIRY_REST_MS, forgetExpired } from '../../platform/loops/retention.ts';
import { totpRefusals } from './totp.errors.ts';
import { TotpResolver } from './totp.resolver.ts';
import { totpPort, type TotpNeeds } from './totp.port.ts';
import { TotpChallenge } from './totp-challenge.entity.ts';
import { totpRest } from './totp.rest.ts';

/** If the clock is set back, all times of a challenge move along: no expired code becomes valid again. */
const SHORTEN_CODES = statement(
  'shorten_waits_of_totp_challenge',
  `update totp_challenge set created_at = ${less('created_at')}, expires_at = ${less('expires_at')},
     last_wrong_at = ${less('last_wrong_at')}, ended_at = ${less('ended_at')}
   where expires_at > now() or created_at > now()`,
);

/** One-time codes that prove ownership of an e-mail address or phone. */
export const totp: Capability<TotpNeeds> = {
  folder: 'bank/totp',
  neighbours: ['bank/customers', 'bank/addressing-keys', 'provider/calls', 'provider/intents'],
  entities: [TotpChallenge],
  waits: [SHORTEN_CODES],
  migrations: [Migration20261123091000_totp_limits],
  refusals: [totpRefusals],
  rest: totpRest,
  resolvers: (needs) => [new TotpResolver(totpPort(needs))],
  retention: [
    {
      name: 'expired-totps',
      restMs: EXPIRY_REST_MS,
      forget: forgetExpired('forget_expired_totp_challenges', 'totp_challenge', EXPIRED_KEPT_MS),
    },
  ],
};
