import { WebSocket } from 'ws';
import { ABUSER, connect, hold, inParallel, pick, post, type Abuse } from './abuse.ts';
import { rest, withSocket } from './sockets.ts';

/** Limit of buffered bytes of a socket. */
const UNSENT_BYTES = 300_000;
const QUERY = '{ viewer { partner } }';

/** Returns JSON with nested lists, which takes long to parse. */
function intricate(depth: number): string {
  return `{"list":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}

/** More than a partner's rate limit, or than the memory, allows. */
export const FLOODS: readonly Abuse[] = [
  {
    row: 'bodies',
    name: 'large bodies without their last byte',
    commit: (scene) =>
      inParallel(scene.random.integer(50, 150), scene, async () => {
        const authorization = `Bearer ${await scene.gateway.token(ABUSER)}`;
        const bytes = scene.random.integer(500_000, 2 * 1024 * 1024);
        const socket = await connect(scene.url);
        socket.write(
          `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nauthorization: ${authorization}\r\n`,
        );
        socket.write(`content-length: ${bytes}\r\n\r\n`);
        socket.write(Buffer.alloc(bytes - 1, ' '));
        await hold(scene, socket, 200, () => undefined);
      }),
  },
  {
    row: 'bodies',
    name: 'bodies full of brackets',
    commit: (scene) =>
      inParallel(20, scene, async () => {
        const authorization = `Bearer ${await scene.gateway.token(ABUSER)}`;
        const depth = pick(scene, [9_000, 30_000, 120_000]);
        await post(scene.url, `{"query":"${QUERY}","variables":${intricate(depth)}}`, { authorization });
      }),
  },
  {
    row: 'frames',
    name: 'operations without end over many sockets',
    commit: (scene) =>
      inParallel(scene.random.integer(20, 60), scene, () =>
        withSocket(scene, false, async (socket) => {
          await Promise.race([socket.next('connection_ack'), socket.closed]);
          const variables = intricate(pick(scene, [1, 100, 30_000]));
          for (let nth = 0; !scene.isOver() && socket.webSocket.readyState === WebSocket.OPEN; nth += 1) {
            socket.send(`{"id":"${nth}","type":"subscribe","payload":{"query":"${QUERY}","variables":${variables}}}`);
            while (!scene.isOver() && socket.webSocket.bufferedAmount > UNSENT_BYTES) await rest(socket, 5);
            if (nth % 100 === 0) await rest(socket, 1);
          }
        }),
      ),
  },
];
