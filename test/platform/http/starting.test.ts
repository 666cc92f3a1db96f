import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { startingRoutes } from '../../../src/platform/http/health.ts';
import { HttpServer } from '../../../src/platform/http/http-server.ts';
import { answerJson } from '../../../src/platform/http/json-answer.ts';

const server = new HttpServer(pino({ level: 'silent' }));
let url: string;

beforeAll(async () => {
  url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
});
afterAll(() => server.stop());

test('a server that is starting answers 503 with Retry-After on paths that it may serve later', async () => {
  server.serveWhileStarting(startingRoutes(() => 'starting'));
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  for (const path of ['/graphql', '/oauth/token', '/metrics']) {
    const response = await fetch(url + path, { method: 'POST' });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  }
  server.serve({
    routes: {
      '/graphql': {
        POST: (_request, response) => {
          answerJson(response, 200, {});
        },
      },
    },
  });
  expect((await fetch(`${url}/graphql`, { method: 'POST' })).status).toBe(200);
  expect((await fetch(`${url}/oauth/token`, { method: 'POST' })).status).toBe(404);
});
