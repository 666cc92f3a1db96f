import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { HttpServer } from '../../../src/platform/http/http-server.ts';
import { readBody } from '../../../src/platform/http/read-body.ts';
import { headOf, openConnection } from '../../support/raw-request.ts';

const server = new HttpServer(pino({ level: 'silent' }));
let url: string;
let arrived = Promise.withResolvers<undefined>();
let read = Promise.withResolvers<unknown>();

beforeAll(async () => {
  url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  server.serve({
    routes: {
      '/': {
        async POST(request, response) {
          arrived.resolve(undefined);
          // As when a token is verified meanwhile.
          await once(response, 'close');
          read.resolve(readBody(request, { mediaType: 'application/json', bytesMax: 1_024 }));
        },
      },
    },
  });
});

afterAll(() => server.stop());

test.each([
  ['before its body', ''],
  ['during its body', '{"a'],
  ['after its body', '{"a":12}'],
])('a request whose client hangs up %s, before it is read, ends', async (_when, sent) => {
  arrived = Promise.withResolvers();
  read = Promise.withResolvers();
  const socket = await openConnection(url);
  socket.write(headOf(['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', 'content-length: 8']));
  socket.write(sent);
  await arrived.promise;
  socket.resetAndDestroy();
  await expect(read.promise).rejects.toMatchObject({ status: 400, message: 'The request was cut off.' });
});
