import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { Gateway } from '../../support/gateway.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { sql } from '../../support/webhooks.ts';
import {
  CLIENT,
  createConfiguration,
  newConfiguration,
  pingConfiguration,
  updateConfiguration,
} from '../../support/configurations.ts';

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start({ environment: { WEBHOOK_TIMEOUT_SECONDS: '1' } });
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

/** Verifies the last request as receivers do, with the library of the standard. */
function verified(secret: string): unknown {
  const { headers, body = '' } = receiver.calls.at(-1) ?? { headers: {} };
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe('pingWebhookConfiguration', () => {
  test('sends one message that the secret verifies, and returns the outcome', async () => {
    const { configuration, signingSecret } = await createConfiguration(gateway, { uri: receiver.url('/ping') });
    const ping = await pingConfiguration(gateway, configuration.id);
    expect(ping).toEqual({
      __typename: 'PingWebhookConfigurationSuccess',
      attempt: {
        at: expect.stringMatching(/Z$/),
        httpStatus: 204,
        error: null,
        elapsedHttpCall: expect.stringMatching(/^00:00:0/),
      },
    });
    const { headers } = receiver.calls.at(-1) ?? {};
    expect(headers).toMatchObject({ publickey: 'key-1', 'webhook-event': 'PING', 'webhook-context': 'Pix' });
    expect(verified(signingSecret)).toMatchObject({
      name: 'PING',
      context: 'Pix',
      companyKey: 'BETA_PAY',
      entityId: configuration.id,
      idempotencyKey: headers?.['idempotency-key'],
    });
    expect(() => verified(`whsec_${randomBytes(32).toString('base64')}`)).toThrow();
  });

  test('signs with both secrets for a day after a change, and then only with the new one', async () => {
    const { configuration, signingSecret } = await createConfiguration(gateway, { uri: receiver.url('/rotated') });
    const { id } = configuration;
    const secret = `whsec_${randomBytes(64).toString('base64')}`;
    await updateConfiguration(gateway, { configurationId: String(id).toUpperCase(), secret });
    // As a client does that has lost the response.
    await updateConfiguration(gateway, { configurationId: id, secret });
    await pingConfiguration(gateway, id);
    expect([verified(secret), verified(signingSecret)]).toMatchObject([{ name: 'PING' }, { name: 'PING' }]);
    await sql(gateway, `update webhook_configuration set previous_secret_until = now() where id = ?::uuid`, [id]);
    await pingConfiguration(gateway, id);
    expect(verified(secret)).toMatchObject({ name: 'PING' });
    expect(() => verified(signingSecret)).toThrow();
  });

  test('reaches a configuration that is DISABLED, and adds neither messages nor counts', async () => {
    const id = await newConfiguration(gateway, { uri: receiver.url('/disabled') });
    await updateConfiguration(gateway, { configurationId: id, status: 'DISABLED' });
    expect(await pingConfiguration(gateway, id)).toMatchObject({ attempt: { httpStatus: 204 } });
    const today = gateway.clock.now().toISOString().slice(0, 10);
    const query = `query ($id: ID!, $day: SearchDate!) {
      webhookMessages(filter: { startDate: $day, endDate: $day }) { totalCount }
      node(id: $id) { ... on WebhookConfiguration { status breaker { state } deliveryStats(startDate: $day, endDate: $day) { sent } } } }`;
    expect(await gateway.data({ query, variables: { id, day: today }, client: CLIENT })).toEqual({
      webhookMessages: { totalCount: 0 },
      node: { status: 'DISABLED', breaker: { state: 'CLOSED' }, deliveryStats: { sent: 0 } },
    });
  });

  test.each([[500], [404], [302], [410]])(
    'reports an endpoint that answers %i, and changes nothing',
    async (status) => {
      const id = await newConfiguration(gateway, { uri: receiver.url(`/answers-${status}`) });
      receiver.answer(`/answers-${status}`, answering(status));
      expect(await pingConfiguration(gateway, id)).toMatchObject({
        attempt: { httpStatus: status, error: 'HTTP_STATUS' },
      });
      const query = 'query ($id: ID!) { node(id: $id) { ... on WebhookConfiguration { status breaker { state } } } }';
      expect(await gateway.data({ query, variables: { id }, client: CLIENT })).toEqual({
        node: { status: 'ENABLED', breaker: { state: 'CLOSED' } },
      });
    },
  );

  test('reports an endpoint that refuses the connection', async () => {
    const gone = await Receiver.start();
    const id = await newConfiguration(gateway, { uri: gone.url('/') });
    await gone.stop();
    expect(await pingConfiguration(gateway, id)).toMatchObject({
      attempt: { httpStatus: null, error: 'CONNECTION' },
    });
  });
});

describe('the breaker of a configuration', () => {
  test('shows why messages are held, how many, and when the endpoint is retried', async () => {
    const id = await newConfiguration(gateway);
    await sql(
      gateway,
      `update webhook_breaker set state = 'OPEN', opened_at = '2026-11-20T00:00:00Z', last_failure = 'answered 503',
         next_probe_at = '2999-01-01T00:00:00Z' where configuration_id = ?::uuid`,
      [id],
    );
    for (const [progress, messages] of [
      ['WAITING', 2],
      ['RETRYING', 3],
      ['RESENDING', 4],
      ['FAILED', 5],
    ] as const)
      await sql(
        gateway,
        `insert into message_tally values (?::uuid, '2026-11-20', ?, 'NOBODY', 'PIX_CASH_IN_WAS_CLEARED', ?)`,
        [id, progress, messages],
      );
    const query = `query ($id: ID!) { node(id: $id) { ... on WebhookConfiguration {
      breaker { state openedAt heldCount nextProbeAt lastFailure } } } }`;
    const breaker = async () => (await gateway.data({ query, variables: { id }, client: CLIENT })).node.breaker;
    const openedAt = '2026-11-20T00:00:00.000Z';
    const shown = { state: 'OPEN', openedAt, heldCount: 9, lastFailure: 'answered 503' };
    expect(await breaker()).toEqual({ ...shown, nextProbeAt: '2999-01-01T00:00:00.000Z' });
    await updateConfiguration(gateway, { configurationId: id, uri: receiver.url('/moved') });
    expect(new Date((await breaker()).nextProbeAt).getTime()).toBeLessThanOrEqual(gateway.clock.now().getTime());
    await sql(gateway, `update webhook_breaker set state = 'HALF_OPEN' where configuration_id = ?::uuid`, [id]);
    expect(await breaker()).toEqual({ ...shown, state: 'HALF_OPEN', nextProbeAt: null });
    await sql(
      gateway,
      `update webhook_breaker set state = 'CLOSED', opened_at = null where configuration_id = ?::uuid`,
      [id],
    );
    expect(await breaker()).toMatchObject({ state: 'CLOSED', openedAt: null, heldCount: 0, nextProbeAt: null });
  });
});
