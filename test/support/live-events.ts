import { eventually, type AnyGateway, type Gateway } from './gateway.ts';
import { createPocket, expectSuccess, pocketInput } from './pockets.ts';
import { TestSocket } from './socket.ts';

/** Pockets that are created concurrently. */
const WRITERS = 10;

/** A subscription with everything that recipes need. */
export const LIVE_EVENTS = `subscription ($after: String, $filter: WebhookEventFilter) {
  webhookEvents(after: $after, filter: $filter) { id cursor entityId }
}`;

/** Opens a socket of a partner, and waits until it is acknowledged. */
export async function socketOf(gateway: AnyGateway, client = 'acme-pay', scope = ''): Promise<TestSocket> {
  const token = await gateway.token(client, scope);
  return TestSocket.acknowledged(gateway.app.url, { Authorization: `Bearer ${token}` });
}

/** Creates a pocket and returns its number, which is the `entityId` of its event. */
export async function happen(gateway: Gateway, accountNumber = '200001'): Promise<string> {
  const { pocket } = await expectSuccess(createPocket(gateway, pocketInput({ accountNumber })));
  return pocket.number;
}

/** Creates pockets, no more concurrently than the gateway can handle: it refuses requests that wait for seconds. */
export async function happenOften(gateway: Gateway, count: number): Promise<string[]> {
  const happened: string[] = [];
  let left = count;
  const write = async () => {
    while ((left -= 1) >= 0) happened.push(await happen(gateway));
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return happened;
}

/** Returns the entity ids of the events that an operation received, in order. */
export function shown(socket: TestSocket, id: string): string[] {
  return socket.messages('next', id).map(({ payload }) => payload.data.webhookEvents.entityId);
}

/** Waits until an operation has received `count` events. */
export async function shownInAll(socket: TestSocket, id: string, count: number): Promise<string[]> {
  await eventually(() => Promise.resolve(socket.messages('next', id).length >= count));
  return shown(socket, id);
}

/** Returns all events of the log as in the query, oldest first. */
export async function logOf(gateway: Gateway, client = 'acme-pay'): Promise<{ cursor: string; entityId: string }[]> {
  const all: { cursor: string; entityId: string }[] = [];
  const query = `query ($after: String) {
    webhookEvents(first: 100, after: $after) { nodes { cursor entityId } pageInfo { hasNextPage endCursor } }
  }`;
  for (let after: string | null = null; ;) {
    const { webhookEvents } = await gateway.data({ query, variables: { after }, client });
    all.push(...webhookEvents.nodes);
    if (!webhookEvents.pageInfo.hasNextPage) return all;
    after = webhookEvents.pageInfo.endCursor;
  }
}

/** Returns the sequences of all events after a cursor, oldest first. */
export async function sequencesAfter(gateway: Gateway, cursor: string): Promise<readonly string[]> {
  const query = `query ($after: String) {
    webhookEvents(first: 100, after: $after) { nodes { sequence } pageInfo { hasNextPage endCursor } } }`;
  const all: string[] = [];
  for (let after = cursor; ;) {
    const { nodes, pageInfo } = (await gateway.data({ query, variables: { after } })).webhookEvents;
    all.push(...(nodes as readonly { readonly sequence: string }[]).map(({ sequence }) => sequence));
    if (pageInfo.hasNextPage !== true) return all;
    after = pageInfo.endCursor as string;
  }
}

/** Starts a subscription, waits until it receives an event that happened after its start, and forgets its events. */
export async function live(gateway: Gateway, socket: TestSocket, query = LIVE_EVENTS, variables = {}): Promise<string> {
  const id = socket.subscribe(query, variables);
  await eventually(async () => {
    if (socket.messages('error', id).length > 0) throw new Error(JSON.stringify(socket.messages('error', id)));
    const last = await happen(gateway);
    await eventually(async () => (await logOf(gateway)).at(-1)?.entityId === last);
    return socket.messages('next', id).length > 0;
  });
  const last = (await logOf(gateway)).at(-1);
  await eventually(() => Promise.resolve(shown(socket, id).at(-1) === last?.entityId));
  socket.received.length = 0;
  return id;
}
