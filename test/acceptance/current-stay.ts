import { afterAll, beforeAll } from '@jest/globals';
import { Product } from './product.ts';
import { Stay } from './stay.ts';
import type { World } from './world.ts';

/** The stay of a world's test file: its suites go on from each other, in the order in which it names them. */
export let stay: Stay;

/** Has the suites of a test file run in a world of its own, from the first start of the gateway on. */
export function stayIn(makeWorld: () => Promise<World>): void {
  let world: World;

  beforeAll(async () => {
    world = await makeWorld();
    stay = await Stay.begin(world);
  });
  afterAll(async () => {
    await stay.end();
    Product.killAll();
    await world.remove();
  });
}
