import { CALLS_IN_FLIGHT_MAX } from '../../src/webhooks/breaker/breaker.rules.ts';
import { databaseUrl, withClient, type BenchDatabases } from '../database.ts';
import { emptyArchive } from '../empty-archive.ts';
import { LOAD_CPU, pin } from '../processes.ts';
import { ServerProcess } from '../server-process.ts';
import { startGateway } from '../systems.ts';
import { BENCH_CLIENT, fetchTokenOf } from '../token.ts';
import { DELIVERED_EVENT } from './queue.ts';

export const DELIVERY_DATABASE = 'bench_deliveries';
/** Configurations that share the event: together they can have as many calls in flight as a process. */
export const CONFIGURATIONS = 4;
/** Maximum number of calls that each side has in flight. */
export const CALLS_IN_FLIGHT = CALLS_IN_FLIGHT_MAX * CONFIGURATIONS;
/** Length of each signing key, in bytes; 24 to 64 are accepted. */
const KEY_BYTES = 32;

/** The processes of the measurement. */
export interface DeliverySystems {
  readonly worker: ServerProcess;
  readonly loop: ServerProcess;
  readonly receiver: ServerProcess;
}

export interface DeliverySystemsOptions {
  readonly databases: BenchDatabases;
  readonly databaseUrl: string;
  /** A folder that the caller removes; holds the signing key of tokens. */
  readonly directory: string;
}

/**
 * Starts an endpoint, a gateway that delivers to it, and a loop that only calls it. The configurations are created
 * through the gateway's own API, and are disabled at first. Adds each started process to `started`.
 */
export async function startDeliverySystems(
  options: DeliverySystemsOptions,
  started: ServerProcess[],
): Promise<DeliverySystems> {
  const keep = async (starting: Promise<ServerProcess>) => {
    const process = await starting;
    started.push(process);
    return process;
  };
  await options.databases.create(DELIVERY_DATABASE);
  const receiver = await keep(ServerProcess.start(new URL('../peers/receiver.ts', import.meta.url), {}));
  pin(receiver.pid, LOAD_CPU);
  const loop = await keep(ServerProcess.start(new URL('../peers/undici-loop.ts', import.meta.url), {}));
  const api = await startGateway(options, DELIVERY_DATABASE, 'api');
  try {
    await withClient(deliveryDatabaseUrl(options.databaseUrl), emptyArchive);
    await createConfigurations(api.port, receiver.port);
  } finally {
    await api.stop();
  }
  const worker = await keep(startGateway(options, DELIVERY_DATABASE, 'worker'));
  return { worker, loop, receiver };
}

/** Returns the URL of the database of deliveries. */
export function deliveryDatabaseUrl(url: string): string {
  return databaseUrl(url, DELIVERY_DATABASE);
}

async function createConfigurations(apiPort: number, receiverPort: number): Promise<void> {
  const token = await fetchTokenOf(apiPort);
  for (let nth = 1; nth <= CONFIGURATIONS; nth += 1) {
    const key = Buffer.alloc(KEY_BYTES, nth);
    const input = {
      name: `Endpoint ${nth}`,
      ...{ context: DELIVERED_EVENT.context, eventName: DELIVERED_EVENT.name, publicKey: BENCH_CLIENT.partnerId },
      uri: `http://127.0.0.1:${receiverPort}/verified?key=${key.toString('hex')}`,
      secret: `whsec_${key.toString('base64')}`,
      signatureSchemes: ['V1', 'V1A'],
    };
    const query = `mutation ($input: CreateWebhookConfigurationInput!) {
      createWebhookConfiguration(input: $input) { __typename }
    }`;
    const response = await fetch(`http://127.0.0.1:${apiPort}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const text = await response.text();
    if (!text.includes('CreateWebhookConfigurationSuccess')) throw new Error(`No configuration was created: ${text}`);
  }
}
