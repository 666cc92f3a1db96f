import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { keysOf as pinned, publishedKeys, WebhookVerifier } from '../../packages/client/src/index.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { Receiver, type ReceivedCall } from '../support/receiver.ts';
import { keysOf, rotateSigningKey, signaturesIn } from '../support/signing-keys.ts';
import { cashIns, createConfiguration } from '../support/webhooks.ts';

const DAY_SECONDS = 86_400;
/** How long the kit trusts keys without a new fetch, in seconds. */
const TRUSTED_SECONDS = 600;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
});
beforeEach(async () => {
  gateway = await Gateway.start();
});
afterAll(() => receiver.stop());

async function endpoint(changes: object) {
  const path = `/${randomUUID()}`;
  const { signingSecret } = await createConfiguration(gateway, { uri: receiver.url(path), ...changes });
  const next = async (): Promise<ReceivedCall> => {
    const before = receiver.callsOf(path).length;
    await cashIns(gateway, 1);
    return eventually(() => Promise.resolve(receiver.callsOf(path)[before]));
  };
  return { signingSecret, next };
}

const now = () => gateway.clock.now().getTime();

function wait(seconds: number): void {
  gateway.clock.advance(seconds);
  gateway.forgetTokens();
}

const SIGNATURE = { reason: 'SIGNATURE' };

test.each(['STANDARD', 'CLOUDEVENTS'])(
  'the kit accepts %s as the gateway signs them, by secret and by key, through a rotation',
  async (format) => {
    const { signingSecret, next } = await endpoint({ format, signatureSchemes: ['V1', 'V1A'] });
    const { signingKey, signingKeysUrl } = await keysOf(gateway);
    const bySecret = new WebhookVerifier({ secrets: [signingSecret], now });
    const byPublished = new WebhookVerifier({ publicKeys: publishedKeys(signingKeysUrl, { now }), now });
    const byFormer = new WebhookVerifier({ publicKeys: pinned([signingKey]), now });
    const verify = async (verifier: WebhookVerifier, { headers, body }: ReceivedCall) => {
      const message = await verifier.verify(headers, body);
      expect(message).toMatchObject({ event: 'PIX_CASH_IN_WAS_RECEIVED', context: 'Pix', body: String(body) });
      await expect(verifier.verify(headers, `${String(body)} `)).rejects.toMatchObject(SIGNATURE);
    };
    const before = await next();
    for (const verifier of [bySecret, byPublished, byFormer]) await verify(verifier, before);

    expect(await rotateSigningKey(gateway)).toMatchObject({ __typename: 'RotateSigningKeySuccess' });
    const { signingKey: rotated } = await keysOf(gateway);
    const during = await next();
    expect(signaturesIn(during, 'v1a')).toHaveLength(2);
    const byRotated = new WebhookVerifier({ publicKeys: pinned([rotated]), now });
    for (const verifier of [bySecret, byPublished, byFormer, byRotated]) await verify(verifier, during);

    wait(DAY_SECONDS + 60);
    const after = await next();
    for (const verifier of [bySecret, byPublished, byRotated]) await verify(verifier, after);
    await expect(byFormer.verify(after.headers, after.body)).rejects.toMatchObject(SIGNATURE);
    // The standard's own library only uses the machine's clock.
    const named = Object.entries(before.headers).map(([name, value]) => [name, String(value)]);
    expect(() => new Webhook(signingSecret).verify(String(before.body), Object.fromEntries(named))).not.toThrow();
    await gateway.stop();
  },
);

test('the kit trusts a withdrawn key for ten minutes, or longer while it cannot read the keys', async () => {
  const { next } = await endpoint({ signatureSchemes: ['V1A'] });
  const { signingKeysUrl } = await keysOf(gateway);
  let isDown = false;
  const ask = (...given: Parameters<typeof fetch>) => {
    if (isDown) throw new Error('The network is away.');
    return fetch(...given);
  };
  // As if a thief signed again each time.
  const options = {
    publicKeys: publishedKeys(signingKeysUrl, { now, fetch: ask }),
    toleranceSeconds: DAY_SECONDS,
    now,
  };
  const verifier = new WebhookVerifier(options);
  const { headers, body } = await next();
  await verifier.verify(headers, body);
  await rotateSigningKey(gateway, { compromised: true });
  wait(TRUSTED_SECONDS);
  isDown = true;
  await verifier.verify(headers, body);
  isDown = false;
  wait(TRUSTED_SECONDS);
  await expect(verifier.verify(headers, body)).rejects.toMatchObject(SIGNATURE);
  const later = await next();
  await verifier.verify(later.headers, later.body);
  await gateway.stop();
});
