import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Headers as OtherHeaders } from 'undici';
import {
  keysOf,
  MessageTracker,
  publishedKeys,
  receive,
  WebhookVerifier,
  type AnswerStatus,
  type PublicKeys,
  type TrackerState,
  type WebhookHeaders,
} from '../../packages/client/src/index.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const { privateKey } = generateKeyPairSync('ed25519');
const { x = '', kty, crv } = privateKey.export({ format: 'jwk' });
const PUBLISHED = { keys: [{ x, kty, crv }] };
const FORGED = 'v1a,AAAA';

/** Returns an id (UUID version 7) of the nth message, with the current time. */
function idOf(nth: number): string {
  const digits = (Date.now() + nth).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

interface Delivery {
  readonly id?: string;
  readonly sequence?: string;
  readonly previous?: string;
  /** By the secret and by the key by default. */
  readonly signature?: string;
}

function headersOf({ id = idOf(0), sequence, previous, signature }: Delivery) {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const text = `${id}.${timestamp}.{}`;
  const bySecret = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(text)
    .digest('base64');
  const byKey = sign(null, Buffer.from(text), privateKey).toString('base64');
  return {
    ...{ 'webhook-id': id, 'webhook-timestamp': timestamp },
    'webhook-signature': signature ?? `v1,${bySecret} v1a,${byKey}`,
    ...{ 'webhook-sequence': sequence, 'webhook-previous': previous },
  };
}

const onlyKey = (delivery: Delivery) => {
  const headers = headersOf(delivery);
  return { ...headers, 'webhook-signature': headers['webhook-signature'].split(' ')[1] };
};

function pairsOf(delivery: Delivery): [string, string][] {
  return Object.entries(headersOf(delivery)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

describe('headers', () => {
  const asGiven: Readonly<Record<string, (pairs: [string, string][]) => WebhookHeaders>> = {
    'by name': (pairs) => Object.fromEntries(pairs),
    'by capitalized name': (pairs) => Object.fromEntries(pairs.map(([name, value]) => [name.toUpperCase(), value])),
    'as lists of one element': (pairs) => Object.fromEntries(pairs.map(([name, value]) => [name, [value]])),
    'of fetch': (pairs) => new Headers(pairs),
    'of another implementation': (pairs) => new OtherHeaders(pairs),
    'of another realm': (pairs) => ({ get: runInNewContext('(name) => pairs.get(name)', { pairs: new Map(pairs) }) }),
  };

  test.each(Object.entries(asGiven))('are read %s', async (_form, given) => {
    expect(await kit().post(given(pairsOf({ sequence: '1.1', previous: 'none' })))).toBe(204);
  });

  test('that are repeated are not read', async () => {
    const pairs = pairsOf({ sequence: '1.1', previous: 'none' });
    const repeated = Object.fromEntries(pairs.map(([name, value]) => [name, [value, value]]));
    expect(await kit().post(repeated)).toBe(401);
  });
});

/** Creates a receiver, and lists the ids that it has handled. */
function kit(options: { publicKeys?: PublicKeys; state?: TrackerState; idsMax?: number } = {}) {
  const { publicKeys = keysOf([]), state, ...kept } = options;
  const tracker = new MessageTracker(state, kept);
  const handled: string[] = [];
  const verifier = new WebhookVerifier({ secrets: [secret], publicKeys });
  const handle = ({ id }: { readonly id: string }) => {
    handled.push(id);
    return Promise.resolve();
  };
  const post = (headers: WebhookHeaders): Promise<AnswerStatus> =>
    receive({ verifier, tracker, handle }, headers, '{}');
  return { tracker, handled, post, take: (delivery: Delivery) => post(headersOf(delivery)) };
}

/** Published keys whose clock and answers the test decides. */
function published(answer: () => Response) {
  const world = { answer, fetches: 0, now: 1_000_000 };
  const ask = () => {
    world.fetches += 1;
    return Promise.resolve().then(() => world.answer());
  };
  return { world, publicKeys: publishedKeys('http://keys.example', { fetch: ask, now: () => world.now }) };
}

const unreachable = (): Response => {
  throw new TypeError('fetch failed');
};

describe('while it cannot read the public keys, a receiver', () => {
  test.each([
    ['nothing answers', unreachable],
    ['the answer is 500', () => new Response('', { status: 500 })],
    ['the answer is a page', () => new Response('<html></html>')],
  ])(
    'and none is known because %s, requests a retry of the delivery unless a secret verifies it',
    async (_, answer) => {
      const { world, publicKeys } = published(answer);
      const { post, handled } = kit({ publicKeys });
      const all = await Promise.all(Array.from({ length: 20 }, () => post(headersOf({ signature: FORGED }))));
      expect(new Set(all)).toEqual(new Set([503]));
      for (let nth = 0; nth < 30; nth++) expect(await post(headersOf({ signature: FORGED }))).toBe(503);
      expect(world.fetches).toBe(1);
      expect(await post(headersOf({ id: idOf(1) }))).toBe(204);
      world.now += 5_000;
      world.answer = () => Response.json(PUBLISHED);
      expect(await post(onlyKey({ id: idOf(2) }))).toBe(204);
      expect({ fetches: world.fetches, handled }).toEqual({
        fetches: 2,
        handled: [idOf(1), idOf(2)].map((id) => expect.stringContaining(id.slice(14))),
      });
    },
  );

  test('keeps known keys, and refuses a forged signature', async () => {
    const { world, publicKeys } = published(() => Response.json(PUBLISHED));
    const { post } = kit({ publicKeys });
    expect(await post(onlyKey({ id: idOf(1) }))).toBe(204);
    world.answer = unreachable;
    for (const later of [60_000, 600_000]) {
      world.now += later;
      expect(await post(headersOf({ signature: FORGED }))).toBe(401);
      expect(await post(onlyKey({ id: idOf(later) }))).toBe(204);
    }
    expect(world.fetches).toBe(3);
  });

  describe('from an address that never answers', () => {
    const server = createServer(() => undefined);
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    test('answers a delivery after a few seconds', async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const { post } = kit({ publicKeys: publishedKeys(`http://127.0.0.1:${port}/`) });
      expect(await post(headersOf({ signature: FORGED }))).toBe(503);
    }, 20_000);
  });
});

describe('unsigned headers', () => {
  test('neither repeat a handled message nor suppress a new one', async () => {
    const { tracker, handled, take } = kit();
    const [first, second] = [idOf(1), idOf(2)];
    expect(await take({ id: first, sequence: '1.1', previous: 'none' })).toBe(204);
    const { ids: _, ...before } = tracker.state;
    for (const [sequence, previous] of [
      ['1.2', '1.1'],
      ['7.3', 'none'],
      [undefined, undefined],
    ] as const)
      expect(await take({ id: first, ...(sequence && { sequence, previous }) })).toBe(204);
    expect(handled).toEqual([first]);
    expect(tracker.state).toMatchObject(before);
    expect(await take({ id: second, sequence: '1.2', previous: '1.1' })).toBe(204);
    expect(handled).toEqual([first, second]);
    expect(tracker.state).toMatchObject({ through: '1.2', beyond: [] });
    // Not even if the forged copy of a message arrives first.
    await take({ id: idOf(3), sequence: '7.3', previous: 'none' });
    await take({ id: idOf(4), sequence: '1.3', previous: '1.2' });
    expect(handled).toHaveLength(4);
  });

  test.each([
    ['x', 'none'],
    ['1.x', '1.1'],
    ['1.', undefined],
    ['1.1e3', 'none'],
    ['1.-5', 'none'],
    ['1.02', '1.1'],
    ['1.9007199254740993', '1.1'],
    ['1.2', 'x'],
    ['1.2', '1.2'],
  ])('with sequence %s and previous %s are refused, and change nothing', async (sequence, previous) => {
    const { tracker, handled, take } = kit();
    const before = tracker.state;
    expect(await take({ sequence, ...(previous !== undefined && { previous }) })).toBe(400);
    expect(handled).toEqual([]);
    expect(tracker.state).toEqual(before);
    expect(tracker.gaps()).toEqual([]);
  });

  test('decide whether a message is new if its id was evicted or never kept', async () => {
    const ids = Array.from({ length: 5 }, (_, nth) => idOf(nth));
    const { tracker, take } = kit({ idsMax: 2 });
    for (const [nth, id] of ids.entries())
      await take({ id, sequence: `1.${nth + 1}`, previous: nth === 0 ? 'none' : `1.${nth}` });
    expect(tracker.state.ids).toMatchObject({ last: ids.slice(3), forgotten: ids[2] });
    const stored: TrackerState = JSON.parse(JSON.stringify(tracker.state));
    const again = kit({ state: stored, idsMax: 2 });
    for (const [nth, id = ''] of ids.entries())
      await again.take({ id, sequence: `1.${nth + 1}`, previous: nth === 0 ? 'none' : `1.${nth}` });
    expect(again.handled).toEqual([]);
    // State that a previous version has stored, after a last event with an invalid sequence.
    const former = kit({ state: { through: '1.3', beyond: [['x', 'none']], lost: [] } });
    for (const [nth, id = ''] of ids.entries())
      await former.take({ id: id.replace(/^.{8}/, '01900000'), sequence: `1.${nth + 1}`, previous: `1.${nth}` });
    expect(former.handled).toHaveLength(2);
    expect(former.tracker.state).toMatchObject({ through: '1.5', beyond: [] });
  });
});
