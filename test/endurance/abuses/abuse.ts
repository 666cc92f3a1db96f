import { createConnection, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createConfiguration } from '../../support/configurations.ts';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import type { SeededRandom } from '../../faults/seeded-random.ts';
import type { Stranger } from '../../acceptance/stranger.ts';
import { misbehaving, type Misdeed, type MisbehavingEndpoint } from '../../support/misdeeds.ts';

/** Client of the partner that abuses, and its account. */
export const ABUSER = 'beta-pay';
const ACCOUNT = '300001';
/** Pause of a worker after a failure, in milliseconds: if the product refuses connections, it must not busy-loop. */
const FAILED_MS = 20;

/** The target and duration of an abuse; all its parameters come from `random`. */
export interface Scene {
  readonly url: string;
  readonly gateway: Stranger;
  readonly random: SeededRandom;
  /** The product's data folder, with the sandbox's signing key, which the abuser uses. */
  readonly dataFolder: string;
  readonly endpoints: MisbehavingEndpoint[];
  readonly isOver: () => boolean;
}

/** Misuse of the product, which lasts until the scene is over. */
export interface Abuse {
  /** Its row in reliability.md, or its kind. */
  readonly row: string;
  readonly name: string;
  readonly commit: (scene: Scene) => Promise<unknown>;
}

/** Runs `atOnce` workers that repeat the work until the scene is over; refusals and closed connections are expected. */
export function inParallel(
  atOnce: number,
  { isOver }: Scene,
  work: (nth: number) => Promise<unknown>,
): Promise<unknown> {
  let nth = 0;
  const worker = async () => {
    while (!isOver()) await work(nth++).catch(() => wait(FAILED_MS));
  };
  return Promise.all(Array.from({ length: atOnce }, worker));
}

/** Sends a request, without the abuser's token, and ignores the answer. */
export async function post(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
}

/** Sends a request of the abuser, and ignores the answer. */
export async function ask({ gateway }: Scene, query: string, variables: object = {}): Promise<void> {
  await gateway.send({ query, variables, client: ABUSER }).catch(() => wait(FAILED_MS));
}

export function text({ random }: Scene, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.integer(0, alphabet.length - 1)]).join('');
}

export function pick<Member>({ random }: Scene, members: readonly Member[]): Member {
  const member = members[random.integer(0, members.length - 1)];
  if (member === undefined) throw new Error('There is nothing to pick from.');
  return member;
}

/** Opens a TCP connection. */
export async function connect(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

/** Repeats `act` until a connection is closed; closes it when the scene is over. */
export async function hold(scene: Scene, socket: Socket, everyMs: number, act: () => void): Promise<void> {
  while (!scene.isOver() && !socket.destroyed) {
    act();
    await wait(everyMs);
  }
  socket.destroy();
}

/** Configures misbehaving endpoints for the abuser's events, and causes cash-ins until the scene is over. */
export async function told(scene: Scene, count: number, misdeed: Misdeed): Promise<void> {
  const endpoint = await misbehaving(misdeed);
  scene.endpoints.push(endpoint);
  for (let nth = 0; nth < count && !scene.isOver(); nth += 1) {
    const input = { eventName: 'PIX_CASH_IN_WAS_RECEIVED', uri: `${endpoint.uri}${nth}` };
    await createConfiguration(once(scene), input, { client: ABUSER }).catch(() => wait(FAILED_MS));
  }
  await inParallel(4, scene, () =>
    simulateCashIn(once(scene), cashInInput({ accountNumber: ACCOUNT }), { client: ABUSER }),
  );
}

/** Wraps the client so that it ignores rate limits, and throws if a request is refused. */
function once({ gateway }: Scene): Pick<Stranger, 'ask' | 'data' | 'token' | 'app'> {
  return {
    app: gateway.app,
    token: (client, scope) => gateway.token(client, scope),
    ask: (request) => gateway.send(request),
    async data(request) {
      const { body } = await gateway.send(request);
      if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
      return body.data;
    },
  };
}
