import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, hold, inParallel, pick, text, type Abuse } from './abuse.ts';

const HEAD = 'POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const UPGRADE = 'GET /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n';

/** Abuses at the level of connections. */
export const CONNECTION_ABUSES: readonly Abuse[] = [
  {
    row: 'random',
    name: 'requests that come byte by byte',
    commit: (scene) =>
      inParallel(scene.random.integer(50, 200), scene, async () => {
        const socket = await connect(scene.url);
        socket.write(
          pick(scene, [
            HEAD,
            `${HEAD}content-length: 10000\r\n\r\n{`,
            `${HEAD}transfer-encoding: chunked\r\n\r\n`,
            UPGRADE,
          ]),
        );
        await hold(scene, socket, 100, () => socket.write('x'));
      }),
  },
  {
    row: 'random',
    name: 'connections that say nothing, or only half',
    commit: (scene) =>
      inParallel(scene.random.integer(50, 300), scene, async () => {
        const socket = await connect(scene.url);
        if (scene.random.fraction() < 0.5) socket.end(pick(scene, ['', 'G', HEAD]));
        await hold(scene, socket, 500, () => undefined);
      }),
  },
  {
    row: 'random',
    name: 'connections come and go',
    commit: (scene) =>
      inParallel(20, scene, async () => {
        const socket = await connect(scene.url);
        if (scene.random.fraction() < 0.5) socket.write(HEAD);
        if (scene.random.fraction() < 0.5) socket.resetAndDestroy();
        else socket.destroy();
        await wait(5);
      }),
  },
  {
    row: 'random',
    name: 'what is no HTTP at all',
    commit: (scene) =>
      inParallel(20, scene, async () => {
        const socket = await connect(scene.url);
        socket.write(
          pick<string | Buffer>(scene, [
            randomBytes(scene.random.integer(1, 20_000)),
            `${HEAD}${`x-${text(scene, 'abc', 5)}: 1\r\n`.repeat(2_000)}\r\n`,
            `${HEAD}content-length: -1\r\n\r\n`,
            `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
            `GET /${'../'.repeat(500)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
            `GET ${text(scene, '/%?#é\u0000', 50)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
            `${UPGRADE}sec-websocket-key: x\r\nsec-websocket-version: 99\r\n\r\n`,
            'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(200),
          ]),
        );
        await Promise.race([new Promise((resolve) => socket.once('close', resolve)), wait(100)]);
        socket.destroy();
      }),
  },
  {
    row: 'H5',
    name: 'five hundred connections that pipeline requests',
    commit: (scene) =>
      inParallel(500, scene, async () => {
        const socket = await connect(scene.url);
        socket.resume();
        await hold(scene, socket, 300, () =>
          socket.write('GET /schema.graphql HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(90)),
        );
      }),
  },
  {
    row: 'random',
    name: 'answers that nobody reads',
    commit: (scene) =>
      inParallel(40, scene, async () => {
        const socket = await connect(scene.url);
        socket.pause();
        const query = JSON.stringify({ query: '{ errorCatalogue { code message } }' });
        const request = `${HEAD}content-length: ${query.length}\r\n\r\n${query}`;
        socket.write(request.repeat(scene.random.integer(1, 20)));
        await hold(scene, socket, 400, () => undefined);
      }),
  },
];
