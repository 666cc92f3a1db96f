import { withClient } from '../database.ts';
import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import type { ServerProcess } from '../server-process.ts';
import { deliveryDatabaseUrl, startDeliverySystems } from './delivery-systems.ts';
import { measureDeliveries, workerCalls } from './measure-deliveries.ts';
import { deliverySection } from './report-deliveries.ts';
import { verifyArchive, verifyDeliveries } from './verify-deliveries.ts';

/**
 * Measures a delivering worker against a bare loop of calls to the same endpoint.
 * @throws Error if a message did not arrive, arrived twice or with a wrong signature, or is archived incorrectly
 */
export async function runDeliveries(context: RunContext): Promise<Section> {
  const { options, databases, signal, directory } = context;
  const started: ServerProcess[] = [];
  try {
    const systems = await startDeliverySystems({ databases, databaseUrl: options.databaseUrl, directory }, started);
    return await withClient(deliveryDatabaseUrl(options.databaseUrl), async (client) => {
      await verifyDeliveries(client, systems.receiver);
      const rounds = await measureDeliveries({ options, databases, systems, client, signal });
      await verifyArchive(client, await workerCalls(systems));
      return deliverySection(rounds);
    });
  } finally {
    await Promise.all(started.map((process) => process.stop()));
  }
}
