import type { OpenedDatabase } from '../database/opened-database.ts';
import { isMigrated } from './migrate.ts';

/** Returns why a process cannot work with its database; undefined if it can. */
export async function databaseProblem(opened: OpenedDatabase): Promise<string | undefined> {
  if (opened.lacksRoom()) return 'the disk of the database is full';
  return (await isMigrated(opened)) ? undefined : 'the database is not migrated';
}
