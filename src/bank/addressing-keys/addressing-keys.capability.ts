import { Migration20261129130000_used_hashes } from '../../../migrations/Migration20261129130000_used_hashes.ts';
import type { Capability } from '../../capability.ts';
import { EXPIRED_KEPT_MS, EXPIRY_REST_MS, forgetExpired } from '../../platform/loops/retention.ts';
import { TransactionalHash } from './transactional-hash.entity.ts';

/** Normal forms of addressing keys, and transactional hashes that prove their ownership. */
export const addressingKeys: Capability = {
  folder: 'bank/addressing-keys',
  entities: [TransactionalHash],
  migrations: [Migration20261129130000_used_hashes],
  retention: [
    {
      name: 'expired-hashes',
      restMs: EXPIRY_REST_MS,
      forget: forgetExpired('forget_expired_transactional_hashes', 'transactional_hash', EXPIRED_KEPT_MS),
    },
  ],
};
