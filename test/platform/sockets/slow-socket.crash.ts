import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BEAT_MS } from '../../../src/platform/sockets/socket-server.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { happenOften, live, LIVE_EVENTS, logOf, shown, shownInAll, socketOf } from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { TestSocket } from '../../support/socket.ts';

/** Fields that make an event large on the wire, so that few events fill a socket. */
const LARGE = `id cursor entityId ${Array.from({ length: 12 }, (_, nth) => `p${nth}: payload`).join(' ')}`;
const EVENTS = 300;
/** Longer than a socket is left unread, so that it is not dropped meanwhile, in milliseconds. */
const LONG_BEAT_MS = 600_000;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ beatMs: LONG_BEAT_MS });
  await setPocketLimit(gateway, '200001', 1_000_000);
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

describe('a socket that is not read', () => {
  test('delays no others, and receives everything once it is read again', async () => {
    const query = `subscription ($after: String) { webhookEvents(after: $after) { ${LARGE} } }`;
    const [stalled, other] = [await socketOf(gateway), await socketOf(gateway)];
    const ids = [await live(gateway, stalled, query), stalled.subscribe(query), stalled.subscribe(LIVE_EVENTS)];
    const otherId = await live(gateway, other, query);
    await eventually(async () => shown(stalled, ids[0] ?? '').length > 0 && (await logOf(gateway)).length > 0);
    const before = (await logOf(gateway)).length;
    await eventually(() => Promise.resolve(shown(stalled, ids[0] ?? '').length > 0));
    stalled.webSocket.pause();
    stalled.received.length = 0;
    other.received.length = 0;
    await happenOften(gateway, EVENTS);
    await shownInAll(other, otherId, EVENTS);
    const log = (await logOf(gateway)).slice(before).map(({ entityId }) => entityId);
    expect(shown(other, otherId)).toEqual(log);
    stalled.webSocket.resume();
    for (const id of ids) {
      await eventually(() => Promise.resolve(shown(stalled, id).at(-1) === log.at(-1)));
      expect(shown(stalled, id).slice(-EVENTS)).toEqual(log);
      expect(new Set(shown(stalled, id)).size).toBe(shown(stalled, id).length);
    }
  });
});

describe('a socket that is silent', () => {
  const SHORT_BEAT_MS = 1_000;

  test('is dropped within two beats, which is within 24 seconds, and one that answers is not', async () => {
    const beating = await Gateway.start({ beatMs: SHORT_BEAT_MS });
    try {
      const [silent, other] = [await socketOf(beating), await socketOf(beating)];
      let beats = 0;
      other.webSocket.on('ping', () => (beats += 1));
      silent.webSocket.pause();
      // This side cannot see that it was closed before it is read again.
      await eventually(() => Promise.resolve(beats > 2));
      silent.webSocket.resume();
      expect(await silent.closed).toMatchObject({ code: 1006 });
      expect(await other.run('{ viewer { partner } }')).toMatchObject({ data: { viewer: { partner: 'ACME_PAY' } } });
      expect(2 * BEAT_MS).toBeLessThanOrEqual(24_000);
    } finally {
      await beating.stop();
    }
  });
});
