import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { HttpServer } from '../../../src/platform/http/http-server.ts';
import { answerText } from '../../../src/platform/http/json-answer.ts';

/** How long the server keeps a connection without traffic, and a longer pause of the process, in milliseconds. */
const STALLED_MS = 2_000;
const PAUSE_MS = 3_000;

test('a request that arrives during a pause of the process is read before its connection counts as idle', async () => {
  const server = new HttpServer(pino({ level: 'silent' }), { stalledMs: STALLED_MS });
  const port = await server.listen(0, '127.0.0.1');
  server.serve({
    routes: {
      '/': {
        async POST(request, response) {
          const chunks = await request.toArray();
          answerText(response, { status: 200, type: 'text/plain', text: chunks.join('') });
        },
      },
    },
  });
  const client = connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 4\r\n\r\n');
  const [interim] = await once(client, 'data');
  expect(String(interim)).toMatch(/^HTTP\/1\.1 100 /);
  client.write('body');
  // Nothing in this process runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*body$/);
  client.destroy();
  await server.stop();
});
