import type { Capability } from '../../capability.ts';
import { shortenWaits } from '../../platform/database/set-back-clock.ts';
import { TransactionalHash } from './transactional-hash.entity.ts';

/** Addressing keys as they are written, and hashes that prove whose a key is. */
export const addressingKeys: Capability = {
  folder: 'bank/addressing-keys',
  entities: [TransactionalHash],
  waits: [shortenWaits('transactional_hash', ['expires_at'])],
};
