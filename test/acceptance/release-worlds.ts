import pg from 'pg';
import { otherPorts } from './ports.ts';
import { ENDPOINT_PORTS, lastRelease, readData, readLedger, unpackFolder, type Storage } from './release-data.ts';
import { emptyFolder, emptyPostgresql, type Inheritance, type World } from './world.ts';

/** A folder of the embedded database that the release before has made, in a clone of this one. */
export async function folderOfLastRelease(): Promise<World> {
  const world = await emptyFolder(undefined, otherPorts());
  unpackFolder(readData(lastRelease(), 'folder'), world.clone.dataFolder);
  return { ...world, inheritance: inheritanceOf('folder') };
}

/** A database of PostgreSQL that the release before has made. */
export async function postgresqlOfLastRelease(): Promise<World> {
  const world = await emptyPostgresql();
  const client = new pg.Client({ connectionString: world.settings['DATABASE_URL'] });
  await client.connect();
  try {
    // Roles are no part of a dump: the gateway's migration has made this one where the release ran.
    await client.query(
      `do $$ begin create role gateway_tenant nologin; exception when duplicate_object then null; end $$`,
    );
    await client.query(readData(lastRelease(), 'postgresql').toString());
  } finally {
    await client.end();
  }
  return { ...world, inheritance: inheritanceOf('postgresql') };
}

function inheritanceOf(storage: Storage): Inheritance {
  return { ledger: readLedger(lastRelease(), storage), endpointPort: ENDPOINT_PORTS[storage] };
}
