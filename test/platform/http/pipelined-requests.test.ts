import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { HttpServer } from '../../../src/platform/http/http-server.ts';
import { answerText } from '../../../src/platform/http/json-answer.ts';

const server = new HttpServer(pino({ level: 'silent' }));
let port: number;
let begun = 0;
/** Answers to `/` wait for it. */
let mayAnswer = Promise.withResolvers<undefined>();

beforeAll(async () => {
  port = await server.listen(0, '127.0.0.1');
  server.serve({
    routes: {
      '/': {
        async GET(_request, response) {
          begun += 1;
          await mayAnswer.promise;
          answerText(response, { status: 200, type: 'text/plain', text: 'yes' });
        },
      },
    },
  });
});
afterAll(async () => {
  mayAnswer.resolve(undefined);
  await server.stop();
});

async function sendPipelined(requests: number): Promise<Socket> {
  begun = 0;
  mayAnswer = Promise.withResolvers();
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(requests));
  return client;
}

test('requests that are sent together are answered one after the other', async () => {
  const client = await sendPipelined(50);
  mayAnswer.resolve(undefined);
  let answers = '';
  for await (const chunk of client) {
    answers += String(chunk);
    if (answers.split('yes').length > 50) break;
  }
  expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(50);
});

test('a connection that sends thousands without reading is closed, and most are not begun', async () => {
  const client = await sendPipelined(5_000);
  await new Promise((resolve) => client.once('close', resolve));
  expect(begun).toBeLessThan(200);
});
