import { expect, test } from '@jest/globals';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { FlushQueue, FrameWriter } from '../../../src/platform/sockets/frame-writer.ts';

/** A socket that keeps what is written to it, and takes a while for each write. */
class KeptSocket extends Duplex {
  readonly writes: string[] = [];
  readonly times: number[] = [];
  private readonly busyMs: number;

  constructor(busyMs = 0) {
    super();
    this.busyMs = busyMs;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const end = performance.now() + this.busyMs;
    while (performance.now() < end);
    this.writes.push(chunk.toString());
    this.times.push(performance.now());
    done();
  }

  override _read(): void {
    // It never receives anything.
  }
}

function many(count: number, busyMs = 0) {
  const queue = new FlushQueue();
  const sockets = Array.from({ length: count }, () => new KeptSocket(busyMs));
  const writers = sockets.map((socket) => new FrameWriter(socket, queue, () => undefined));
  const writeAll = (...pieces: string[]) => {
    for (const writer of writers) writer.write(pieces.map((piece) => Buffer.from(piece)));
  };
  const written = () => sockets.map(({ writes }) => writes);
  return { sockets, writers, writeAll, written };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(1);
}

test('What is written in one turn leaves each socket in one write, in order', async () => {
  const { writeAll, written } = many(3);
  writeAll('a', 'b');
  writeAll('c');
  await until(() => written().every((writes) => writes.length > 0));
  expect(written()).toEqual([['abc'], ['abc'], ['abc']]);
});

test('While many sockets are written to, other work gets its turns', async () => {
  const { writeAll, written } = many(1_000, 0.02);
  writeAll('a');
  let turns = 0;
  while (written().at(-1)?.length === 0) {
    await nextTurn();
    turns += 1;
  }
  expect(turns).toBeGreaterThan(10);
});

test('After a long round the queue rests as long', async () => {
  const { sockets, writeAll, written } = many(200, 0.1);
  writeAll('a');
  await until(() => written().at(-1)?.length === 1);
  writeAll('b');
  await until(() => written().at(-1)?.length === 2);
  const restMs = (sockets[0]?.times[1] ?? NaN) - (sockets.at(-1)?.times[0] ?? NaN);
  // 200 writes took 20 ms at least; a timer may be early by a moment.
  expect(restMs).toBeGreaterThan(15);
  expect(written()).toEqual(Array.from({ length: 200 }, () => ['a', 'b']));
});

test('After a short round there is no rest', async () => {
  const { sockets, writeAll } = many(1);
  const rounds = 50;
  let prompt = 0;
  for (let nth = 1; nth <= rounds; nth += 1) {
    writeAll('a');
    await nextTurn();
    await nextTurn();
    if (sockets[0]?.writes.length === nth) prompt += 1;
    await until(() => sockets[0]?.writes.length === nth);
  }
  // A round is long if the machine was busy meanwhile; a queue that always rests is prompt only the first time.
  expect(prompt).toBeGreaterThan(rounds / 2);
});

test('A socket that is closed is sent what it has queued immediately, and nothing afterwards', async () => {
  const { writers, writeAll, written } = many(2);
  writeAll('a');
  writers[0]?.flush();
  expect(written()).toEqual([['a'], []]);
  writers[0]?.end();
  writeAll('b');
  await until(() => written()[1]?.length === 1);
  expect(written()).toEqual([['a'], ['ab']]);
});
