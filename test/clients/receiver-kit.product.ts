import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  MessageTracker,
  rangesOf,
  receive,
  SEND_AGAIN,
  WebhookVerifier,
  type TrackerState,
  type WebhookMessage,
} from '../../packages/client/src/index.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { Receiver, type ReceivedCall } from '../support/receiver.ts';
import { withSeed } from '../support/test-random.ts';
import { cashIns, createConfiguration, type MadeConfiguration } from '../support/webhooks.ts';

const MESSAGES = 120;
const DELIVERIES = 100_000;
const PATH = '/kit';

let gateway: Gateway;
let receiver: Receiver;
let configuration: MadeConfiguration;
let calls: readonly ReceivedCall[];

beforeAll(async () => {
  [gateway, receiver] = await Promise.all([Gateway.start(), Receiver.start()]);
  configuration = await createConfiguration(gateway, { uri: receiver.url(PATH) });
  await cashIns(gateway, 1);
  for (let sent = 1; sent < MESSAGES; sent += 17) await cashIns(gateway, 17);
  calls = await eventually(() => {
    const count = new Set(receiver.callsOf(PATH).map(({ headers }) => headers['webhook-id'])).size;
    return Promise.resolve(count >= MESSAGES && [...receiver.callsOf(PATH)]);
  });
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

async function lastSequence(): Promise<string> {
  const query = 'query ($id: ID!) { node(id: $id) { ... on WebhookConfiguration { lastSequence } } }';
  return (await gateway.data({ query, variables: { id: configuration.id } })).node.lastSequence;
}

function verifier(secrets = [configuration.signingSecret]): WebhookVerifier {
  return new WebhookVerifier({ secrets, now: () => gateway.clock.now().getTime() });
}

function verified(): Promise<readonly WebhookMessage[]> {
  const one = verifier();
  return Promise.all(calls.map(({ headers, body }) => one.verify(headers, body)));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}

const positionOf = (sequence: string | undefined) => Number(sequence?.split('.')[1]);

/** Takes and acknowledges deliveries; returns the sequences of those that were new. */
function handled(tracker: MessageTracker, deliveries: readonly WebhookMessage[]): string[] {
  return deliveries.flatMap((message) => {
    if (tracker.take(message) !== 'NEW') return [];
    tracker.ack(message);
    return message.sequence ?? [];
  });
}

describe('the tracker', () => {
  test('reports exactly what is missing of deliveries that are dropped, duplicated and shuffled', () =>
    withSeed(async (random) => {
      const messages = await verified();
      const last = await lastSequence();
      for (let delivered = 0; delivered < DELIVERIES;) {
        const share = random() * 0.6;
        const dropped = new Set(messages.filter(() => random() < share));
        const arrived = messages.filter((message) => !dropped.has(message));
        const deliveries = shuffled([...arrived, ...arrived.filter(() => random() < 0.5)], random);
        const middle = Math.floor(random() * deliveries.length);
        const first = new MessageTracker();
        const seen = handled(first, deliveries.slice(0, middle));
        // Restarted in the middle, with its stored state.
        const tracker = new MessageTracker(JSON.parse(JSON.stringify(first.state)) as TrackerState);
        seen.push(...handled(tracker, deliveries.slice(middle)));
        expect(seen.toSorted()).toEqual(arrived.map(({ sequence }) => sequence).toSorted());
        tracker.expect(last);
        const missing = [...dropped].map(({ sequence }) => sequence);
        const gaps = tracker.gaps();
        const named = gaps.filter(({ to }) => !missing.includes(to));
        const overlooked = missing.filter((sequence) => !gaps.some((gap) => isIn(gap, sequence)));
        const suspected = arrived.filter(({ sequence }) => gaps.some((gap) => isIn(gap, sequence)));
        expect({ named, overlooked, suspected }).toEqual({ named: [], overlooked: [], suspected: [] });
        const healed: string[] = [];
        for (let ranges = rangesOf(tracker.gaps()); ranges.length > 0; ranges = rangesOf(tracker.gaps())) {
          const again = messages.filter(({ sequence }) => ranges.some((range) => isIn(range, sequence)));
          healed.push(...handled(tracker, shuffled(again, random)));
        }
        expect(healed.toSorted()).toEqual(missing.toSorted());
        expect(tracker.state).toMatchObject({ through: last, beyond: [], lost: [] });
        delivered += deliveries.length;
      }
    }));

  test('has the gateway send lost messages again until none is missing', () =>
    withSeed(async (random) => {
      const tracker = new MessageTracker();
      const seen: string[] = [];
      const handle = (message: WebhookMessage) => {
        seen.push(message.sequence ?? '');
        return Promise.resolve();
      };
      const options = { verifier: verifier(), tracker, handle };
      const arrived = calls.filter(() => random() < 0.7);
      for (const { headers, body } of shuffled(arrived, random)) await receive(options, headers, body);
      tracker.expect(await lastSequence());
      for (let read = receiver.callsOf(PATH).length, gaps = tracker.gaps(); gaps.length > 0; gaps = tracker.gaps()) {
        for (const range of rangesOf(gaps)) {
          const variables = { configurationId: configuration.id, ...range };
          const { reprocessWebhookMessagesByRange: again } = await gateway.data({ query: SEND_AGAIN, variables });
          expect(again).toMatchObject({ __typename: 'ReprocessWebhookMessagesByRangeSuccess' });
          read += await eventually(async () => {
            const sent = receiver.callsOf(PATH).slice(read);
            for (const { headers, body } of sent) await receive(options, headers, body);
            return sent.length >= again.matched && sent.length;
          });
        }
      }
      const all = new Set(calls.map(({ headers }) => headers['webhook-sequence']));
      expect(seen.toSorted()).toEqual([...all].toSorted());
    }));

  test('reports what a restore has lost, and continues in the next epoch', () => {
    const message = (sequence: string, previous: string | null): WebhookMessage => ({
      ...{ id: sequence, event: 'E', context: 'Pix', attempt: 0, idempotencyKey: sequence, body: '{}' },
      ...{ sequence, previous },
    });
    const tracker = new MessageTracker();
    handled(tracker, [message('1.2', null), message('1.4', '1.2'), message('1.5', '1.4'), message('1.9', '1.7')]);
    expect(tracker.gaps()).toEqual([{ from: '1.6', to: '1.7' }]);
    // The gateway was restored to 1.4: it continues in epoch 2, and one of its messages does not arrive.
    handled(tracker, [message('2.8', '2.6'), message('2.5', '1.4')]);
    expect(tracker.state.lost).toEqual([{ from: '1.5', to: '1.9' }]);
    expect(tracker.gaps()).toEqual([{ from: '2.6', to: '2.6' }]);
    expect(handled(tracker, [message('2.6', '2.5'), message('1.9', '1.7'), message('2.8', '2.6')])).toEqual(['2.6']);
    expect(tracker.state).toMatchObject({ through: '2.8', beyond: [] });
  });
});

describe('receive', () => {
  test('handles a message once despite concurrent deliveries, and again after a failure', async () => {
    const [{ headers, body } = { headers: {}, body: Buffer.from('') }] = calls;
    const tracker = new MessageTracker();
    const done: string[] = [];
    let handle = (_message: WebhookMessage): Promise<void> => Promise.reject(new Error('The database is away.'));
    const options = { verifier: verifier(), tracker, handle: (message: WebhookMessage) => handle(message) };
    expect(await receive(options, headers, body)).toBe(500);
    let finish = (): void => undefined;
    const isBegun = new Promise<void>((began) => {
      handle = async ({ id }) => {
        began();
        await new Promise<void>((resolve) => (finish = resolve));
        done.push(id);
      };
    });
    const first = receive(options, headers, body);
    await isBegun;
    expect(await receive(options, headers, body)).toBe(409);
    finish();
    expect(await first).toBe(204);
    expect(await receive(options, headers, body)).toBe(204);
    expect(await receive(options, headers, body)).toBe(204);
    expect(await receive(options, headers, Buffer.from(`${String(body)} `))).toBe(401);
    expect(done).toHaveLength(1);
  });
});

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;

describe('the verifier', () => {
  test('accepts what the gateway signs, and nothing that is changed, old or signed with another secret', async () => {
    const [{ headers, body } = { headers: {}, body: Buffer.from('') }] = calls;
    const message = await verifier().verify(headers, body);
    expect(message).toMatchObject({ event: 'PIX_CASH_IN_WAS_RECEIVED', context: 'Pix', body: String(body) });
    expect(
      await verifier([secret(), configuration.signingSecret]).verify(
        new Headers(
          Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
        ),
        String(body),
      ),
    ).toEqual(message);
    const reparsed = JSON.stringify(JSON.parse(String(body)), null, 1);
    const bad: [object, string | Buffer, string][] = [
      [headers, reparsed, 'SIGNATURE'],
      [{ ...headers, 'webhook-id': randomUUID() }, body, 'SIGNATURE'],
      [{ ...headers, 'webhook-signature': 'v1,abc v2,abc' }, body, 'SIGNATURE'],
      [{ ...headers, 'webhook-timestamp': '1' }, body, 'TIMESTAMP'],
      [{ ...headers, 'webhook-timestamp': undefined }, body, 'HEADERS'],
    ];
    for (const [changed, text, reason] of bad)
      await expect(verifier().verify({ ...changed }, text)).rejects.toMatchObject({ reason });
    await expect(verifier([secret()]).verify(headers, body)).rejects.toMatchObject({ reason: 'SIGNATURE' });
    expect(() => new WebhookVerifier({ secrets: ['secret'] })).toThrow('whsec_');
    expect(() => new WebhookVerifier({})).toThrow('Give secrets');
  });
});

function isIn({ from, to }: { readonly from: string; readonly to: string }, sequence: string | undefined): boolean {
  return positionOf(sequence) >= positionOf(from) && positionOf(sequence) <= positionOf(to);
}
