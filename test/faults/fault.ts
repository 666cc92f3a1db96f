import type { OwnServer } from '../support/own-server.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Estate } from './estate.ts';
import type { Follower } from './follower.ts';
import type { Histories } from './history/histories.ts';
import type { Load } from './load.ts';
import type { EmbeddedStorage, ServedStorage } from './storage.ts';
import type { Times } from './times.ts';

/** What a fault can reach, whatever the storage. */
export interface Scene {
  readonly estate: Estate;
  readonly load: Load;
  readonly follower: Follower;
  readonly random: SeededRandom;
  readonly times: Times;
  readonly histories: Histories;
}

/** What a fault can reach where there is PostgreSQL, and NATS. */
export interface ServedScene extends Scene {
  readonly storage: ServedStorage;
  readonly nats: OwnServer;
}

/** What a fault can reach where there is PGlite. */
export interface EmbeddedScene extends Scene {
  readonly storage: EmbeddedStorage;
}

/** Something that goes wrong; whatever it breaks it mends again. */
export interface Fault<Reach extends Scene = Scene> {
  readonly name: string;
  /** Takes a few seconds, so that the short set may draw it. */
  readonly isQuick?: true;
  /** Moves the wall clocks of the processes. */
  readonly movesClocks?: true;
  /** Strikes under load, and heals again. */
  strike(scene: Reach): Promise<void>;
}
