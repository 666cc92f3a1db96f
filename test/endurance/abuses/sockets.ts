import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, type JWK } from 'jose';
import { TestSocket } from '../../support/socket.ts';
import { ABUSER, inParallel, pick, post, text, type Abuse, type Scene } from './abuse.ts';

const EVENTS = 'subscription ($after: String) { webhookEvents(after: $after) { id cursor name entityId payload } }';
const FIRST = '{ webhookEvents(first: 1) { edges { cursor } } }';

/** Runs `use` on a socket with the abuser's token, or without a token. */
export async function withSocket(
  scene: Scene,
  isAnonymous: boolean,
  use: (socket: TestSocket) => Promise<unknown>,
): Promise<void> {
  const socket = await TestSocket.connect({ url: scene.url });
  try {
    const payload = isAnonymous ? undefined : { Authorization: `Bearer ${await scene.gateway.token(ABUSER)}` };
    socket.send({ type: 'connection_init', ...(payload && { payload }) });
    await use(socket);
  } finally {
    socket.webSocket.terminate();
  }
}

/** Waits, at most until the socket is closed. */
export async function rest(socket: TestSocket, ms: number): Promise<void> {
  await Promise.race([socket.closed, wait(ms)]);
}

/** Returns a token with other claims, signed with the sandbox's key. */
async function forged(scene: Scene, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const token = await scene.gateway.token(ABUSER);
  const key = JSON.parse(readFileSync(join(scene.dataFolder, 'sandbox-signing-key.json'), 'utf8')) as JWK;
  const header = { ...decodeProtectedHeader(token), alg: 'ES256' };
  return new SignJWT({ ...decodeJwt(token), ...claims }).setProtectedHeader(header).sign(await importJWK(key, 'ES256'));
}

const ODD_TIMES = [1e16, 1e300, -1e16, 2 ** 53, 0, 8.64e15, 1.5, Number.MAX_VALUE];

export const SOCKET_ABUSES: readonly Abuse[] = [
  {
    row: 'F1',
    name: 'ids that are cut inside of a character, of nobody',
    commit: (scene) =>
      inParallel(10, scene, () =>
        withSocket(scene, true, async (socket) => {
          const id =
            'a'.repeat(scene.random.integer(0, 4)) +
            pick(scene, ['é', '€', '💥']).repeat(scene.random.integer(20, 130));
          const query = pick(scene, ['{ __typename }', 'subscription { webhookEvents { id } }']);
          for (let nth = 0; nth < scene.random.integer(2, 4); nth += 1) socket.subscribe(query, {}, id);
          await rest(socket, 50);
        }),
      ),
  },
  {
    row: 'F12',
    name: 'tokens whose times are beyond all time',
    commit: (scene) =>
      inParallel(6, scene, async () => {
        const token = await forged(scene, { [pick(scene, ['exp', 'exp', 'iat', 'nbf'])]: pick(scene, ODD_TIMES) });
        const Authorization = `Bearer ${token}`;
        if (scene.random.fraction() < 0.3)
          return post(scene.url, '{"query":"{ viewer { partner } }"}', { authorization: Authorization });
        const socket = await TestSocket.connect({ url: scene.url });
        socket.send({ type: 'connection_init', payload: { Authorization } });
        if (scene.random.fraction() < 0.5) socket.subscribe(EVENTS);
        await rest(socket, 50);
        socket.webSocket.terminate();
        return undefined;
      }),
  },
  {
    row: 'F22',
    name: 'many sockets replay the whole log at once',
    commit: async (scene) => {
      const { body } = await scene.gateway.send({ query: FIRST, client: ABUSER });
      const after: unknown = body.data?.webhookEvents?.edges?.[0]?.cursor;
      await inParallel(scene.random.integer(30, 60), scene, () =>
        withSocket(scene, false, async (socket) => {
          await Promise.race([socket.next('connection_ack'), socket.closed]);
          for (let nth = 0; nth < 3; nth += 1) socket.subscribe(EVENTS, { after });
          await rest(socket, scene.random.integer(200, 800));
        }),
      );
    },
  },
  {
    row: 'random',
    name: 'a subscriber that does not read',
    commit: (scene) =>
      inParallel(15, scene, () =>
        withSocket(scene, false, async (socket) => {
          await Promise.race([socket.next('connection_ack'), socket.closed]);
          socket.webSocket.pause();
          for (let nth = 0; nth < 20; nth += 1) socket.subscribe(EVENTS);
          for (let nth = 0; nth < 200; nth += 1) socket.send({ type: 'ping', payload: { a: 'x'.repeat(500) } });
          await rest(socket, 500);
        }),
      ),
  },
  {
    row: 'random',
    name: 'random frames',
    commit: (scene) =>
      inParallel(12, scene, () =>
        withSocket(scene, scene.random.fraction() < 0.5, async (socket) => {
          const { webSocket } = socket;
          const kinds: (() => void)[] = [
            () => {
              webSocket.send(randomBytes(scene.random.integer(1, 5_000)));
            },
            () => {
              webSocket.send(text(scene, '{}[]":,12nulltrue', scene.random.integer(1, 300)));
            },
            () => {
              webSocket.send(
                JSON.stringify({
                  type: pick(scene, ['next', 'x', '', 'complete', 'connection_init', 'pong']),
                  id: text(scene, 'aé💥', 5),
                }),
              );
            },
            () => {
              webSocket.send('x', { fin: false });
            },
            () => {
              webSocket.ping(randomBytes(scene.random.integer(0, 125)));
            },
            () => {
              webSocket.send(
                JSON.stringify({
                  type: 'subscribe',
                  id: 'a',
                  payload: pick(scene, [
                    null,
                    1,
                    [],
                    { query: 1 },
                    { query: '{ __typename }', variables: [] },
                    { query: 'x'.repeat(50_000) },
                  ]),
                }),
              );
            },
            () => {
              webSocket.send('x'.repeat(scene.random.integer(100_000, 400_000)));
            },
          ];
          for (let nth = 0; nth < scene.random.integer(1, 12); nth += 1) pick(scene, kinds)();
          await rest(socket, 60);
        }),
      ),
  },
  {
    row: 'random',
    name: 'operations begin and are left at once',
    commit: (scene) =>
      inParallel(5, scene, () =>
        withSocket(scene, false, async (socket) => {
          await Promise.race([socket.next('connection_ack'), socket.closed]);
          for (let nth = 0; nth < 40; nth += 1) {
            const id = socket.subscribe(EVENTS);
            if (scene.random.fraction() < 0.8) socket.send({ type: 'complete', id });
          }
          await rest(socket, 30);
        }),
      ),
  },
  {
    row: 'F4',
    name: 'introspection over sockets, of nobody',
    commit: (scene) =>
      inParallel(10, scene, () =>
        withSocket(scene, true, async (socket) => {
          await Promise.race([socket.next('connection_ack'), socket.closed]);
          for (let nth = 0; nth < 10; nth += 1)
            socket.subscribe(
              '{ __schema { types { name fields { name args { name type { name } } type { name fields { name type { name } } } } } } }',
            );
          await rest(socket, 300);
        }),
      ),
  },
  {
    row: 'random',
    name: 'sockets beyond what a partner may have',
    commit: (scene) => inParallel(230, scene, () => withSocket(scene, false, (socket) => rest(socket, 1_000))),
  },
];
