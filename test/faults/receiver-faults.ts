import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from '@jest/globals';
import { answering, hanging } from '../support/receiver.ts';
import { CREATE_CONFIGURATION, configurationInput } from '../support/webhooks.ts';
import type { Fault, Scene } from './fault.ts';
import { hasDelivered } from './invariants.ts';
import { MEMORY_GROWTH_KB_MAX, until } from './recovery.ts';

const MISBEHAVING_MS = 5_000;
/** What an event may take to a partner that behaves, whatever others do, in milliseconds. */
const DELIVERED_MS_MAX = 3_000;
const DRIP_MS = 100;
const DELETE = 'mutation ($id: ID!) { deleteWebhookConfiguration(id: $id) { __typename } }';

const CHUNK = Buffer.alloc(65_536, 'x');
const BOMB = gzipSync(Buffer.alloc(20_000_000));
const OK = 'HTTP/1.1 200 OK\r\n';

function pour(socket: Socket): void {
  while (socket.writable && socket.write(CHUNK));
  socket.once('drain', () => {
    pour(socket);
  });
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('x: y\r\n'), DRIP_MS);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

const status = (head: string) => (socket: Socket) => socket.end(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\n\r\n`);

/** What endpoints do to whoever calls them. */
const MISDEEDS: readonly ((socket: Socket) => void)[] = [
  status('500 Internal Server Error'),
  status('429 Too Many Requests\r\nretry-after: 1'),
  status('410 Gone'),
  status('301 Moved Permanently\r\nlocation: /'),
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.end(OK),
  () => undefined,
  (socket) => {
    socket.write(OK);
    drip(socket);
  },
  (socket) => {
    socket.write(`${OK}\r\n`);
    pour(socket);
  },
  (socket) => {
    socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`);
    socket.write(BOMB);
  },
];

/** An endpoint that does so with each call; gives how to end it. */
async function misbehaving(misdeed: (socket: Socket) => void): Promise<{ uri: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      misdeed(socket);
    });
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { uri: `http://127.0.0.1:${port}/`, close };
}

/** The partner's own endpoint behaves, and gets what it is to get as if there were no others. */
async function hostileNeighbours({ estate, load, chance, times }: Scene): Promise<void> {
  const endpoints = await Promise.all(chance.shuffled(MISDEEDS).map((misdeed) => misbehaving(misdeed)));
  const ids: string[] = [];
  for (const { uri } of endpoints) {
    const input = configurationInput({ uri, context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' });
    const { data } = await load.post(estate.anyApi, { query: CREATE_CONFIGURATION, variables: { input } });
    ids.push(data?.createWebhookConfiguration.configuration.id);
  }
  const before = estate.memory();
  await wait(MISBEHAVING_MS);
  const wanted = load.acknowledged.size + load.settled.length;
  await times.within('others have their events', DELIVERED_MS_MAX, () =>
    until('others have their events', () => hasDelivered(estate, wanted)),
  );
  for (const [index, kB] of estate.memory().entries())
    expect(kB - (before[index] ?? 0)).toBeLessThan(MEMORY_GROWTH_KB_MAX);
  for (const id of ids) await load.post(estate.anyApi, { query: DELETE, variables: { id } });
  for (const { close } of endpoints) close();
}

/** The endpoint itself misbehaves for a while; it gets everything afterwards. */
async function misbehave({ estate, chance }: Scene): Promise<void> {
  const misdeeds = [
    answering(500),
    answering(429, { 'retry-after': '1' }),
    answering(301, { location: '/hook' }),
    hanging,
  ];
  for (const misdeed of chance.shuffled(misdeeds)) {
    estate.receiver.answer('/hook', misdeed);
    await wait(700);
    estate.receiver.cut();
  }
  estate.receiver.answer('/hook', answering(204));
}

export const RECEIVER_FAULTS: readonly Fault[] = [
  { name: 'the endpoint of a partner misbehaves', isQuick: true, strike: misbehave },
  { name: 'endpoints of every bad kind are called beside it', strike: hostileNeighbours },
];
