import { expect } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { countPockets } from '../support/pockets.ts';
import { readLog } from './event-log.ts';
import type { KnownEvent } from './ledger.ts';
import type { Stay } from './stay.ts';

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const NODES_PER_QUERY = 50;
/** Number of keys that are sent again. */
const REPLAYS = 20;

/** Expects everything that was ever acknowledged under its id, and a log that has only grown at its end. */
export async function expectAcknowledged(stay: Stay): Promise<void> {
  await expectNodes(stay);
  await expectLog(stay);
  await expectNoOtherPockets(stay);
  await stay.deeds.replay(REPLAYS);
}

async function expectNodes({ stranger, ledger }: Stay): Promise<void> {
  const known = [...ledger.nodes].map(([id, __typename]) => ({ __typename, id }));
  for (let from = 0; from < known.length; from += NODES_PER_QUERY) {
    const wanted = known.slice(from, from + NODES_PER_QUERY);
    const { nodes } = await stranger.data({ query: NODES, variables: { ids: wanted.map(({ id }) => id) } });
    expect(nodes).toEqual(wanted);
  }
}

async function expectLog({ stranger, ledger, product }: Stay): Promise<void> {
  const log = await product.whileAlive(() =>
    eventually(async () => {
      const read = await readLog(stranger);
      return hasAll(read, ledger.subjects) && read;
    }),
  );
  await expectKnown(stranger, log, ledger.events);
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
  const counts = Map.groupBy(log, ({ entityId }) => entityId);
  expect([...ledger.cashIns].map(([id]) => [id, counts.get(id)?.length])).toEqual([...ledger.cashIns]);
  expect([...ledger.pockets.values()].filter(({ number }) => counts.get(number)?.length !== 1)).toEqual([]);
  ledger.events = log;
}

/** Cursors in the stored data of 0.1.0, which are no longer accepted: of JSON, in base64. */
const FORMER_CURSOR = /^WyI/;

/** Expects all known events, with their cursors, and the rest after the last one. */
async function expectKnown(
  stranger: Stay['stranger'],
  log: readonly KnownEvent[],
  known: readonly KnownEvent[],
): Promise<void> {
  const [found, rest] = [log.slice(0, known.length), log.slice(known.length)];
  expect(found.map(withoutCursor)).toEqual(known.map(withoutCursor));
  const last = known.at(-1);
  if (last === undefined || FORMER_CURSOR.test(last.cursor)) return;
  expect(found).toEqual(known);
  expect((await readLog(stranger, last.cursor)).slice(0, rest.length)).toEqual(rest);
}

function withoutCursor({ id, name, entityId }: KnownEvent) {
  return { id, name, entityId };
}

/** Checks whether each subject has an event; the two events of a cash-in are recorded together. */
function hasAll(log: readonly KnownEvent[], subjects: readonly string[]): boolean {
  const logged = new Set(log.map(({ entityId }) => entityId));
  return subjects.every((subject) => logged.has(subject));
}

/** Expects that each account has the pockets of its acknowledged keys and no others. */
async function expectNoOtherPockets({ stranger, ledger }: Stay): Promise<void> {
  const unanswered = new Set(ledger.unanswered.values());
  const byAccount = Map.groupBy(ledger.pockets.values(), ({ accountNumber }) => accountNumber);
  for (const [number, pockets] of byAccount)
    if (!unanswered.has(number))
      expect([number, await countPockets(stranger, number)]).toEqual([number, pockets.length]);
}

/** Expects that the follower has received each event since its start once and in order, and all by now. */
export async function expectFollowed({ follower, stranger, product }: Stay): Promise<void> {
  if (follower === undefined) throw new Error('Nobody follows.');
  const log = await product.whileAlive(() =>
    eventually(async () => {
      const read = await readLog(stranger, follower.start);
      return read.length > 0 && read.at(-1)?.id === follower.events.at(-1)?.id && read;
    }),
  );
  expect(follower.events).toEqual(log);
  expect(follower.wrong).toEqual([]);
}

/** Expects that the life's own endpoint has received each event at least once. */
export async function expectDelivered({ receiver, ledger, product }: Stay): Promise<void> {
  const subjects = (path: string) =>
    receiver.callsOf(path).map(({ body }) => (JSON.parse(body.toString()) as { entityId: string }).entityId);
  const wanted = ledger.subjects.filter((subject) => !ledger.inherited.has(subject));
  const names = ['PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED', 'POCKET_ACCOUNT_WAS_CREATED'];
  const missing = () => {
    const arrived = new Set(names.flatMap((name) => subjects(`/acme-pay/${name}`)));
    return wanted.filter((subject) => !arrived.has(subject));
  };
  await product.whileAlive(() => eventually(() => Promise.resolve(missing().length === 0)));
  expect(missing()).toEqual([]);
}
