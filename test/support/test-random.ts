import { randomInt } from 'node:crypto';

const SEED_MAX = 2 ** 31;
const UINT32 = 2 ** 32;

/** Runs `work` with random numbers in [0, 1) from a seed; a failure names the seed, and TEST_SEED sets it. */
export async function withSeed(work: (random: () => number) => Promise<void>): Promise<void> {
  const seed = Number(process.env['TEST_SEED'] ?? randomInt(SEED_MAX));
  try {
    await work(mulberry32(seed));
  } catch (error) {
    throw new Error(`It failed with TEST_SEED=${seed}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** A small public-domain generator (T. Ettinger), good enough to pick moments. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
}
