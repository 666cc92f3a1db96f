import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient, MessageType } from 'graphql-ws';
import { WebSocket } from 'ws';
import { resuming } from '../../src/playground/pages/shared/resuming.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { happen, logOf } from '../support/live-events.ts';
import { setPocketLimit } from '../support/pockets.ts';
import { withSeed } from '../support/test-random.ts';
import { forgetThePast } from '../support/world.ts';
import { socketRecipes, type Subscribe } from './wires/socket-recipes.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  await setPocketLimit(gateway, '200001', 1_000_000);
});
afterAll(() => gateway.stop());

/** Starts a client behind a proxy that can be cut, and records what it receives. */
async function begin(subscribe: Subscribe, random: () => number, after: string | undefined) {
  const server = { host: '127.0.0.1', port: Number(new URL(gateway.app.url).port) };
  const proxy = await CuttingProxy.to(server);
  const stock = createClient({
    url: `ws://127.0.0.1:${proxy.port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: async () => ({ Authorization: `Bearer ${await gateway.freshToken('acme-pay')}` }),
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, random() * 20)),
  });
  let answers = 0;
  stock.on('message', ({ type }) => (answers += type === MessageType.Next ? 1 : 0));
  const seen: (string | undefined)[] = [];
  const unsubscribe = subscribe(resuming(stock), after, ({ data }) => {
    seen.push(data?.webhookEvents?.entityId);
  });
  return {
    ...{ server, proxy, seen, answers: () => answers },
    end: async () => {
      unsubscribe();
      await Promise.resolve(stock.dispose()).catch(() => undefined);
      proxy.close();
    },
  };
}

describe('a client that resumes', () => {
  test.each(Object.entries(socketRecipes))(
    'by %s loses no event that happens while it is disconnected before its first event, with an empty log',
    (_name, subscribe) =>
      withSeed(async (random) => {
        await forgetThePast(gateway.app.database);
        expect(await logOf(gateway)).toEqual([]);
        const { server, proxy, seen, answers, end } = await begin(subscribe, random, undefined);
        // It knows where the log ends: from here on no event can be lost.
        await eventually(() => Promise.resolve(answers() === 1));
        proxy.lead({ ...server, port: 1 });
        proxy.cut();
        const happened = [await happen(gateway), await happen(gateway)];
        await eventually(async () => (await logOf(gateway)).length === happened.length);
        expect(seen).toEqual([]);
        proxy.lead(server);
        await eventually(() => Promise.resolve(seen.length >= happened.length));
        happened.push(await happen(gateway));
        await eventually(() => Promise.resolve(seen.length >= happened.length));
        expect(seen).toEqual(happened);
        await end();
      }),
  );

  test('is printed in docs/protocol.md exactly as it is tested here', () => {
    const code = readFileSync(new URL('../../src/playground/pages/shared/resuming.ts', import.meta.url), 'utf8');
    const [, shown = ''] =
      /```ts\n(import type \{ FormattedExecutionResult \}.*?)```/s.exec(readFileSync('docs/protocol.md', 'utf8')) ?? [];
    expect(shown).toBe(code);
  });
});
