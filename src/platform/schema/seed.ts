import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Random } from '../../kernel/random.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

export interface SeedDependencies {
  readonly random: Random;
  readonly secrets: SecretBox;
  readonly now: Date;
}

/** Adds to the sandbox world. */
export type Seed = (em: SqlEntityManager, dependencies: SeedDependencies) => Promise<void>;
