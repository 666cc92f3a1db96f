import { afterEach, describe, expect, test } from '@jest/globals';
import { startDetachable } from '../../support/detachable-gateway.ts';
import { eventually } from '../../support/gateway.ts';
import { serverUrl } from '../../support/test-database.ts';
import { TestStream } from '../../support/streams.ts';

/** A heartbeat almost every second. A stream is closed if its client, in this process, reads nothing for as long. */
const SHORT_BEAT_MS = 1_000;
/** More than after which a stream reads its position. */
const HEARTBEATS = 8;
const HEARTBEAT = { events: /:\n\n/g, parts: /\{\}\r\n--graphql/g };
/** The embedded database is always reachable. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

afterEach(() => {
  TestStream.endAll();
});

onPostgreSql('while the database is away', () => {
  test.each(['events', 'parts'] as const)(
    'an idle stream of %s goes on, and does not end the process',
    async (wire) => {
      const detachable = await startDetachable({ beatMs: SHORT_BEAT_MS });
      const { gateway, unhandled } = detachable;
      try {
        const [url, token] = [gateway.app.url, await gateway.token('acme-pay')];
        const query = 'subscription { webhookEvents(filter: { contexts: [TED] }) { id } }';
        const stream = await TestStream[wire]({ url, token, query });
        detachable.detach();
        const heartbeats = () => stream.text.match(HEARTBEAT[wire])?.length ?? 0;
        await eventually(() => Promise.resolve(heartbeats() > HEARTBEATS));
        // What the stream has read before has failed by then.
        expect((await gateway.ask({ query: '{ webhookEventsCursor }' })).status).toBe(503);
        expect([stream.response.complete, unhandled]).toEqual([false, []]);
      } finally {
        await detachable.stop();
      }
    },
  );
});
