import { databaseUrl, withClient } from '../database.ts';
import type { RunContext } from '../run-context.ts';
import type { ServerProcess } from '../server-process.ts';
import { startGateway } from '../systems.ts';
import { fetchTokenOf } from '../token.ts';
import { addMessages } from './messages-world.ts';

/** A gateway with an archive of a certain size. */
export interface GrowthSystem {
  /** Number of messages in the archive. */
  readonly messages: number;
  readonly url: string;
  readonly server: ServerProcess;
  readonly token: string;
}

/**
 * Starts a gateway for each size, each on its own database, which is filled first. Adds each started gateway to
 * `started`, so that the caller can stop it even if a later one fails.
 */
export async function startGrowthSystems(
  { options, databases, directory }: RunContext,
  sizes: readonly number[],
  started: GrowthSystem[],
): Promise<void> {
  for (const messages of sizes) {
    const database = `bench_messages_${messages}`;
    const url = databaseUrl(options.databaseUrl, database);
    const starting = { databases, databaseUrl: options.databaseUrl, directory };
    await databases.create(database);
    const seeder = await startGateway(starting, database, 'api');
    await seeder.stop();
    process.stderr.write(`filling ${messages} messages\n`);
    await withClient(url, (client) => addMessages(client, messages));
    const server = await startGateway(starting, database, 'api');
    started.push({ messages, url, server, token: await fetchTokenOf(server.port) });
  }
}
