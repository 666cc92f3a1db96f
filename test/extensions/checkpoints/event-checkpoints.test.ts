import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { cashIns, sql } from '../../support/webhooks.ts';
import { startChainsAnew } from '../../support/world.ts';

const EVENTS = 'query ($after: String) { webhookEvents(first: 100, after: $after) { nodes { id sequence body } } }';
const CHECKPOINTS =
  '{ eventCheckpoints { totalCount totalCountIsExact nodes { id fromSequence toSequence hash content signature publicKey } } }';
const MINUTE_SECONDS = 60;

interface ShownEvent {
  readonly id: string;
  readonly sequence: string;
  readonly body: string;
}

interface Checkpoint {
  readonly id: string;
  readonly fromSequence: string;
  readonly toSequence: string;
  readonly hash: string;
  readonly content: string;
  readonly signature: string;
  readonly publicKey: string;
}

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  await startChainsAnew(gateway.app.database);
});
afterAll(() => gateway.stop());

async function events(client: string): Promise<readonly ShownEvent[]> {
  return (await gateway.data({ query: EVENTS, client })).webhookEvents.nodes;
}

async function checkpoints(client: string): Promise<readonly Checkpoint[]> {
  return (await gateway.data({ query: CHECKPOINTS, client })).eventCheckpoints.nodes;
}

/** Simulates payments, and moves the clock by a minute once they are chained; returns the checkpoint of the last. */
async function closedAfter(client: string, count: number): Promise<Checkpoint> {
  const before = (await events(client)).length;
  await cashIns(gateway, count, { client });
  const all = await eventually(async () => {
    const now = await events(client);
    return now.length === before + 2 * count && now;
  });
  const last = all.at(-1)?.sequence ?? '';
  await eventually(async () => {
    const position = last.split('.')[1];
    const chained = await sql(gateway, 'select from event_chain where to_position = ? and partner_id = ?', [
      position,
      gateway.partnerOf(client),
    ]);
    return chained.length === 1;
  });
  gateway.clock.advance(MINUTE_SECONDS);
  return eventually(async () => (await checkpoints(client)).find(({ toSequence }) => toSequence === last));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Computes the chain as described in docs/events.md, only with Node. */
function hashOf(from: string, chained: readonly ShownEvent[]): string {
  return chained.reduce((hash, { sequence, id, body }) => sha256(`${hash}\n${sequence}\n${id}\n${sha256(body)}`), from);
}

/** Checks whether a published key of the partner has signed a checkpoint. */
async function isSigned({ content, signature, publicKey }: Checkpoint, client: string): Promise<boolean> {
  const { viewer } = await gateway.data({ query: '{ viewer { signingKeysUrl } }', client });
  const answer = await fetch(viewer.signingKeysUrl as string);
  const { keys } = (await answer.json()) as { keys: { kty: string; crv: string; x: string }[] };
  const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = keys.find(({ x }) => x === raw);
  if (key === undefined) return false;
  const publicJwk = createPublicKey({ key, format: 'jwk' });
  return verify(null, Buffer.from(content), publicJwk, Buffer.from(signature, 'base64'));
}

describe('checkpoints of a partner', () => {
  test('prove which events exist, one after the other, even if no more events follow', async () => {
    const first = await closedAfter('acme-pay', 3);
    const second = await closedAfter('acme-pay', 2);
    const all = await events('acme-pay');
    expect(await checkpoints('acme-pay')).toEqual([first, second]);
    expect([first, second]).toMatchObject([
      { fromSequence: '1.1', toSequence: '1.6', hash: hashOf('0'.repeat(64), all.slice(0, 6)) },
      { fromSequence: '1.7', toSequence: '1.10', hash: hashOf(first.hash, all.slice(6)) },
    ]);
    const lines = ['checkpoint/1', 'ACME_PAY', '1.7', '1.10', first.hash, second.hash];
    expect(second.content.split('\n')).toEqual([...lines, expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)]);
    for (const checkpoint of [first, second]) expect(await isSigned(checkpoint, 'acme-pay')).toBe(true);
    expect(await gateway.data({ query: `{ node(id: "${second.id}") { id } }` })).toEqual({ node: { id: second.id } });
  });

  test('reveal a changed character, a missing event, and two swapped ones', async () => {
    const stored = await checkpoints('acme-pay');
    const all = (await events('acme-pay')).slice(0, 6);
    const changed = all.map((event, nth) => (nth === 2 ? { ...event, body: `${event.body} ` } : event));
    const [one, other, ...rest] = all;
    const swapped = [other, one, ...rest].filter((event) => event !== undefined);
    for (const wrong of [changed, all.toSpliced(3, 1), all.slice(0, -1), swapped])
      expect(hashOf('0'.repeat(64), wrong)).not.toBe(stored[0]?.hash);
    for (const checkpoint of stored)
      expect(await isSigned({ ...checkpoint, content: `${checkpoint.content} ` }, 'acme-pay')).toBe(false);
  });

  test('are its own, and so are the keys that sign them', async () => {
    const own = await closedAfter('beta-pay', 1);
    expect(own).toMatchObject({ fromSequence: '1.1', toSequence: '1.2' });
    expect(await isSigned(own, 'beta-pay')).toBe(true);
    expect(await isSigned(own, 'acme-pay')).toBe(false);
    const foreign = await gateway.data({ query: `{ node(id: "${own.id}") { id } }` });
    expect(foreign.node).toBeNull();
    const { viewer } = await gateway.data({ query: '{ viewer { signingKey } }', client: 'beta-pay' });
    expect(viewer.signingKey).toBe(own.publicKey);
  });
});

describe('the public keys', () => {
  test('are the next and the current one, without token and name; any other set is 404', async () => {
    const { viewer } = await gateway.data({ query: '{ viewer { signingKey signingKeysUrl } }' });
    const answer = await fetch(viewer.signingKeysUrl as string);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const { keys } = JSON.parse(text) as { keys: object[] };
    const key = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' };
    expect(keys).toEqual([key, key].map((one) => ({ ...one, x: expect.any(String), kid: expect.any(String) })));
    expect(text).not.toMatch(/"d":|ACME/);
    const base = (viewer.signingKeysUrl as string).split('?')[0] ?? '';
    for (const query of ['', '?set=', '?set=ACME_PAY', '?set=5b2d9c1e-8f4a-4d6b-9a3c-7e1f2a3b4c5d'])
      expect((await fetch(base + query)).status).toBe(404);
  });
});
