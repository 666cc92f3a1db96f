import { Migration20261123091000_totp_limits } from '../../../migrations/Migration20261123091000_totp_limits.ts';
import type { Capability } from '../../capability.ts';
import { less } from '../../platform/database/set-back-clock.ts';
import { statement } from '../../platform/statements/statement.ts';
import { EXPIRY_REST_MS, forgetEach, forgetExpired } from '../../platform/loops/retention.ts';
import { totpRefusals } from './totp.errors.ts';
import { TotpResolver } from './totp.resolver.ts';
import { totpPort, type TotpNeeds } from './totp.port.ts';
import { TotpChallenge } from './totp-challenge.entity.ts';
import { totpRest } from './totp.rest.ts';

/** How long what has expired is kept, in milliseconds: so long a late code is told that it is late. */
const KEPT_MS = 86_400_000;

/** A code that has expired must not be good again: what a challenge was made and ended by moves along. */
const SHORTEN_CODES = statement(
  'shorten_waits_of_totp_challenge',
  `update totp_challenge set created_at = ${less('created_at')}, expires_at = ${less('expires_at')},
     last_wrong_at = ${less('last_wrong_at')}, ended_at = ${less('ended_at')}
   where expires_at > now() or created_at > now()`,
);

/** Codes that prove that an address is of whom it is said to be. */
export const totp: Capability<TotpNeeds> = {
  folder: 'bank/totp',
  neighbours: ['bank/customers', 'bank/accounts', 'bank/addressing-keys', 'provider/calls', 'provider/intents'],
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
      forget: forgetEach(
        forgetExpired('forget_expired_totp_challenges', 'totp_challenge', KEPT_MS),
        forgetExpired('forget_expired_transactional_hashes', 'transactional_hash', KEPT_MS),
      ),
    },
  ],
};
