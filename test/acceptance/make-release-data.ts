import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { Receiver } from '../support/receiver.ts';
import { makePast } from './past.ts';
import { ENDPOINT_PORTS, packFolder, writeData, type Storage } from './release-data.ts';
import { Stay } from './stay.ts';
import { emptyFolder, emptyPostgresql, type World } from './world.ts';

/** Counts the rows of each table. Some can be empty: locks of ended processes, and tables that a release never uses. */
const COUNTS = `select relname as "table",
    (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text as "rows"
  from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
  order by 1`;
/** Leaves one segment of the write-ahead log, which contains only a checkpoint. */
const SHRINK = ['set wal_recycle = off', ...Array<string[]>(2).fill(['select pg_switch_wal()', 'checkpoint']).flat()];

interface TableCount {
  readonly table: string;
  readonly rows: string;
}

export interface ReleaseDataOptions {
  /** Folder of the release's own code, with its packages. */
  readonly project: string;
  /** SQL that is run on the data at the end, for rows that the release can leave but did not this time. */
  readonly sql: string;
}

/** Runs a release on both storages, and stores the data that it leaves; returns the tables without rows. */
export async function makeReleaseData({ project, sql }: ReleaseDataOptions): Promise<string[]> {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
  const folder = await leave('folder', version, await emptyFolder(project), async ({ clone }) => {
    const database = await PGlite.create(join(clone.dataFolder, 'pglite'));
    await database.exec(sql);
    const { rows } = await database.query<TableCount>(COUNTS);
    for (const text of SHRINK) await database.exec(text);
    await database.close();
    return { counts: rows, data: () => packFolder(clone.dataFolder) };
  });
  const postgresql = await leave('postgresql', version, await emptyPostgresql(project), async ({ settings }) => {
    const url = settings['DATABASE_URL'] ?? '';
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    const { rows } = await client.query<TableCount>(COUNTS);
    await client.end();
    return { counts: rows, data: () => dump(url) };
  });
  return [...folder, ...postgresql];
}

interface Left {
  readonly counts: readonly TableCount[];
  readonly data: () => Buffer;
}

async function leave(
  storage: Storage,
  version: string,
  world: World,
  pack: (world: World) => Promise<Left>,
): Promise<string[]> {
  const endpoint = await Receiver.start(ENDPOINT_PORTS[storage]);
  const stay = await Stay.begin(world);
  try {
    await makePast(stay, endpoint);
    const { counts, data } = await pack(world);
    writeData(version, storage, data(), stay.ledger.toJSON());
    return counts.filter(({ rows }) => rows === '0').map(({ table }) => `${storage}: ${table}`);
  } finally {
    await stay.end();
    await endpoint.stop();
    await world.remove();
  }
}

/** Dumps a database as statements that any client can run: inserts, without psql's own commands. */
function dump(url: string): Buffer {
  const options = ['--no-owner', '--inserts', '--rows-per-insert=100'];
  const text = execFileSync('pg_dump', [...options, url], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  return Buffer.from(text.replaceAll(/^\\.*\n/gm, ''));
}
