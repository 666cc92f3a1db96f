import { afterEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Database } from '../../../src/platform/database/database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { TestSocket } from '../../support/socket.ts';

const LOCK_ACCOUNTS = ownStatement('test_lock_all_accounts', 'select from payment_account for update');
const ERROR = 50;

afterEach(() => {
  TestSocket.endAll();
});

test('A gateway that stops waits for a mutation over a socket whose client has hung up', async () => {
  const lines: { level: number; rootFields?: readonly string[] }[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const gateway = await Gateway.start({ logger });
  const token = await gateway.token('acme-pay');
  const socket = await TestSocket.acknowledged(gateway.app.url, { authorization: `Bearer ${token}` });
  const [locked, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const holding = new Database(gateway.app.database.sessions).transaction(async (transaction) => {
    await transaction.run(LOCK_ACCOUNTS, []);
    locked.resolve(undefined);
    await release.promise;
  });
  await locked.promise;
  socket.subscribe(CREATE_POCKET, { input: pocketInput() });
  // Everything that was sent before has arrived by now.
  socket.send({ type: 'ping' });
  await socket.next('pong');
  socket.webSocket.terminate();
  const stopped = gateway.stop();
  await eventually(() =>
    fetch(gateway.app.url).then(
      () => undefined,
      () => true,
    ),
  );
  release.resolve(undefined);
  await Promise.all([holding, stopped]);
  expect(lines.filter(({ rootFields }) => rootFields?.[0] === 'createPocket')).toHaveLength(1);
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
});
