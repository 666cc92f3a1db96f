import pg from 'pg';
import { otherPorts } from './ports.ts';
import { ENDPOINT_PORTS, lastRelease, readData, readLedger, unpackFolder, type Storage } from './release-data.ts';
import { emptyFolder, emptyPostgresql, type Inheritance, type World } from './world.ts';

/** Makes a clone of this release with the embedded database of the previous one. */
export async function folderOfLastRelease(): Promise<World> {
  const world = await emptyFolder(undefined, otherPorts());
  unpackFolder(readData(lastRelease(), 'folder'), world.clone.dataFolder);
  return { ...world, inheritance: inheritanceOf('folder') };
}

/** Makes a world with the PostgreSQL database of the previous release. */
export async function postgresqlOfLastRelease(): Promise<World> {
  const world = await emptyPostgresql();
  const client = new pg.Client({ connectionString: world.settings['DATABASE_URL'] });
  await client.connect();
  try {
    // Dumps do not include roles: where the release ran, its migration has created this one.
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
