import { createHmac, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { openSecretBox } from '../../../../src/platform/schema/open-secret-box.ts';
import { readStorageConfig } from '../../../../src/config/storage.ts';
import { Database } from '../../../../src/platform/database/database.ts';
import { putCredentials } from '../../../../src/extensions/provider/calls/keep-credentials.ts';
import { expect } from '@jest/globals';
import { eventually, Gateway, type Ask } from '../../../support/gateway.ts';

/** Keys of ACME_PAY, for Standard Webhooks, and of BETA_PAY, for hmac. */
export const EVENT_KEYS = {
  'acme-pay': { publicKey: 'pk_acme', secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}` },
  'beta-pay': { publicKey: 'pk_beta', secret: 'a private key of the provider' },
} as const;

export const FIELDS = '__typename name context rawName rawContext entityId idempotencyKey correlationId payload';

/** Starts a gateway whose provider only sends events. */
export async function startFront(): Promise<Gateway> {
  const environment = {
    PROVIDER: 'rest',
    PROVIDER_URL: 'http://127.0.0.1:9',
    PROVIDER_RATE: '0',
    ANALYSIS_SECONDS: '3600',
  };
  const gateway = await Gateway.start({ environment });
  await introduce(gateway);
  return gateway;
}

/** Gives the gateway the keys with which the provider signs events. */
export async function introduce(gateway: Gateway): Promise<void> {
  const { database } = gateway.app;
  const secrets = await openSecretBox(readStorageConfig({}), database);
  for (const [client, { publicKey, secret: signingSecret }] of Object.entries(EVENT_KEYS)) {
    const credentials = {
      clientId: client,
      clientSecret: `${client}-secret`,
      scope: null,
      certificate: null,
      privateKey: null,
    };
    const keeper = { database: new Database(database.sessions), secrets, now: gateway.clock.now() };
    await putCredentials(keeper, gateway.partnerOf(client), {
      ...{ ...credentials, publicKey, signingSecret, pocketLimit: null },
    });
  }
}

/** Returns the body of an event as the provider writes it. */
export function bodyOf(gateway: Gateway, changes: object = {}): Record<string, unknown> {
  return {
    entityId: randomUUID(),
    companyKey: gateway.partnerOf('acme-pay'),
    context: 'Pix',
    name: 'PIX_REFUND_WAS_RECEIVED',
    version: '1.0',
    idempotencyKey: randomUUID(),
    correlationId: randomUUID(),
    timestamp: gateway.clock.now().toISOString(),
    metadata: {},
    data: { amount: '1.10' },
    ...changes,
  };
}

/** Returns the headers of Standard Webhooks. */
export function signed(gateway: Gateway, body: string | Buffer, { lateSeconds = 0 } = {}) {
  const { publicKey, secret } = EVENT_KEYS['acme-pay'];
  const id = randomUUID();
  const timestamp = Math.floor(gateway.clock.now().getTime() / 1_000) - lateSeconds;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    publicKey,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
  };
}

/** Returns the headers of the provider's own scheme. */
export function hmacSigned(gateway: Gateway, body: string, { lateSeconds = 0, path = '/provider/events' } = {}) {
  const { publicKey, secret } = EVENT_KEYS['beta-pay'];
  const requestTimestamp = String(Math.floor(gateway.clock.now().getTime() / 1_000) - lateSeconds);
  const nonce = randomUUID();
  const uri = encodeURIComponent(gateway.app.url + path).toLowerCase();
  const content = [publicKey, uri, requestTimestamp, nonce, Buffer.from(body).toString('base64')].join('&');
  const authorization = `hmac ${createHmac('sha256', secret).update(content).digest('base64')}`;
  return { publicKey, requestTimestamp, nonce, authorization };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Sends an event; receives the answer even if the server has not read the whole body. */
export function sendEvent(
  gateway: Gateway,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  path = '/provider/events',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const sent = httpRequest(gateway.app.url + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns the events of an entity in the log. */
export async function logged(
  gateway: Gateway,
  entityId: string,
  ask: Partial<Ask> = {},
): Promise<readonly Record<string, unknown>[]> {
  const cashIn = '... on PixCashInWasClearedEvent { cashIn { id amount { value } } }';
  const query = `{ webhookEvents(last: 100) { nodes { ${FIELDS} ${cashIn} } } }`;
  const { webhookEvents } = await gateway.data({ query, ...ask });
  const nodes: readonly Record<string, unknown>[] = webhookEvents.nodes;
  return nodes.filter((event) => event['entityId'] === entityId);
}

/** Sends an event that must be accepted. */
export async function taken(gateway: Gateway, body: Record<string, unknown>): Promise<void> {
  const text = JSON.stringify(body);
  expect(await sendEvent(gateway, text, signed(gateway, text))).toMatchObject({ status: 202, text: '' });
}

/** Sends an event, and waits until it is numbered. */
export async function happened(gateway: Gateway, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  await taken(gateway, body);
  return eventually(async () => (await logged(gateway, String(body['entityId']))).at(-1));
}

/** Waits until an event sent after all others is shown: none before it is still on its way to the log. */
export async function everythingIsShown(gateway: Gateway): Promise<void> {
  await happened(gateway, bodyOf(gateway));
}
