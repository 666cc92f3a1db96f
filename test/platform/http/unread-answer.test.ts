import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { HttpServer } from '../../../src/platform/http/http-server.ts';
import { answerText } from '../../../src/platform/http/json-answer.ts';

/** More than the kernel buffers for a connection. */
const ANSWER = 'x'.repeat(64 * 1024 * 1024);

test('an answer that the client does not read is aborted', async () => {
  const server = new HttpServer(pino({ level: 'silent' }), { stalledMs: 500 });
  const port = await server.listen(0, '127.0.0.1');
  const ended = Promise.withResolvers<boolean>();
  server.serve({
    routes: {
      '/': {
        GET(_request, response) {
          response.once('close', () => {
            ended.resolve(response.writableFinished);
          });
          answerText(response, { status: 200, type: 'text/plain', text: ANSWER });
        },
      },
    },
  });
  const client = connect(port, '127.0.0.1');
  client.pause().on('error', () => undefined);
  await once(client, 'connect');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await ended.promise).toBe(false);
  client.destroy();
  await server.stop();
});
