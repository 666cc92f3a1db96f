import type { OwnServer } from '../support/own-server.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Estate } from './estate.ts';
import type { Follower } from './follower.ts';
import type { Histories } from './history/histories.ts';
import type { Load } from './load.ts';
import type { EmbeddedStorage, ServedStorage } from './storage.ts';
import type { Times } from './times.ts';

/** What a fault can use, whatever the storage. */
export interface Scene {
  readonly estate: Estate;
  readonly load: Load;
  readonly follower: Follower;
  readonly random: SeededRandom;
  readonly times: Times;
  readonly histories: Histories;
}

/** What a fault can use on PostgreSQL and NATS. */
export interface ServedScene extends Scene {
  readonly storage: ServedStorage;
  readonly nats: OwnServer;
}

/** What a fault can use on PGlite. */
export interface EmbeddedScene extends Scene {
  readonly storage: EmbeddedStorage;
}

/** A failure that is injected; it repairs whatever it breaks. */
export interface Fault<Reach extends Scene = Scene> {
  readonly name: string;
  /** Takes only a few seconds, so that it is part of the short selection. */
  readonly isQuick?: true;
  /** Moves the wall clocks of the processes. */
  readonly movesClocks?: true;
  /** Injects the fault under load, and repairs it. */
  strike(scene: Reach): Promise<void>;
}
