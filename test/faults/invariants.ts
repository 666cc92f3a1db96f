import { expect } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import type { Estate } from './estate.ts';
import type { Scene } from './fault.ts';
import type { Load } from './load.ts';
import { READY_MS_MAX } from './recovery.ts';

/** Acknowledged keys that are sent again. */
const REPLAYS = 20;

/**
 * What holds after each fault: I1 what was acknowledged is there, I2 one effect per key, I3 a key replays its answer,
 * I4 an interrupted key has exactly one effect on retry, I5 pockets are their events, I6 ready again in time,
 * I7 no code but a retryable one during the fault, and none after it.
 */
export async function expectAllHolds({ estate, load, follower }: Omit<Scene, 'chance'>): Promise<void> {
  expect(await estate.ready()).toBeLessThan(READY_MS_MAX);
  for (const key of load.unanswered) await eventually(() => anyApi(estate, load, key));
  const replays = [...load.acknowledged.keys()].slice(-REPLAYS);
  for (const key of replays) expect(await anyApi(estate, load, key)).toBe(true);
  expect(load.wrong).toEqual([]);
  const wanted = [...load.acknowledged.values(), ...load.acknowledgedElsewhere].toSorted();
  const pockets = await estate.database.sql<{ number: string }>('select number from pocket');
  expect(pockets.map(({ number }) => number).toSorted()).toEqual(wanted);
  await eventually(() => Promise.resolve(follower.seen.length >= wanted.length));
  expect(follower.seen.toSorted()).toEqual(wanted);
  const events = await estate.database.sql<{ entity_id: string }>(
    "select entity_id from event where name = 'POCKET_ACCOUNT_WAS_CREATED' order by position",
  );
  expect(events.map((event) => event.entity_id)).toEqual(follower.seen);
  await eventually(() => Promise.resolve(deliveredIds(estate).size >= wanted.length));
  expect(deliveredIds(estate).size).toBe(wanted.length);
  expect(estate.complaints()).toEqual([]);
}

async function anyApi(estate: Estate, load: Load, key: string): Promise<boolean> {
  const [gateway] = estate.apis;
  return gateway !== undefined && load.create(key, gateway);
}

/** Ids of the messages that have come in at the partner's endpoint, each once however often it came. */
function deliveredIds({ receiver }: Estate): Set<string> {
  return new Set(receiver.callsOf('/hook').map(({ headers }) => String(headers['webhook-id'])));
}
