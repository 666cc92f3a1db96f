import { describe, expect, test } from '@jest/globals';
import { LogReader } from '../../../src/platform/log/log-reader.ts';
import { LogTail, type LogRow } from '../../../src/platform/log/log-tail.ts';
import { eventually } from '../../support/gateway.ts';
import { withSeed } from '../../support/test-random.ts';

interface Row extends LogRow {
  readonly kind: number;
}

/** A log in memory, with a tail and readers as the gateway has them. */
class MemoryLog {
  readonly rows: Row[] = [];
  tailReads = 0;
  pageReads = 0;
  private added = 0;
  readonly tail = new LogTail<Row>({
    readAfter: (logPosition, count) => {
      this.tailReads += 1;
      return Promise.resolve(this.rows.slice(Math.max(0, logPosition)).slice(0, count));
    },
    readHead: () => Promise.resolve(this.rows.length),
  });

  add(owner: string, kind = 0): void {
    this.added += 1;
    const position = this.ownedBy(owner).length + 1;
    this.rows.push({ owner, kind, position, logPosition: this.rows.length + 1, stamp: String(this.added) });
  }

  ownedBy(owner: string): readonly Row[] {
    return this.rows.filter((row) => row.owner === owner);
  }

  /** Loses all rows after a position, as when a standby takes over that lacks them. */
  lose(position: number): void {
    this.rows.splice(position);
  }

  /** @param isKnown whether the reader is told where its position is in the log */
  reader(
    owner: string,
    position: number,
    { wanted = (_kind: number): boolean => true, isKnown = true } = {},
  ): LogReader<Row> {
    const at = position === 0 ? 0 : (this.ownedBy(owner)[position - 1]?.logPosition ?? null);
    const matches = ({ kind }: Row) => wanted(kind);
    return new LogReader<Row>(
      {
        tail: this.tail,
        owner,
        matches,
        readPage: (after, size) => {
          this.pageReads += 1;
          const rows = this.ownedBy(owner).slice(after).filter(matches);
          return Promise.resolve({ rows: rows.slice(0, size), more: rows.length > size });
        },
        show: (row) => row,
        cursorOf: ({ stamp }) => stamp,
        cursorAt: (position) => Promise.resolve(String(position)),
      },
      { position, logPosition: isKnown ? at : null, head: this.ownedBy(owner).length, logHead: this.rows.length },
    );
  }
}

/** Collects what a reader yields, until it ends. */
function collect(reader: LogReader<Row>) {
  const positions: number[] = [];
  const stamps: string[] = [];
  const run = async () => {
    for await (const page of reader) {
      positions.push(...page.map(({ position }) => position));
      stamps.push(...page.map(({ cursor }) => cursor()));
    }
  };
  return { positions, stamps, ended: run() };
}

describe('a reader of a log', () => {
  test('that waits is ended immediately by return, and leaves nothing behind', async () => {
    const log = new MemoryLog();
    const reader = log.reader('A', 0);
    const { positions, ended } = collect(reader);
    await Promise.resolve();
    await reader.return();
    await ended;
    log.add('A');
    expect(await log.tail.advance()).toBe(false);
    expect([positions, log.tailReads]).toEqual([[], 0]);
  });

  test('needs no read of its own at the end of the log: many readers share one', async () => {
    const log = new MemoryLog();
    const collected = Array.from({ length: 50 }, () => collect(log.reader('A', 0)));
    await Promise.resolve();
    log.add('A');
    log.add('B');
    await log.tail.advance();
    await eventually(() => Promise.resolve(collected.every(({ positions }) => positions.length === 1)));
    expect([log.tailReads, log.pageReads]).toEqual([1, 0]);
  });

  test('that joins late reads pages of what the tail has not kept, in order and without a gap', async () => {
    const log = new MemoryLog();
    for (let nth = 0; nth < 250; nth += 1) log.add('A');
    const { positions } = collect(log.reader('A', 0));
    await eventually(() => Promise.resolve(positions.length === 250));
    expect(log.pageReads).toBeLessThanOrEqual(4);
    log.add('A');
    await log.tail.advance();
    await eventually(() => Promise.resolve(positions.length === 251));
    expect(positions).toEqual(Array.from({ length: 251 }, (_, index) => index + 1));
  });

  test.each([2, 7, 9])('that starts after rows were lost receives the %s rows that replaced them', async (count) => {
    const log = new MemoryLog();
    const add = (rows: number) => {
      for (let nth = 0; nth < rows; nth += 1) log.add('A');
    };
    add(10);
    const staying = collect(log.reader('A', 10));
    add(2);
    await log.tail.advance();
    await eventually(() => Promise.resolve(staying.positions.length === 2));
    log.lose(5);
    add(count);
    while (await log.tail.advance());
    const { stamps } = collect(log.reader('A', 5));
    await eventually(() => Promise.resolve(stamps.length >= count));
    add(1);
    while (await log.tail.advance());
    await eventually(() => Promise.resolve(stamps.length > count));
    expect(stamps).toEqual(log.rows.slice(5).map(({ stamp }) => stamp));
    expect(staying.positions).toEqual([11, 12, ...log.rows.map(({ position }) => position).slice(12)]);
  });

  test('receives all rows of its owner that follow when only rows of others were lost', async () => {
    const log = new MemoryLog();
    log.add('A');
    const first = log.reader('A', 1);
    for (const owner of ['B', 'B', 'B']) log.add(owner);
    await log.tail.advance();
    log.lose(2);
    log.add('A');
    log.add('A');
    while (await log.tail.advance());
    const { positions } = collect(first);
    log.add('A');
    while (await log.tail.advance());
    await eventually(() => Promise.resolve(positions.length === 3));
    expect(positions).toEqual([2, 3, 4]);
  });

  test('yields the wanted rows of its owner once each and in order, for any order of rows and wake-ups', () =>
    withSeed(async (random) => {
      const log = new MemoryLog();
      const wanted = (kind: number) => kind < 3;
      const begun: { from: number; owner: string; positions: number[]; reader: LogReader<Row> }[] = [];
      for (let step = 0; step < 3_000; step += 1) {
        const owner = random() < 0.7 ? 'A' : 'B';
        if (random() < 0.02) {
          const from = Math.floor(random() * (log.ownedBy(owner).length + 1));
          const reader = log.reader(owner, from, { wanted, isKnown: random() < 0.5 });
          begun.push({ from, owner, reader, positions: collect(reader).positions });
        }
        if (random() < 0.9) log.add(owner, Math.floor(random() * 5));
        if (random() < 0.1) void log.tail.advance();
        if (random() < 0.3) await Promise.resolve();
      }
      while (await log.tail.advance());
      for (const { from, owner, positions, reader } of begun) {
        const expected = log.ownedBy(owner).filter((row) => row.position > from && wanted(row.kind));
        await eventually(async () => {
          await log.tail.advance();
          return positions.length >= expected.length;
        });
        expect(positions).toEqual(expected.map(({ position }) => position));
        await reader.return();
      }
    }));
});
