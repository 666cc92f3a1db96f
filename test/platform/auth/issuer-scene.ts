import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { BoundScene } from './bound-scene.ts';

/** One for all suites of a test file: they send tokens, and store nothing that other suites read. */
export let scene: BoundScene;

beforeAll(async () => {
  scene = await BoundScene.start({ environment: { ROLES: 'api' } });
});
afterEach(() => {
  scene.gateway.clock.reset();
});
afterAll(() => scene.stop());
