import type { Client } from 'pg';
import { addPersons } from '../customers.ts';
import { databaseUrl, withClient } from '../database.ts';
import { addMessages } from '../messages/messages-world.ts';
import type { Options } from '../options.ts';
import type { RunContext } from '../run-context.ts';
import { startGateway } from '../systems.ts';
import { BENCH_CLIENT } from '../token.ts';
import { addKeyAccounts, populate } from '../world.ts';
import { growthScenes, growthWorlds, type GrowthWorld } from './scenes.ts';

/** Messages of each partner, before anything grows. */
const MESSAGES = 50_000;
/** More than any system can answer in a second, so that no account gets two keys and no person registers twice. */
const KEYS_PER_SECOND_MAX = 8_000;
const PERSONS_PER_SECOND_MAX = 4_000;
/** Returns how long an operation is requested in one world, in seconds: in each scene twice, each after a warm-up. */
function secondsOf(options: Options, { database }: GrowthWorld): number {
  const scenes = growthScenes.filter(({ world }) => world.database === database).length;
  return options.rounds * scenes * (3 * options.warmupSeconds + options.seconds);
}

const ADD_PARTNER = `
  with added as (
    insert into partner (id, name, company_key, created_at) values ($1, $1, $1, now()) returning id
  ), program as (
    insert into account_program (id, partner_id, name, pockets_configured)
    select gen_random_uuid(), id, 'Payment accounts', true from added
  )
  insert into holder (id, partner_id, document_value, document_type, type, name, status, registration_status, created_at)
  select gen_random_uuid(), added.id, document_value, document_type, type, holder.name, status, registration_status, now()
  from added cross join (
    select * from holder where partner_id = $2 order by document_value limit 1
  ) as holder`;

/** Returns the partners of a world; the first is that of all benchmarks. */
export function partnersOf({ partners }: GrowthWorld): readonly string[] {
  return Array.from({ length: partners }, (_, nth) => (nth === 0 ? BENCH_CLIENT.partnerId : `GROWTH_${nth}`));
}

/** Creates the databases of all worlds from the same seed. */
export async function makeGrowthWorlds({ options, databases, directory }: RunContext): Promise<void> {
  const [seed, ...others] = growthWorlds;
  if (seed === undefined) return;
  await databases.create(seed.database);
  const seeder = await startGateway({ databases, databaseUrl: options.databaseUrl, directory }, seed.database, 'api');
  await seeder.stop();
  for (const { database } of others) await databases.create(database, seed.database);
  for (const world of growthWorlds) {
    process.stderr.write(`filling ${world.database}\n`);
    await withClient(databaseUrl(options.databaseUrl, world.database), (client) =>
      fill(client, world, secondsOf(options, world)),
    );
  }
}

async function fill(client: Client, world: GrowthWorld, seconds: number): Promise<void> {
  const { times } = world;
  const size = { partnerIds: partnersOf(world), times };
  await client.query('set statement_timeout = 0');
  for (const partnerId of size.partnerIds.slice(1))
    await client.query(ADD_PARTNER, [partnerId, BENCH_CLIENT.partnerId]);
  await addMessages(client, MESSAGES * times, size);
  await addKeyAccounts(client, seconds * KEYS_PER_SECOND_MAX, size);
  await addPersons(client, seconds * PERSONS_PER_SECOND_MAX, size);
  await populate(client, size);
}
