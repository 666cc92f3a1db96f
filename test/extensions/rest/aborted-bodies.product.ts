import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Gateway } from '../../support/gateway.ts';
import { headOf, openConnection } from '../../support/raw-request.ts';

/** Begins a request, and resets the connection once the gateway waits for its body. */
async function abort(url: string, path: string): Promise<void> {
  const socket = await openConnection(url);
  const waiting = ['content-type: application/json', 'content-length: 100', 'expect: 100-continue'];
  socket.write(headOf([`POST ${path} HTTP/1.1`, 'host: localhost', ...waiting]));
  await once(socket, 'data');
  socket.resetAndDestroy();
  await once(socket, 'close');
}

test('clients that hang up during their body are not logged as an outage of the database', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const gateway = await Gateway.start({ logger });
  for (const path of ['/graphql', '/totp']) await abort(gateway.app.url, path);
  // Waits for all requests.
  await gateway.stop();
  expect(lines).toEqual([]);
});
