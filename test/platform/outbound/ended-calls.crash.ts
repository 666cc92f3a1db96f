import { EventEmitter } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { heldFewerThan, heldObjects } from '../../support/held-objects.ts';
import { clientOf, closeAll, postTo } from './endpoints.ts';

/** Calls of each test; TEST_OUTBOUND_CALLS=100000 takes minutes. */
const CALLS = Number(process.env['TEST_OUTBOUND_CALLS'] ?? 1_000);
const CALLS_AT_ONCE = 100;
/** Short, so that calls which hang end soon; whether others end before it does not matter. */
const TIMEOUT_MS = 100;

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await closeAll();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Starts an endpoint that keeps none of its sockets, unlike those that tests inspect. */
async function serve(answer: (response: ServerResponse) => void): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

const close = (response: ServerResponse) => response.writeHead(204, { connection: 'close' }).end();
const reset = (response: ServerResponse) => response.destroy();
const hang = () => undefined;

test.each([
  ['one endpoint that closes the connection after its answer', close, () => 'partner.example'],
  ['an endpoint each that closes the connection after its answer', close, (nth: number) => `${nth}.partner.example`],
  ['an endpoint each that resets the connection', reset, (nth: number) => `${nth}.partner.example`],
  ['one endpoint that hangs', hang, () => 'partner.example'],
  ['an endpoint each that hangs', hang, (nth: number) => `${nth}.partner.example`],
])('calls to %s leave no socket and no pool once they have ended', async (_what, answer, hostOf) => {
  const port = await serve(answer);
  const client = clientOf({ resolveHost: () => Promise.resolve(['127.0.0.1']), timeoutMs: TIMEOUT_MS });
  // Sockets of both sides and connection pools are all emitters.
  const before = heldObjects(EventEmitter);
  let begun = 0;
  const call = async () => {
    while (begun < CALLS) {
      const outcome = await postTo(client, `http://${hostOf((begun += 1))}:${port}/`);
      expect(outcome.elapsedMicroseconds).toBeGreaterThan(0);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, call));
  await heldFewerThan(before + CALLS / 10, EventEmitter);
});
