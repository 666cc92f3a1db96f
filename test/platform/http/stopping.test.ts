import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { HttpServer } from '../../../src/platform/http/http-server.ts';
import { answerJson } from '../../../src/platform/http/json-answer.ts';

test('A server that stops waits for a request whose client has hung up: it may be about to change something', async () => {
  const server = new HttpServer(pino({ level: 'silent' }));
  const port = await server.listen(0, '127.0.0.1');
  const begun = Promise.withResolvers<undefined>();
  let isDone = false;
  server.serve({
    routes: {
      '/graphql': {
        async POST(_request, response) {
          begun.resolve(undefined);
          await once(response, 'close');
          await wait(300);
          isDone = true;
          answerJson(response, 200, {});
        },
      },
    },
  });
  const client = request({ port, path: '/graphql', method: 'POST' });
  client.on('error', () => undefined).end();
  await begun.promise;
  client.destroy();
  await server.stop();
  expect(isDone).toBe(true);
});
