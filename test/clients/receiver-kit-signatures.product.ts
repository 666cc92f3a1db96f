import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  checkCheckpoints,
  keysOf,
  publishedKeys,
  WebhookVerifier,
  type ChainedEvent,
  type Checkpoint,
} from '../../packages/client/src/index.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { cashIns, sql } from '../support/webhooks.ts';
import { startChainsAnew } from '../support/world.ts';

const MINUTE_SECONDS = 60;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  await startChainsAnew(gateway.app.database);
  await cashIns(gateway, 3);
});
afterAll(() => gateway.stop());

/** Returns a delivery that is signed as in Standard Webhooks, by secrets and by key pairs. */
function delivery(secrets: readonly string[], pairs: readonly ReturnType<typeof keyPair>[] = []) {
  const [id, body] = [randomUUID(), '{"name":"É"}'];
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const text = `${id}.${timestamp}.${body}`;
  const v1 = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  });
  const v1a = pairs.map(({ privateKey }) => `v1a,${sign(null, Buffer.from(text), privateKey).toString('base64')}`);
  const signatures = [...v1, ...v1a].join(' ');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures };
  return { headers, body };
}

function keyPair() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '', kty, crv } = privateKey.export({ format: 'jwk' });
  return { privateKey, jwk: { kty, crv, x }, shown: `whpk_${Buffer.from(x, 'base64url').toString('base64')}` };
}

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;

describe('the verifier', () => {
  test('follows a new secret that it is given, and new published keys by itself', async () => {
    const [previous, next] = [secret(), secret()];
    const { headers, body } = delivery([next, previous]);
    for (const one of [previous, next]) await new WebhookVerifier({ secrets: [one] }).verify(headers, body);
    const [first, second, third] = [keyPair(), keyPair(), keyPair()];
    let published = [second, first];
    let fetches = 0;
    let now = Date.now();
    const publicKeys = publishedKeys('https://gateway.example/keys', {
      now: () => now,
      fetch: () => {
        fetches += 1;
        return Promise.resolve(Response.json({ keys: published.map(({ jwk }) => jwk) }));
      },
    });
    const byKey = new WebhookVerifier({ publicKeys });
    const verify = (pairs: (typeof first)[]) => {
      const one = delivery([], pairs);
      return byKey.verify(one.headers, one.body);
    };
    await verify([first]);
    await verify([second, first]);
    expect(fetches).toBe(1);
    published = [third, second, first];
    await expect(verify([third])).rejects.toMatchObject({ reason: 'SIGNATURE' });
    now += 60_000;
    await verify([third]);
    await expect(verify([keyPair()])).rejects.toMatchObject({ reason: 'SIGNATURE' });
    expect(fetches).toBe(2);
    const { headers: own, body: text } = delivery([], [first]);
    await new WebhookVerifier({ publicKeys: keysOf(['whpk_none', first.shown]) }).verify(own, text);
  });

  test('trusts keys for an hour at most while they cannot be fetched again', async () => {
    const pair = keyPair();
    let [now, isReachable] = [Date.now(), true];
    const publicKeys = publishedKeys('https://gateway.example/keys', {
      now: () => now,
      fetch: () =>
        isReachable ? Promise.resolve(Response.json({ keys: [pair.jwk] })) : Promise.reject(new Error('No network.')),
    });
    const verifier = new WebhookVerifier({ publicKeys, toleranceSeconds: 2 * 3_600 });
    const { headers, body } = delivery([], [pair]);
    await verifier.verify(headers, body);
    isReachable = false;
    now += 3_599_000;
    await verifier.verify(headers, body);
    now += 1_000;
    await expect(verifier.verify(headers, body)).rejects.toMatchObject({ reason: 'KEYS' });
    isReachable = true;
    now += 60_000;
    await verifier.verify(headers, body);
  });

  test('looks at the first 20 signatures', async () => {
    const own = secret();
    const { headers, body } = delivery([...Array.from({ length: 19 }, secret), own]);
    await new WebhookVerifier({ secrets: [own] }).verify(headers, body);
    const { headers: more, body: other } = delivery([...Array.from({ length: 20 }, secret), own]);
    await expect(new WebhookVerifier({ secrets: [own] }).verify(more, other)).rejects.toMatchObject({
      reason: 'SIGNATURE',
    });
  });
});

const EVENTS = `query ($after: String) {
  webhookEvents(first: 100, after: $after) { nodes { id sequence body } pageInfo { endCursor hasNextPage } } }`;
const CHECKPOINTS =
  '{ eventCheckpoints(first: 100) { nodes { fromSequence toSequence hash content signature publicKey } } }';

async function allEvents(): Promise<ChainedEvent[]> {
  const all: ChainedEvent[] = [];
  for (let after: string | null = null; ;) {
    const { webhookEvents } = await gateway.data({ query: EVENTS, variables: { after } });
    all.push(...webhookEvents.nodes);
    if (!webhookEvents.pageInfo.hasNextPage) return all;
    after = webhookEvents.pageInfo.endCursor;
  }
}

describe('checkpoints', () => {
  test('identify the one whose events were changed, offline', async () => {
    const checkpoints = await checkpointsAfter(await checkpointsAfter([]));
    expect(checkpoints.length).toBeGreaterThanOrEqual(2);
    const { viewer } = await gateway.data({ query: '{ viewer { signingKeysUrl } }' });
    const options = { companyKey: 'ACME_PAY', publicKeys: publishedKeys(viewer.signingKeysUrl as string) };
    const events = await allEvents();
    const verdicts = async (listed = checkpoints, of = events, given = options) =>
      (await checkCheckpoints(listed, of, given)).map(({ verdict }) => verdict);
    const right = checkpoints.map(() => 'RIGHT');
    expect(await verdicts()).toEqual(right);
    const at = Number(checkpoints[1]?.fromSequence.split('.')[1]);
    const changed = events.map((event, nth) => (nth === at ? { ...event, body: event.body.replace('1', '2') } : event));
    expect(await verdicts(checkpoints, changed)).toEqual(right.with(1, 'EVENTS_CHANGED'));
    expect(await verdicts(checkpoints, events.toSpliced(at, 1))).toEqual(right.with(1, 'EVENTS_MISSING'));
    expect(await verdicts(checkpoints, swapped(events, at))).toEqual(right.with(1, 'EVENTS_CHANGED'));
    expect(await verdicts(checkpoints, [...events, ...events.slice(0, at + 1)])).toEqual(right);
    const twin = events.slice(at, at + 1).map((event) => ({ ...event, id: randomUUID() }));
    expect(await verdicts(checkpoints, events.toSpliced(at, 0, ...twin))).toEqual(right.with(1, 'EVENTS_MISSING'));
    // An attacker who can write to the database, but has no key: the gateway itself returns the changed events.
    const place = `partner_id = 'ACME_PAY' and position = ${at + 1}`;
    await sql(gateway, `update event set body = replace(body, '"10.50"', '"90.50"') where ${place}`);
    expect(await allEvents()).not.toEqual(events);
    expect(await verdicts(checkpoints, await allEvents())).toEqual(right.with(1, 'EVENTS_CHANGED'));
    await sql(gateway, `delete from event where ${place}`);
    expect(await verdicts(checkpoints, await allEvents())).toEqual(right.with(1, 'EVENTS_MISSING'));
    expect(await verdicts(checkpoints.toSpliced(0, 1))).toEqual(right.slice(1));
    expect(await verdicts(checkpoints, events, { ...options, companyKey: 'BETA_PAY' })).not.toContain('RIGHT');
    const [first, ...others] = checkpoints;
    const forged = first && [{ ...first, hash: '0'.repeat(64) }, ...others];
    expect((await verdicts(forged))[0]).toBe('NOT_SIGNED');
    expect(await verdicts(checkpoints, events, { ...options, publicKeys: keysOf([keyPair().shown]) })).toEqual(
      right.map(() => 'NOT_SIGNED'),
    );
  });
});

/** Swaps the bodies of two neighbours. */
function swapped(events: readonly ChainedEvent[], at: number): ChainedEvent[] {
  const [one, other] = [events[at]?.body ?? '', events[at + 1]?.body ?? ''];
  return events.map((event, nth) =>
    nth === at ? { ...event, body: other } : nth === at + 1 ? { ...event, body: one } : event,
  );
}

/** Waits until another checkpoint is closed over new payments; returns all checkpoints. */
async function checkpointsAfter(previous: readonly Checkpoint[]): Promise<readonly Checkpoint[]> {
  if (previous.length > 0) await cashIns(gateway, 3);
  const count = await eventually(async () => {
    const { length } = await allEvents();
    return length >= 6 * (previous.length + 1) && length;
  });
  await eventually(async () => {
    const chained = await sql(gateway, `select from event_chain where to_position >= ? and partner_id = 'ACME_PAY'`, [
      count,
    ]);
    return chained.length === 1;
  });
  gateway.clock.advance(MINUTE_SECONDS);
  return eventually(async () => {
    const { nodes } = (await gateway.data({ query: CHECKPOINTS })).eventCheckpoints;
    return nodes.length > previous.length && nodes;
  });
}
