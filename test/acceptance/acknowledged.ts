import { expect } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { countPockets } from '../support/pockets.ts';
import { readLog } from './event-log.ts';
import type { KnownEvent } from './ledger.ts';
import type { Stay } from './stay.ts';

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const NODES_PER_QUERY = 50;
/** Keys that are sent again. */
const REPLAYS = 20;

/** Everything that was ever acknowledged is there, under its id; the log has grown at its end and nowhere else. */
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
      return tells(read, ledger.subjects) && read;
    }),
  );
  await expectKnown(stranger, log, ledger.events);
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
  const counts = Map.groupBy(log, ({ entityId }) => entityId);
  expect([...ledger.cashIns].map(([id]) => [id, counts.get(id)?.length])).toEqual([...ledger.cashIns]);
  expect([...ledger.pockets.values()].filter(({ number }) => counts.get(number)?.length !== 1)).toEqual([]);
  ledger.events = log;
}

/** What was known is there, and its last cursor leads to the rest, also where a release before gave it in another form. */
async function expectKnown(
  stranger: Stay['stranger'],
  log: readonly KnownEvent[],
  known: readonly KnownEvent[],
): Promise<void> {
  const [found, rest] = [log.slice(0, known.length), log.slice(known.length)];
  const lengths = new Set([...found, ...known].map(({ cursor }) => cursor.length));
  if (lengths.size === 1) expect(found).toEqual(known);
  expect(found.map(withoutCursor)).toEqual(known.map(withoutCursor));
  const last = known.at(-1);
  if (last !== undefined) expect((await readLog(stranger, last.cursor)).slice(0, rest.length)).toEqual(rest);
}

function withoutCursor({ id, name, entityId }: KnownEvent) {
  return { id, name, entityId };
}

/** Whether each subject has an event; the two of a cash-in are recorded at once. */
function tells(log: readonly KnownEvent[], subjects: readonly string[]): boolean {
  const told = new Set(log.map(({ entityId }) => entityId));
  return subjects.every((subject) => told.has(subject));
}

/** An account on which keys made pockets has these and no other. */
async function expectNoOtherPockets({ stranger, ledger }: Stay): Promise<void> {
  const unanswered = new Set(ledger.unanswered.values());
  const byAccount = Map.groupBy(ledger.pockets.values(), ({ accountNumber }) => accountNumber);
  for (const [number, pockets] of byAccount)
    if (!unanswered.has(number))
      expect([number, await countPockets(stranger, number)]).toEqual([number, pockets.length]);
}

/** What the life is told of at its own endpoint has come there; once or more. */
export async function expectDelivered({ receiver, ledger, product }: Stay): Promise<void> {
  const subjects = (path: string) =>
    receiver.callsOf(path).map(({ body }) => (JSON.parse(body.toString()) as { entityId: string }).entityId);
  const wanted = ledger.subjects.filter((subject) => !ledger.inherited.has(subject));
  const names = ['PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED', 'POCKET_ACCOUNT_WAS_CREATED'];
  const missing = () => {
    const come = new Set(names.flatMap((name) => subjects(`/acme-pay/${name}`)));
    return wanted.filter((subject) => !come.has(subject));
  };
  await product.whileAlive(() => eventually(() => Promise.resolve(missing().length === 0)));
  expect(missing()).toEqual([]);
}
