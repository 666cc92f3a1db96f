import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { pingConfiguration } from '../../support/configurations.ts';
import type { Gateway } from '../../support/gateway.ts';
import { Receiver } from '../../support/receiver.ts';
import { createConfiguration } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const SECRET = 'a text of receivers, é';

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

async function configure(): Promise<{ readonly id: string; readonly path: string }> {
  const path = `/${randomUUID()}`;
  return {
    path,
    ...(await createConfiguration(gateway, { uri: receiver.url(path), format: 'ENVELOPES', secret: SECRET })),
  };
}

describe('the secret of a configuration of envelopes', () => {
  const update = `mutation ($input: UpdateWebhookConfigurationInput!) { updateWebhookConfiguration(input: $input) {
    ... on UpdateWebhookConfigurationSuccess { configuration { format } } ... on InvalidInputError { violations { path message } } } }`;
  const changed = async (input: object) =>
    (await gateway.data({ query: update, variables: { input } })).updateWebhookConfiguration;

  test('is a text of 16 to 512 characters, whose bytes also sign as Standard Webhooks', async () => {
    const target = await configure();
    await pingConfiguration(gateway, target.id, { client: 'acme-pay' });
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = receiver.callsOf(target.path);
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expect(() => new Webhook(Buffer.from(SECRET), { format: 'raw' }).verify(body.toString(), named)).not.toThrow();
    const wanted = 'Give 16 to 512 characters.';
    for (const secret of ['x'.repeat(15), 'x'.repeat(513)])
      expect(await changed({ configurationId: target.id, secret })).toEqual({
        violations: [{ path: ['secret'], message: wanted }],
      });
    expect(await changed({ configurationId: target.id, secret: 'x'.repeat(512) })).toEqual({
      configuration: { format: 'ENVELOPES' },
    });
  });

  test('must be one of Standard Webhooks for every other format', async () => {
    const target = await configure();
    const violations = [{ path: ['secret'], message: 'Give whsec_ and the base64 of 24 to 64 bytes.' }];
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await changed({ configurationId: target.id, format: 'STANDARD' })).toEqual({ violations });
    expect(await changed({ configurationId: target.id, format: 'STANDARD', secret: 'x'.repeat(16) })).toEqual({
      violations,
    });
    expect(await changed({ configurationId: target.id, format: 'STANDARD', secret })).toEqual({
      configuration: { format: 'STANDARD' },
    });
    expect(await changed({ configurationId: target.id, secret: 'x'.repeat(16) })).toEqual({ violations });
    expect(await changed({ configurationId: target.id, format: 'ENVELOPES' })).toEqual({
      configuration: { format: 'ENVELOPES' },
    });
  });
});
