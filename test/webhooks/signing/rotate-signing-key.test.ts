import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually, Gateway } from '../../support/gateway.ts';
import { Receiver, type ReceivedCall } from '../../support/receiver.ts';
import { isSignedBy, keysOf, publishedKeys, rotateSigningKey, signaturesIn, xOf } from '../../support/signing-keys.ts';
import { cashIns, createConfiguration, sql } from '../../support/webhooks.ts';

const DAY_SECONDS = 86_400;
const REFUSED = {
  __typename: 'SigningKeyTooNewError',
  code: 'SIGNING_KEY_TOO_NEW',
  status: 422,
  message: 'The next key was published less than seven days ago.',
};

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

/** Lets time pass for the gateway and for tokens. */
function wait(seconds: number): void {
  gateway.clock.advance(seconds);
  gateway.forgetTokens();
}

/** Creates an endpoint with these schemes; `next` causes an event and returns its call. */
async function endpoint(signatureSchemes: readonly string[], client = 'acme-pay') {
  const path = `/${randomUUID()}`;
  const made = await createConfiguration(gateway, { uri: receiver.url(path), signatureSchemes }, { client });
  const next = async (): Promise<ReceivedCall> => {
    const before = receiver.callsOf(path).length;
    await cashIns(gateway, 1, { client });
    return eventually(() => Promise.resolve(receiver.callsOf(path)[before]));
  };
  return { ...made, next };
}

function headersOf({ headers }: ReceivedCall): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

test('a message is signed by the schemes of its configuration: secret, key of the partner, or both', async () => {
  const both = await endpoint(['V1', 'V1A']);
  const key = await endpoint(['V1A']);
  const secret = await endpoint(['V1']);
  const { signingKey, signingKeysUrl } = await keysOf(gateway);
  const call = await both.next();
  expect([signaturesIn(call, 'v1').length, signaturesIn(call, 'v1a').length]).toEqual([1, 1]);
  expect(() => new Webhook(both.signingSecret).verify(call.body.toString(), headersOf(call))).not.toThrow();
  expect(isSignedBy(call, signingKey)).toBe(true);
  const [next, current, ...others] = await publishedKeys(signingKeysUrl);
  expect([current?.x, others]).toEqual([xOf(signingKey), []]);
  expect([isSignedBy(call, current ?? {}), isSignedBy(call, next ?? {})]).toEqual([true, false]);
  const byKey = await key.next();
  expect([signaturesIn(byKey, 'v1').length, isSignedBy(byKey, signingKey)]).toEqual([0, true]);
  const bySecret = await secret.next();
  expect([signaturesIn(bySecret, 'v1').length, signaturesIn(bySecret, 'v1a').length]).toEqual([1, 0]);
});

test('another partner’s messages verify only with its own keys', async () => {
  const beta = await endpoint(['V1A'], 'beta-pay');
  const call = await beta.next();
  expect(isSignedBy(call, (await keysOf(gateway, 'beta-pay')).signingKey)).toBe(true);
  for (const key of await publishedKeys((await keysOf(gateway)).signingKeysUrl))
    expect(isSignedBy(call, key)).toBe(false);
});

test('the next key of the sandbox signs at the first rotation, and is too new at the second', async () => {
  const { next: nextCall } = await endpoint(['V1', 'V1A']);
  const before = await keysOf(gateway);
  const [next, current] = await publishedKeys(before.signingKeysUrl);
  const rotated = await rotateSigningKey(gateway);
  expect(rotated).toEqual({
    __typename: 'RotateSigningKeySuccess',
    viewer: { partner: 'ACME_PAY', signingKey: expect.stringMatching(/^whpk_/), signingKeysUrl: before.signingKeysUrl },
  });
  expect(xOf(rotated.viewer.signingKey)).toBe(next?.x);
  const published = await publishedKeys(before.signingKeysUrl);
  expect(published.slice(1)).toEqual([next, current]);
  const call = await nextCall();
  expect(signaturesIn(call, 'v1a')).toHaveLength(2);
  expect([isSignedBy(call, before.signingKey), isSignedBy(call, rotated.viewer.signingKey)]).toEqual([true, true]);
  const again = await rotateSigningKey(gateway);
  expect(again).toEqual({ ...REFUSED, usableAt: expect.any(String) });
  const usableIn = (new Date(again.usableAt).getTime() - gateway.clock.now().getTime()) / 1_000;
  expect(usableIn).toBeGreaterThan(7 * DAY_SECONDS - 60);
  expect(usableIn).toBeLessThanOrEqual(7 * DAY_SECONDS);
  expect(await publishedKeys(before.signingKeysUrl)).toEqual(published);

  wait(DAY_SECONDS - 60);
  expect(signaturesIn(await nextCall(), 'v1a')).toHaveLength(2);
  wait(120);
  const later = await nextCall();
  expect(signaturesIn(later, 'v1a')).toHaveLength(1);
  expect(isSignedBy(later, rotated.viewer.signingKey)).toBe(true);

  wait(new Date(again.usableAt).getTime() / 1_000 - gateway.clock.now().getTime() / 1_000 - 60);
  expect(await rotateSigningKey(gateway)).toMatchObject(REFUSED);
  wait(60);
  expect((await rotateSigningKey(gateway)).__typename).toBe('RotateSigningKeySuccess');
});

test('compromised keys neither sign nor are published any more', async () => {
  const { next: nextCall } = await endpoint(['V1A']);
  const { signingKey, signingKeysUrl } = await keysOf(gateway);
  const [next] = await publishedKeys(signingKeysUrl);
  const rotated = await rotateSigningKey(gateway, { compromised: true });
  expect(xOf(rotated.viewer.signingKey)).toBe(next?.x);
  expect((await publishedKeys(signingKeysUrl)).map(({ x }) => x)).toEqual([expect.any(String), next?.x]);
  const call = await nextCall();
  expect(signaturesIn(call, 'v1a')).toHaveLength(1);
  expect([isSignedBy(call, signingKey), isSignedBy(call, rotated.viewer.signingKey)]).toEqual([false, true]);
});

test('a partner whose keys an operator has deleted gets new ones with the next message', async () => {
  const { next: nextCall } = await endpoint(['V1A']);
  const before = await keysOf(gateway);
  await sql(gateway, `delete from signing_key where partner_id = 'ACME_PAY'`);
  const call = await nextCall();
  const after = await keysOf(gateway);
  expect([isSignedBy(call, before.signingKey), isSignedBy(call, after.signingKey)]).toEqual([false, true]);
  expect(await publishedKeys(after.signingKeysUrl)).toHaveLength(2);
  expect((await fetch(before.signingKeysUrl)).status).toBe(404);
});

test('concurrent requests rotate once, and not the keys of another partner', async () => {
  const acme = await keysOf(gateway);
  await keysOf(gateway, 'gama-pay');
  await sql(
    gateway,
    `update signing_key set published_at = published_at - interval '8 days' where partner_id = 'GAMA_PAY'`,
  );
  const results = await Promise.all(
    Array.from({ length: 5 }, () => rotateSigningKey(gateway, {}, { client: 'gama-pay' })),
  );
  expect(results.map(({ __typename }) => __typename as string).toSorted()).toEqual([
    'RotateSigningKeySuccess',
    ...Array<string>(4).fill('SigningKeyTooNewError'),
  ]);
  expect(await keysOf(gateway)).toEqual(acme);
  const [row] = await sql(gateway, `select count(*)::int as keys from signing_key where partner_id = 'GAMA_PAY'`);
  expect(row).toEqual({ keys: 3 });
});

test('rotateSigningKey requires webhook.write', async () => {
  const query = 'mutation { rotateSigningKey(input: {}) { __typename } }';
  const { body } = await gateway.ask({ query, scope: 'webhook.read' });
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
});
