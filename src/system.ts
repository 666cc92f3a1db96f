import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import type { Chance } from './kernel/chance.ts';
import type { Clock } from './kernel/clock.ts';

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The machine's own source of chance. */
export const systemChance: Chance = {
  uuid: () => randomUUID(),
  timeOrderedUuid: (at) => v7({ msecs: at.getTime() }),
  integer: (min, max) => randomInt(min, max + 1),
  bytes: (length) => randomBytes(length),
};
