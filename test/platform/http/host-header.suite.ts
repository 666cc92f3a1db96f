import { describe, expect, test } from '@jest/globals';
import { answerTo } from '../../support/raw-request.ts';
import { gateway } from '../../support/shared-gateway.ts';

const UPGRADE = ['connection: upgrade', 'upgrade: websocket'];
const REFUSED = /^HTTP\/1\.1 400 Bad Request\r\n[^]*"code":"BAD_REQUEST"/;

describe('a request with several Host headers', () => {
  test.each([
    ['the same one twice', ['host: localhost', 'host: localhost']],
    ['two', ['host: localhost', 'Host: other.example']],
    ['two in another order and case', ['HOST: other.example', 'accept: */*', 'host: localhost']],
  ])('is refused: %s', async (_what, hosts) => {
    for (const path of ['/health/live', '/graphql', '/accounts/200001', '/nothing'])
      expect(await answerTo(gateway.app.url, [`GET ${path} HTTP/1.1`, ...hosts, 'connection: close'])).toMatch(REFUSED);
    expect(await answerTo(gateway.app.url, ['GET /graphql HTTP/1.1', ...hosts, ...UPGRADE])).toMatch(REFUSED);
  });

  test('is refused on the port of the metrics too', async () => {
    const { adminUrl } = gateway.app;
    const lines = ['GET /metrics HTTP/1.1', 'host: localhost', 'host: other.example', 'connection: close'];
    expect(await answerTo(adminUrl, lines)).toMatch(REFUSED);
  });

  test('is different from one whose other headers contain the word', async () => {
    const lines = ['GET /health/live HTTP/1.1', 'host: localhost', 'x-forwarded-host: localhost', 'hosts: host'];
    expect(await answerTo(gateway.app.url, [...lines, 'connection: close'])).toMatch(/^HTTP\/1\.1 200 /);
  });
});
