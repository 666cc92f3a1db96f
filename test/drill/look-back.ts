import type { PacedLoad } from './paced-load.ts';
import type { Gateways } from './gateways.ts';
import type { Subscribers } from './subscribers.ts';

const ACCOUNTS = ['200001', '200002', '200003', '200005'];
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';
const POCKETS = `query ($number: String!, $after: String) {
  paymentAccount(number: $number) { pockets(first: 100, after: $after) { nodes { id number } ${PAGE_INFO} } }
}`;
const EVENTS = `query ($after: String) { webhookEvents(first: 100, after: $after) { nodes { id entityId } ${PAGE_INFO} } }`;
/** How many sentences of a kind are shown. */
const SHOWN_MAX = 5;

interface Node {
  readonly id: string;
  readonly number?: string;
  readonly entityId?: string;
}

interface Page {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

interface Parts {
  readonly gateways: Gateways;
  readonly load: PacedLoad;
  readonly subscribers: Subscribers;
}

/**
 * Checks the answers once every key is settled: acknowledged pockets exist with their ids, there are no others, pockets
 * match their events, and every subscriber has received all events once and in order.
 */
export async function lookBack({ gateways, load, subscribers }: Parts): Promise<string[]> {
  const pockets = new Map((await allPockets(gateways)).map(({ id, number = '' }) => [id, number]));
  const answers = [...load.answers].map(([key, { pocket }]) => ({ key, pocket }));
  const lost = answers.filter(({ pocket }) => pockets.get(pocket.id) !== pocket.number);
  const acknowledged = new Set(answers.map(({ pocket }) => pocket.id));
  const doubled = [...pockets.keys()].filter((id) => !acknowledged.has(id));
  const events = await eventsAfter(gateways, subscribers.after);
  await subscribers.have(events.length);
  const subjects = events.map(({ entityId = '' }) => entityId).toSorted();
  const numbers = [...pockets.values()].toSorted();
  const areTheirEvents =
    subjects.length === numbers.length && subjects.every((subject, nth) => subject === numbers[nth]);
  return [
    ...shortened(lost.map(({ key, pocket }) => `the pocket ${pocket.number} of the key ${key} is lost`)),
    ...shortened(doubled.map((id) => `the pocket ${pockets.get(id)} was made for no key`)),
    ...(areTheirEvents ? [] : [`there are ${numbers.length} pockets and ${subjects.length} events, or others`]),
    ...shortened(subscribers.judge(events.map(({ id }) => id))),
    ...shortened([
      ...load.wrong,
      ...subscribers.wrong.map((failure) => (failure instanceof Error ? failure.message : JSON.stringify(failure))),
    ]),
    ...shortened(gateways.complaints()),
  ];
}

function shortened(sentences: readonly string[]): readonly string[] {
  if (sentences.length <= SHOWN_MAX) return sentences;
  return [...sentences.slice(0, SHOWN_MAX), `and ${sentences.length - SHOWN_MAX} more like it`];
}

async function allPockets(gateways: Gateways): Promise<readonly Node[]> {
  const ofAccount = (number: string) =>
    readAll(null, async (after) => {
      const { data } = await gateways.ask(gateways.at(0), POCKETS, { number, after });
      return data?.paymentAccount.pockets;
    });
  return (await Promise.all(ACCOUNTS.map(ofAccount))).flat();
}

function eventsAfter(gateways: Gateways, cursor: string): Promise<readonly Node[]> {
  return readAll(cursor, async (after) => {
    const { data } = await gateways.ask(gateways.at(1), EVENTS, { after });
    return data?.webhookEvents;
  });
}

async function readAll(first: string | null, pageOf: (after: string | null) => Promise<Page>): Promise<Node[]> {
  const seen: Node[] = [];
  for (let after = first; ;) {
    const { nodes, pageInfo } = await pageOf(after);
    seen.push(...nodes);
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
  }
}
