import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { signaturesOf } from '../src/webhooks/signing/signature.value.ts';
import { signingSecretOf } from '../src/webhooks/signing/signing-secret.value.ts';
import { TestProcess } from './support/process.ts';

const KEY = randomBytes(32);
const SECRET = signingSecretOf(KEY);
const BODY = '{"name":"TED_CASH_IN_WAS_CLEARED","data":{"amount":"10.50"}}';

afterEach(() => TestProcess.endAll());

interface Receiver {
  readonly process: TestProcess;
  readonly url: string;
}

/** Starts `npm run receiver` with these options, on a free port. */
async function start(options: readonly string[] = [], environment: Record<string, string> = {}): Promise<Receiver> {
  const process = new TestProcess(['scripts/receiver.mjs', ...options], { PORT: '0', ...environment });
  const [, url = ''] = await process.says(/ready at (http:\/\/127\.0\.0\.1:\d+);/);
  return { process, url };
}

interface SentMessage {
  readonly id?: string;
  /** The body that arrives, if it is not the signed one. */
  readonly arrives?: string;
}

/** Sends a message as the gateway does. */
async function send({ url }: Receiver, { id = randomUUID(), arrives = BODY }: SentMessage = {}): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signaturesOf({ id, timestamp, body: BODY }, [KEY]),
      'webhook-event': 'TED_CASH_IN_WAS_CLEARED',
      'webhook-attempt': '2',
      'webhook-sequence': '2.66',
    },
    body: arrives,
  });
  await response.arrayBuffer();
  return response.status;
}

describe('the receiver', () => {
  test('prints in one line what a message is, and that its signature is valid', async () => {
    const receiver = await start(['--secret', SECRET]);
    const id = randomUUID();
    expect(await send(receiver, { id })).toBe(200);
    await receiver.process.says(
      new RegExp(
        `^\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  TED_CASH_IN_WAS_CLEARED +…${id.slice(-8)}  attempt 2  sequence 2\\.66  verified  answered 200$`,
        'm',
      ),
    );
    expect(receiver.process.output).not.toContain('amount');
  });

  test('recognizes a message that was tampered with', async () => {
    const receiver = await start([], { WEBHOOK_SECRET: SECRET });
    expect(await send(receiver, { arrives: BODY.replace('10.50', '99.50') })).toBe(200);
    expect(await receiver.process.says(/NOT VERIFIED \(No matching signature found\)/)).toBeTruthy();
  });

  test('recognizes a message that was signed with another secret', async () => {
    const other = signingSecretOf(randomBytes(32));
    const receiver = await start(['--secret', other]);
    await send(receiver);
    expect(await receiver.process.says(/NOT VERIFIED/)).toBeTruthy();
    const both = await start(['--secret', other, '--secret', SECRET]);
    await send(both);
    expect(await both.process.says(/ {2}verified {2}/)).toBeTruthy();
  });

  test('verifies nothing without a secret, and says how to give one', async () => {
    const receiver = await start();
    await send(receiver);
    const [line] = await receiver.process.says(/not verified \(.+?\)/);
    expect(line).toBe('not verified (give --secret whsec_… or WEBHOOK_SECRET)');
  });

  test('prints bodies with --json, and recognizes a repeated message', async () => {
    const receiver = await start(['--json', '--secret', SECRET]);
    const id = randomUUID();
    await send(receiver, { id });
    expect(await receiver.process.says(/"amount": "10\.50"/)).toBeTruthy();
    await send(receiver, { id });
    expect(await receiver.process.says(/answered 200, seen before/)).toBeTruthy();
  });

  test.each([
    [
      ['--status', '410'],
      [410, 410],
    ],
    [
      ['--fail-first', '1'],
      [500, 200],
    ],
    [
      ['--fail-first', '2', '--status', '429'],
      [429, 429, 200],
    ],
  ])('fails as %j requires', async (options, statuses) => {
    const receiver = await start(options);
    for (const status of statuses) expect(await send(receiver)).toBe(status);
  });

  test('answers late with --delay, and with 405 if it is not a message', async () => {
    const receiver = await start(['--delay', '200']);
    const began = performance.now();
    expect(await send(receiver)).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(190);
    expect((await fetch(receiver.url)).status).toBe(405);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends on %s, although connections are open', async (signal) => {
    const receiver = await start(['--delay', '60000']);
    await fetch(receiver.url);
    const call = send(receiver).catch(() => 'broken off');
    expect(await receiver.process.end(signal)).toMatchObject({ code: 0, signal: null });
    expect(await call).toBe('broken off');
  });

  test.each([
    [['--staus', '500'], {}, "Unknown option '--staus': see --help."],
    [['--status', '99'], {}, '--status is "99": write a whole number from 200 to 599.'],
    [['--delay', 'long'], {}, '--delay is "long": write a whole number from 0 to 600000.'],
    [
      ['--secret', 'whsec_?'],
      {},
      'The secret is invalid: write whsec_ and base64, as createWebhookConfiguration returned it, or the text of 16 or more characters that it got.',
    ],
    [['--secret', ''], {}, '--secret is empty: give the signingSecret that createWebhookConfiguration returned, once.'],
    [[], { PORT: '80000' }, 'PORT is "80000": write a whole number from 0 to 65535.'],
  ])('refuses %j with a sentence', async (options, environment, sentence) => {
    const refused = new TestProcess(['scripts/receiver.mjs', ...options], environment);
    expect(await refused.ended).toMatchObject({ code: 1 });
    expect(refused.errors).toBe(`${sentence}\n`);
  });

  test('refuses a port in use with a sentence', async () => {
    const { url } = await start();
    const refused = new TestProcess(['scripts/receiver.mjs'], { PORT: new URL(url).port });
    expect(await refused.ended).toMatchObject({ code: 1 });
    expect(refused.errors).toMatch(/^listen EADDRINUSE.+: choose another PORT\.\n$/);
  });
});
