import { afterAll, beforeAll } from '@jest/globals';
import { Product } from './product.ts';
import { Stay } from './stay.ts';
import type { World } from './world.ts';

/** The stay of a world's test file: each suite continues from the previous one, in the order of the imports. */
export let stay: Stay;

/** Runs the suites of a test file in a world of their own, from the first start of the gateway on. */
export function stayIn(makeWorld: () => Promise<World>): void {
  let world: World;

  beforeAll(async () => {
    world = await makeWorld();
    stay = await Stay.begin(world);
  });
  afterAll(async () => {
    try {
      await stay.end();
    } finally {
      Product.killAll();
      await world.remove();
    }
  });
}
