import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { announce } from './settings.ts';

/** What an endpoint has received so far; `ids` and `wrongSignatures` are of the calls to the verified path only. */
export interface Received {
  readonly calls: number;
  readonly ids: readonly string[];
  readonly wrongSignatures: number;
}

/** Path whose calls are verified with the key in its query; calls to any other path are only counted. */
const VERIFIED_PATH = '/verified';
const REPORT_PATH = '/received';

let calls = 0;
let wrongSignatures = 0;
const ids: string[] = [];

/** The endpoint of a partner: reads each call, counts it, and answers 200. */
function receive(request: IncomingMessage, response: ServerResponse): void {
  const { url = '', headers } = request;
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    calls += 1;
    if (url.startsWith(VERIFIED_PATH)) verify(url, headers, Buffer.concat(chunks).toString());
    response.writeHead(200, { 'content-length': 0 }).end();
  });
}

function verify(url: string, headers: IncomingHttpHeaders, body: string): void {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  const key = new URL(url, 'http://localhost').searchParams.get('key') ?? '';
  const content = `${String(id)}.${String(timestamp)}.${body}`;
  const expected = createHmac('sha256', Buffer.from(key, 'hex')).update(content).digest('base64');
  ids.push(String(id));
  if (!String(signature).split(' ').includes(`v1,${expected}`)) wrongSignatures += 1;
}

const server = createServer((request, response) => {
  if (request.url !== REPORT_PATH) {
    receive(request, response);
    return;
  }
  const received: Received = { calls, ids, wrongSignatures };
  response.end(JSON.stringify(received));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) announce(address.port);
});
