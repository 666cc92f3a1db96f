import type { Constructor, EntityName, MigrationObject, MikroORM } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from '../observability/logger.ts';
import type { Sessions } from './sessions.ts';

export interface DatabaseOptions {
  /** PostgreSQL, or undefined for PGlite under `dataDirectory`. */
  readonly url: string | undefined;
  /** Folder of the embedded database, or `memory://`. */
  readonly dataDirectory: string;
  readonly poolSize: number;
  readonly entities: readonly EntityName[];
  readonly migrations: readonly (MigrationObject | Constructor<Migration>)[];
  /** Logs when the embedded database had to be opened again. */
  readonly logger?: Logger;
}

interface Connections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  /** How many of those that wait do so because their partner uses its share. */
  readonly beyond_share: number;
}

export interface OpenedDatabase {
  readonly orm: Pick<MikroORM, 'schema' | 'migrator'>;
  /** For the schema, migrations, and what is read or written once at the start. */
  readonly entityManager: SqlEntityManager;
  /** For all other statements. */
  readonly sessions: Sessions;
  readonly embedded: boolean;
  /** Names of the migrations that this release knows. */
  readonly migrationNames: readonly string[];
  /** Current connections to PostgreSQL, and how many callers wait for one; undefined on PGlite. */
  connections(): Connections | undefined;
  /** Whether the database has recently refused a write because its disk is full. */
  lacksRoom(): boolean;
  /**
   * Checks whether connections keep their prepared statements.
   * @throws SessionsAreShared when a pooler in between mixes up sessions
   */
  expectLastingSessions(): Promise<void>;
  /** Must be called after the schema has changed: the embedded database knows the types as of when it was opened. */
  learnTypes(): Promise<void>;
  close(): Promise<void>;
}
