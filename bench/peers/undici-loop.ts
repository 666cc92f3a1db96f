import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Agent } from 'undici';
import { announce } from './settings.ts';

/** The result of a run of the loop. */
export interface LoopRun {
  readonly calls: number;
  readonly seconds: number;
}

interface Order {
  /** Where calls go, such as `http://127.0.0.1:9000`. */
  readonly origin: string;
  readonly inFlight: number;
  readonly seconds: number;
  /** Whether each call gets its own signature; otherwise all have the same one. */
  readonly signs: boolean;
  readonly body: string;
}

const PATH = '/bare';
const key = createSecretKey(Buffer.alloc(32, 7));
const agent = new Agent();

/** Calls as fast as it can, with a fixed number in flight: what deliveries cost without claiming and storing. */
async function run({ origin, inFlight, seconds, signs, body }: Order): Promise<LoopRun> {
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  let calls = 0;
  const fixed = signatureOf('0', 0, body);
  const keepBusy = async () => {
    while (performance.now() < end) {
      const [id, timestamp] = [randomUUID(), Math.floor(Date.now() / 1_000)];
      const headers = headersOf(id, timestamp, signs ? signatureOf(id, timestamp, body) : fixed);
      const answer = await agent.request({ origin, path: PATH, method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The endpoint answered ${answer.statusCode}.`);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, keepBusy));
  return { calls, seconds: (performance.now() - startedAt) / 1_000 };
}

function isOrder(value: unknown): value is Order {
  return typeof value === 'object' && value !== null && 'origin' in value && 'inFlight' in value && 'body' in value;
}

function signatureOf(id: string, timestamp: number, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Returns headers with the names and lengths of the gateway's. */
function headersOf(id: string, timestamp: number, signature: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'partner-banking-gateway',
    publicKey: 'bench',
    'idempotency-key': id,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
    'webhook-event': 'POCKET_ACCOUNT_WAS_CREATED',
    'webhook-context': 'Pocket',
    'webhook-attempt': '0',
    'webhook-sequence': `1.${timestamp}`,
  };
}

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.once('end', () => {
    const order: unknown = JSON.parse(text);
    const running = isOrder(order) ? run(order) : Promise.reject(new Error('This is no order.'));
    running.then(
      (result) => response.end(JSON.stringify(result)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) announce(address.port);
});
