import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/clock.ts';

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Random bytes for one UUID of version 7. */
const UUID_BYTES = 16;
/** Random bytes for 256 ids are fetched at a time, since each fetch is a system call. */
const entropy = Buffer.alloc(UUID_BYTES * 256);
let entropyTaken = entropy.length;

function nextEntropy(): Uint8Array {
  if (entropyTaken === entropy.length) {
    randomFillSync(entropy);
    entropyTaken = 0;
  }
  entropyTaken += UUID_BYTES;
  return entropy.subarray(entropyTaken - UUID_BYTES, entropyTaken);
}

/** Node's own source of randomness. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  timeOrderedUuid: (at) => v7({ msecs: at.getTime(), rng: nextEntropy }),
  integer: (min, max) => randomInt(min, max + 1),
  bytes: (length) => randomBytes(length),
};
