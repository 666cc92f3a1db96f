import { expect, test } from '@jest/globals';
import type { OpenedSubscription } from '../../../src/platform/requests/opened-subscription.ts';
import type { Broadcast, BroadcastMember } from '../../../src/platform/sockets/broadcast.ts';
import { Broadcasts } from '../../../src/platform/sockets/broadcasts.ts';
import { LogReader } from '../../../src/platform/log/log-reader.ts';
import { LogTail, type LogRow } from '../../../src/platform/log/log-tail.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { systemRandom } from '../../../src/platform/system.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';

const REPLAYS = 20;
const HEAD = 1_000;

/** A page that is being read: storage answers when the test says so. */
interface Read {
  readonly owner: string;
  readonly answer: () => void;
}

const NO_CURSORS = { cursorOf: () => '', cursorAt: () => Promise.resolve('') };

/** A log whose pages are all far from its end. */
class DistantLog {
  readonly reads: Read[] = [];
  open = 0;
  openMost = 0;
  private readonly tail = new LogTail<LogRow>({
    readAfter: () => Promise.resolve([]),
    readHead: () => Promise.resolve(HEAD),
  });

  subscription(owner: string): OpenedSubscription {
    const readPage = (position: number) => this.readPage(owner, position);
    const selection = {
      tail: this.tail,
      owner,
      matches: () => true,
      readPage,
      show: (row: LogRow) => row,
      ...NO_CURSORS,
    };
    return {
      source: new LogReader(selection, { position: 0, logPosition: null, head: HEAD, logHead: HEAD }),
      key: systemRandom.uuid(),
      cost: 1,
      bytes: 1,
      page: () => ({ correlationId: systemRandom.uuid(), show: () => Promise.resolve({ data: {} }) }),
      admit: () => this.subscription(owner),
    };
  }

  private readPage(owner: string, position: number): Promise<{ rows: readonly LogRow[]; more: boolean }> {
    this.open += 1;
    this.openMost = Math.max(this.open, this.openMost);
    return new Promise((resolve) => {
      const answer = () => {
        this.open -= 1;
        resolve({ rows: [{ owner, position: position + 1, logPosition: position + 1, stamp: '' }], more: true });
      };
      this.reads.push({ owner, answer });
    });
  }
}

function member(): BroadcastMember {
  const nothing = () => undefined;
  return { position: 0, flows: true, take: () => true, joined: nothing, stall: nothing, fail: nothing };
}

test('many replays of a partner read two pages concurrently, and one of another partner is among the first', async () => {
  const log = new DistantLog();
  const broadcasts = new Broadcasts(createLogger('silent'), failingWork());
  const entered: (readonly [Broadcast, BroadcastMember])[] = [];
  for (const owner of [...Array.from({ length: REPLAYS }, () => 'A'), 'B']) {
    const entering = member();
    const broadcast = broadcasts.enter(entering, log.subscription(owner));
    if (broadcast !== undefined) entered.push([broadcast, entering]);
  }
  for (let nth = 0; nth < 3 * REPLAYS; nth += 1) {
    await eventually(() => Promise.resolve(log.reads.length > nth));
    log.reads[nth]?.answer();
  }
  const owners = log.reads.map(({ owner }) => owner);
  expect(log.openMost).toBe(2);
  expect(owners.slice(0, 4)).toContain('B');
  // Each of the others has had three.
  expect(owners.filter((owner) => owner === 'B').length).toBeGreaterThan(6);
  for (const [broadcast, leaving] of entered) broadcast.leave(leaving);
});
