import type { Capability } from '../../capability.ts';
import { EXPIRED_KEPT_MS, EXPIRY_REST_MS, forgetExpired } from '../../platform/loops/retention.ts';
import { totpRefusals } from './totp.errors.ts';
import { TotpResolver } from './totp.resolver.ts';
import { totpPort, type TotpNeeds } from './totp.port.ts';
import { TotpChallenge } from './totp-challenge.entity.ts';

/** One-time codes that prove ownership of an e-mail address or phone. */
export const totp: Capability<TotpNeeds> = {
  folder: 'bank/totp',
  neighbours: ['bank/customers', 'bank/addressing-keys'],
  entities: [TotpChallenge],
  refusals: [totpRefusals],
  resolvers: (needs) => [new TotpResolver(totpPort(needs))],
  retention: [
    {
      name: 'expired-totps',
      restMs: EXPIRY_REST_MS,
      forget: forgetExpired('forget_expired_totp_challenges', 'totp_challenge', EXPIRED_KEPT_MS),
    },
  ],
};
