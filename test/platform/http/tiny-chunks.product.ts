import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { headOf, openConnection } from '../../support/raw-request.ts';

const CHUNK = '1\r\n \r\n';
const QUERY = '{"query":"{ __typename }"}';
const LAST = `${QUERY.length.toString(16)}\r\n${QUERY}\r\n0\r\n\r\n`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({});
});
afterAll(() => gateway.stop());

/** Sends a request with this body; returns what has arrived when the gateway closes the connection, or resets it. */
async function send(path: string, body: string): Promise<string> {
  const socket = await openConnection(gateway.app.url);
  let arrived = '';
  socket.on('data', (chunk: Buffer) => {
    arrived += chunk.toString();
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json', 'connection: close'];
  socket.write(headOf([...head, 'transfer-encoding: chunked']));
  socket.write(body);
  socket.once('end', () => socket.destroy());
  await closed;
  return arrived;
}

describe('a body in tiny chunks', () => {
  test('is read if there are up to 2,000 of them', async () => {
    const answered = await send('/graphql', CHUNK.repeat(1_999) + LAST);
    expect(answered).toMatch(/^HTTP\/1.1 200 /);
    expect(answered).toContain('{"__typename":"Query"}');
  });

  test.each(['/graphql', '/pix/entries', '/oauth/token', '/nothing'])(
    'ends the connection if it never ends: %s',
    async (path) => {
      const answered = await send(path, CHUNK.repeat(50_000));
      expect(answered).not.toMatch(/^HTTP\/1.1 (2|5)/);
    },
  );

  test('is refused with a reason, and others are answered', async () => {
    const answered = await send('/graphql', CHUNK.repeat(2_001));
    expect(answered).toMatch(/^HTTP\/1.1 413 /);
    expect(answered).toContain('The body has more than 2000 chunks of less than 64 bytes.');
    expect(await gateway.data({ query: '{ __typename }' })).toEqual({ __typename: 'Query' });
  });
});
