import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MessageTracker, receive, WebhookVerifier } from '../../packages/client/src/index.ts';
import { createConsumer } from '../support/consumers.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { sequencesAfter } from '../support/live-events.ts';
import { withSeed } from '../support/test-random.ts';
import { cashIns, createConfiguration } from '../support/webhooks.ts';
import { CONSUMER, pollWires } from './wires/poll-wires.ts';
import { socketWires } from './wires/socket-wires.ts';
import { streamWires } from './wires/stream-wires.ts';
import type { Follow } from './wires/wire.ts';

/** `CUT_EVENTS=10000 CUTS=200 npm test cut-wires` is the full run. */
const EVENTS = Number(process.env['CUT_EVENTS'] ?? 500);
const CUTS = Number(process.env['CUTS'] ?? 10);
/** Concurrent payments; each causes two events. */
const CONCURRENT_PAYMENTS = 10;
/** Longest pause between the last cuts, after all events have happened, in milliseconds. */
const LAST_CUTS_MS = 300;
const WEBHOOKS = 'webhooks';
/** Timeout of a full run on a busy machine, in milliseconds. */
const LONGEST_MS = 120_000 + 100 * EVENTS;

const wires: Record<string, Follow> = { ...socketWires, ...streamWires, ...pollWires };

/** A proxy that is cut, and the sequences that arrived through it. */
interface Cut {
  readonly proxy: CuttingProxy;
  readonly seen: string[];
  readonly stop: () => void | Promise<void>;
}

let gateway: Gateway;
const cut = new Map<string, Cut>();
let sent: readonly string[] = [];

beforeAll(async () => {
  // Cuts must not open the breaker of an endpoint, and deliveries that were cut are retried soon.
  gateway = await Gateway.start({
    environment: { WEBHOOK_BREAKER_FAILURES: '1000', WEBHOOK_RETRY_SECONDS: Array(20).fill('1').join(',') },
  });
  const after = (await gateway.data({ query: '{ webhookEventsCursor }' })).webhookEventsCursor as string;
  await createConsumer(gateway, { name: CONSUMER, after });
  cut.set(WEBHOOKS, await receiver());
  for (const [name, follow] of Object.entries(wires)) {
    const proxy = await CuttingProxy.to({ host: '127.0.0.1', port: Number(new URL(gateway.app.url).port) });
    const seen: string[] = [];
    const next = ({ sequence }: { readonly sequence: string }) => seen.push(sequence);
    const stop = follow({ port: proxy.port, after, token: () => gateway.token('acme-pay'), next });
    cut.set(name, { proxy, seen, stop });
  }
  await withSeed((random) => payWhileCutting(random));
  sent = await eventually(async () => {
    const happened = await sequencesAfter(gateway, after);
    return happened.length >= EVENTS && happened;
  });
}, LONGEST_MS);
afterAll(async () => {
  for (const { stop, proxy } of cut.values()) {
    proxy.close();
    await stop();
  }
  await gateway.stop();
});

/** Starts an endpoint with the receiver kit behind a proxy that is cut. */
async function receiver(): Promise<Cut> {
  const seen: string[] = [];
  const secrets: string[] = [];
  const tracker = new MessageTracker();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined).on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const verifier = new WebhookVerifier({ secrets, now: () => gateway.clock.now().getTime() });
      const handle = ({ sequence = '' }) => Promise.resolve(void seen.push(sequence));
      void receive({ verifier, tracker, handle }, request.headers, Buffer.concat(chunks)).then((status) =>
        response.writeHead(status).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await CuttingProxy.to({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const { signingSecret } = await createConfiguration(gateway, {
    uri: `http://127.0.0.1:${proxy.port}/`,
    eventNames: ['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED'],
  });
  secrets.push(signingSecret);
  return { proxy, seen, stop: () => void server.close() };
}

/** Causes events and cuts each proxy at random moments meanwhile, until all were cut often enough. */
async function payWhileCutting(random: () => number): Promise<void> {
  const batches = Math.ceil(EVENTS / CONCURRENT_PAYMENTS / 2);
  for (let nth = 0; nth < batches; nth += 1) {
    const happening = cashIns(gateway, CONCURRENT_PAYMENTS);
    for (const { proxy } of cut.values())
      if (random() * batches < CUTS)
        setTimeout(() => {
          if (proxy.cuts < CUTS) proxy.cut();
        }, random() * 50);
    await happening;
  }
  await Promise.all(
    [...cut.values()].map(async ({ proxy }) => {
      if (proxy.cuts >= CUTS) return;
      proxy.cutAtRandom(random, LAST_CUTS_MS);
      // An idle proxy has no connection to cut: another payment opens one.
      await eventually(async () => {
        if (proxy.cuts < CUTS) await cashIns(gateway, 1);
        return proxy.cuts >= CUTS;
      });
      proxy.holdStill();
    }),
  );
}

function cutWire(name: string): Cut {
  const found = cut.get(name);
  if (found === undefined) throw new Error(`There is no wire ${name}.`);
  return found;
}

const positionOf = (sequence: string) => Number(sequence.split('.')[1]);

test.each([...Object.keys(wires), WEBHOOKS])(
  'over connections that are cut, each event arrives exactly once by %s',
  async (name) => {
    const { proxy, seen } = cutWire(name);
    await eventually(() => Promise.resolve(seen.length >= sent.length));
    expect(proxy.cuts).toBeGreaterThanOrEqual(CUTS);
    // Webhooks arrive in the order in which their attempts end; everything else arrives in the order of the log.
    const inOrder = name === WEBHOOKS ? seen.toSorted((one, other) => positionOf(one) - positionOf(other)) : seen;
    expect(inOrder).toEqual(sent);
  },
);
