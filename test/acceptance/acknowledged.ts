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
  expect(log.slice(0, ledger.events.length)).toEqual(ledger.events);
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
  const counts = Map.groupBy(log, ({ entityId }) => entityId);
  expect([...ledger.cashIns].map(([id]) => [id, counts.get(id)?.length])).toEqual([...ledger.cashIns]);
  expect([...ledger.pockets.values()].filter(({ number }) => counts.get(number)?.length !== 1)).toEqual([]);
  ledger.events = log;
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
