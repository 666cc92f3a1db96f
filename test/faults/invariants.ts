import type { Fault, Scene } from './fault.ts';
import type { Load } from './load.ts';
import type { Estate } from './estate.ts';
import { expectDrained } from './liveness.ts';
import { expect } from '@jest/globals';
import { auditProblems } from './history/audit.rules.ts';
import { READY_MS_MAX, until } from './recovery.ts';

/** Number of acknowledged keys that are sent again. */
const REPLAYS = 20;
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

/**
 * Expects after each fault: I1 what was acknowledged is there, I2 one effect per key, I3 a key replays its answer,
 * I4 an interrupted key has exactly one effect on retry, I5 pockets are their events, I6 ready again in time,
 * I7 only retryable codes during the fault, and none after it, I8 everything drains by itself; and one order of calls
 * explains all answers, the log and what the endpoint received.
 */
export async function expectAllHolds(scene: Scene): Promise<void> {
  const { estate, load, follower, histories, times, random } = scene;
  await times.within('all ready', READY_MS_MAX, () => estate.ready());
  await expectDrained(scene);
  await load.settle();
  await histories.settle();
  await histories.rush(random);
  await expectDrained(scene);
  expect(await histories.problems()).toEqual([]);
  for (const key of [...load.acknowledged.keys()].slice(-REPLAYS))
    expect(await load.create(key, estate.anyApi)).toBe(true);
  expect(load.wrong).toEqual([]);
  const wanted = [...load.acknowledged.values(), ...load.settled].toSorted();
  expect((await pocketNumbers(estate, load)).toSorted()).toEqual(wanted);
  await until('the follower has seen all', () => follower.seen.length >= wanted.length);
  expect(follower.seen.toSorted()).toEqual(wanted);
  expect(await eventSubjects(estate, load)).toEqual(follower.seen);
  await until('all is delivered', () => hasDelivered(estate, wanted.length));
  expect(deliveredIds(estate).size).toBe(wanted.length);
  expect(estate.complaints()).toEqual([]);
}

/** Expects after all rounds: no work is left in storage, and everything that was done is in the audit trail. */
export async function expectAllStored(scene: Scene): Promise<void> {
  const { estate, histories } = scene;
  await expectDrained(scene);
  const { left, auditEntries, unauditedPockets } = await estate.storage.inTheEnd(estate);
  expect(left).toEqual({});
  expect(unauditedPockets).toBe(0);
  expect(auditProblems(histories.audited, auditEntries)).toEqual([]);
}

/** Returns the error of a round that failed. */
export function failureOf(fault: Fault, round: number, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`Round ${round}, ${fault.name}: ${reason}`, { cause });
}

interface Page {
  readonly nodes: readonly { readonly number?: string; readonly name?: string; readonly entityId?: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

type PageOf = (after: string | null) => Promise<Page>;

async function readAll(pageOf: PageOf): Promise<Page['nodes']> {
  const seen: Page['nodes'][number][] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await pageOf(after);
    seen.push(...nodes);
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
  }
}

/** Returns the numbers of all pockets, as their partner sees them. */
async function pocketNumbers(estate: Estate, load: Load): Promise<string[]> {
  const query = `query ($number: String!, $after: String) {
    paymentAccount(number: $number) { pockets(first: 100, after: $after) { nodes { number } ${PAGE_INFO} } }
  }`;
  const ofAccount = (number: string) =>
    readAll(async (after) => {
      const { data } = await load.partner.post(estate.anyApi, { query, variables: { number, after } });
      return data?.paymentAccount.pockets;
    });
  const lists = await Promise.all(['200001', '200002', '200003', '200005'].map(ofAccount));
  return lists.flat().map(({ number = '' }) => number);
}

/** Returns the pockets of all creation events, in order. */
async function eventSubjects(estate: Estate, load: Load): Promise<string[]> {
  const query = `query ($after: String) {
    webhookEvents(first: 100, after: $after) { nodes { name entityId } ${PAGE_INFO} }
  }`;
  const events = await readAll(async (after) => {
    const { data } = await load.partner.post(estate.anyApi, { query, variables: { after } });
    return data?.webhookEvents;
  });
  return events.filter(({ name }) => name === 'POCKET_ACCOUNT_WAS_CREATED').map(({ entityId = '' }) => entityId);
}

/** Whether at least `wanted` messages have arrived at the partner's endpoint. */
export function hasDelivered(estate: Estate, wanted: number): boolean {
  return deliveredIds(estate).size >= wanted;
}

/** Returns the distinct ids of the messages that have arrived at the partner's endpoint. */
function deliveredIds({ receiver }: Estate): Set<string> {
  return new Set(receiver.callsOf('/hook').map(({ headers }) => String(headers['webhook-id'])));
}
