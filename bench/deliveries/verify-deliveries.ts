import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Received } from '../peers/receiver.ts';
import type { ServerProcess } from '../server-process.ts';
import { CONFIGURATIONS } from './delivery-systems.ts';
import { addEvents, archived, enableConfigurations, messageIds, queueState } from './queue.ts';

/** Events that are delivered before the measurement. */
const VERIFIED_EVENTS = 500;
const DRAIN_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Delivers some messages and checks both ends: each arrived once, with a valid signature, and is archived correctly.
 * @throws Error that names what is wrong
 */
export async function verifyDeliveries(client: Client, receiver: ServerProcess): Promise<void> {
  await addEvents(client, VERIFIED_EVENTS);
  await enableConfigurations(client, true);
  await drained(client);
  await enableConfigurations(client, false);
  const wanted = VERIFIED_EVENTS * CONFIGURATIONS;
  const { calls, ids, wrongSignatures } = await receivedBy(receiver);
  const archive = await messageIds(client);
  const arrived = new Set(ids);
  const facts = {
    'calls that came': calls === wanted,
    'messages that came once': arrived.size === wanted && ids.length === wanted,
    'the ids of the archive': archive.size === wanted && [...archive].every((id) => arrived.has(id)),
    'right signatures': wrongSignatures === 0,
  };
  for (const [fact, holds] of Object.entries(facts))
    if (!holds) throw new Error(`Deliveries are wrong in ${fact}: ${wanted} were wanted, ${calls} calls came.`);
  await verifyArchive(client, calls);
  // From now on the endpoint only counts, as it does for the loop.
  await client.query(`update webhook_configuration set uri = split_part(uri, '/verified', 1) || '/counted/' || id`);
}

/**
 * Checks whether the archive has as many deliveries as the endpoint received.
 * @throws Error with the counts of the archive
 */
export async function verifyArchive(client: Client, deliveries: number): Promise<void> {
  const { wrongTallies, ...counts } = await archived(client);
  if (wrongTallies === 0 && Object.values(counts).every((count) => count === deliveries)) return;
  throw new Error(`The archive of ${deliveries} deliveries is wrong: ${JSON.stringify({ wrongTallies, ...counts })}`);
}

/** Waits until nothing is queued. */
async function drained(client: Client): Promise<void> {
  await until(client, ({ queued }) => queued === 0);
}

/** Waits until nothing is in flight. */
export async function landed(client: Client): Promise<void> {
  await until(client, ({ inFlight }) => inFlight === 0);
}

type QueueState = Awaited<ReturnType<typeof queueState>>;

async function until(client: Client, holds: (state: QueueState) => boolean): Promise<void> {
  const end = performance.now() + DRAIN_TIMEOUT_MS;
  for (let state = await queueState(client); !holds(state); state = await queueState(client)) {
    if (performance.now() > end) throw new Error(`The queue does not move: ${JSON.stringify(state)}`);
    await wait(LOOK_EVERY_MS);
  }
}

export async function receivedBy({ port }: ServerProcess): Promise<Received> {
  const response = await fetch(`http://127.0.0.1:${port}/received`);
  const received: unknown = await response.json();
  if (!isReceived(received)) throw new Error('The endpoint does not say what it got.');
  return received;
}

function isReceived(value: unknown): value is Received {
  return typeof value === 'object' && value !== null && 'calls' in value && 'ids' in value;
}
