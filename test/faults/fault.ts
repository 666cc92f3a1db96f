import type { SeededChance } from './chance.ts';
import type { Estate } from './estate.ts';
import type { Follower, Load } from './load.ts';

/** What a fault can reach. */
export interface Scene {
  readonly estate: Estate;
  readonly load: Load;
  readonly follower: Follower;
  readonly chance: SeededChance;
}

/** Something that goes wrong; whatever it breaks it mends again. */
export interface Fault {
  readonly name: string;
  /** Strikes under load, and heals again. */
  strike(scene: Scene): Promise<void>;
}
