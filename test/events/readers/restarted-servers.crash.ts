import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { resuming } from '../../../src/playground/pages/shared/resuming.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { logOf } from '../../support/live-events.ts';
import { OwnServer, programs } from '../../support/own-server.ts';
import { CREATE_POCKET, pocketInput, setPocketLimit } from '../../support/pockets.ts';

/** Least number of pockets created between two restarts. */
const POCKETS = 15;
const WRITERS = 3;
/** Longest time until the gateway writes again after its servers are back, in milliseconds (reliability). */
const RECOVERY_MS_MAX = 5_000;

/** The pocket of an event is read from storage when the event is shown. */
const SUBSCRIPTION = `subscription ($after: String) {
  webhookEvents(after: $after) { cursor entityId ... on PocketAccountWasCreatedEvent { pocket { label } } }
}`;

const { postgres, initdb, nats } = programs();
const missing = Object.entries({ postgres, initdb, 'nats-server': nats }).filter(([, file]) => file === undefined);
const withPrograms = missing.length === 0 ? describe : describe.skip;

const started: OwnServer[] = [];
let gateway: Gateway | undefined;

afterEach(async () => {
  await gateway?.stop();
  for (const server of started.splice(0)) await server.remove();
});

/** Creates pockets one after the other, and retries each with its key until it is acknowledged. */
class Writer {
  readonly acknowledged: string[] = [];
  readonly unexpected: unknown[] = [];
  private isEnded = false;
  readonly ended: Promise<void>;

  constructor(to: Gateway) {
    this.ended = this.run(to);
  }

  end(): Promise<void> {
    this.isEnded = true;
    return this.ended;
  }

  private async run(to: Gateway): Promise<void> {
    while (!this.isEnded) {
      const variables = { input: pocketInput({ idempotencyKey: randomUUID(), accountNumber: '200001' }) };
      for (let number: string | undefined; number === undefined;) {
        const { body } = await to.ask({ query: CREATE_POCKET, variables });
        number = body.data?.createPocket?.pocket?.number;
        const codes = body.errors?.map(({ extensions }) => extensions['code']) ?? [];
        if (number !== undefined) this.acknowledged.push(number);
        else if (codes.length === 1 && codes[0] === 'SERVICE_UNAVAILABLE') await wait(50);
        else this.unexpected.push(body);
      }
    }
  }
}

/** Starts a partner's client that follows the log; returns what it receives. */
function follow(from: Gateway, after: string) {
  const stock = createClient({
    url: `${from.app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: async () => ({ Authorization: `Bearer ${await from.token('acme-pay')}` }),
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: () => wait(50),
  });
  const seen: string[] = [];
  const failures: unknown[] = [];
  const stop = resuming(stock).subscribe<{ webhookEvents: { entityId: string } }>(
    {
      query: SUBSCRIPTION,
      variables: { after },
    },
    {
      next: ({ data }) => seen.push(data?.webhookEvents.entityId ?? 'nothing'),
      error: (error) => failures.push(error),
      complete: () => undefined,
    },
  );
  return { seen, failures, stop };
}

withPrograms(`live events${missing.map(([name]) => `, for which ${name} is not installed`).join('')}`, () => {
  test.each([
    ['LISTEN', false],
    ['NATS', true],
  ])(
    'are each shown once and in order while the servers underneath are restarted and killed, woken through %s',
    async (_bus, isNats) => {
      const database = await OwnServer.postgreSql();
      const bus = isNats ? await OwnServer.nats() : undefined;
      started.push(database, ...(bus === undefined ? [] : [bus]));
      const environment = {
        DATABASE_URL: `postgresql://postgres@127.0.0.1:${database.port}/postgres`,
        ...(bus !== undefined && { NATS_URL: `nats://127.0.0.1:${bus.port}` }),
      };
      const own = await Gateway.start({ environment });
      gateway = own;
      await setPocketLimit(own, '200001', 1_000_000);
      const before = (await logOf(own)).length;
      const { webhookEventsCursor } = await own.data({ query: '{ webhookEventsCursor }' });
      const { seen, failures, stop } = follow(own, webhookEventsCursor);
      const writers = Array.from({ length: WRITERS }, () => new Writer(own));
      const acknowledged = () => writers.flatMap((writer) => writer.acknowledged);
      const more = async (count: number) => {
        const enough = acknowledged().length + count;
        await eventually(() => Promise.resolve(acknowledged().length >= enough));
      };
      await eventually(() => Promise.resolve(seen.length >= POCKETS));

      const recoveriesMs: number[] = [];
      const restart = async (server: OwnServer, signal: NodeJS.Signals) => {
        await server.end(signal);
        await server.start();
        const readyAtMs = performance.now();
        // One pocket of each writer may have been committed before.
        await more(WRITERS + 1);
        recoveriesMs.push(performance.now() - readyAtMs);
        await more(POCKETS);
      };
      await restart(database, 'SIGQUIT');
      if (bus !== undefined) await restart(bus, 'SIGTERM');
      await restart(database, 'SIGKILL');
      if (bus !== undefined) await restart(bus, 'SIGKILL');

      await Promise.all(writers.map((writer) => writer.end()));
      await eventually(() => Promise.resolve(seen.length >= acknowledged().length));
      const log = (await logOf(own)).slice(before).map(({ entityId }) => entityId);
      stop();
      expect(seen).toEqual(log);
      expect(new Set(log)).toEqual(new Set(acknowledged()));
      expect(log).toHaveLength(acknowledged().length);
      expect([...failures, ...writers.flatMap(({ unexpected }) => unexpected)]).toEqual([]);
      expect(Math.max(...recoveriesMs)).toBeLessThan(RECOVERY_MS_MAX);
    },
  );
});
