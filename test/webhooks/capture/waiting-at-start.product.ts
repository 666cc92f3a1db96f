import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { numberEvents } from '../../../src/events/log/relay-events.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { configurationInput, CREATE_CONFIGURATION } from '../../support/configurations.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { createPocket, pocketInput } from '../../support/pockets.ts';
import { sql } from '../../support/webhooks.ts';
import { Receiver } from '../../support/receiver.ts';

let world: OwnWorld;
let receiver: Receiver;

beforeAll(async () => {
  [world, receiver] = await Promise.all([OwnWorld.make(), Receiver.start()]);
});
afterAll(async () => {
  await receiver.stop();
  await world.remove();
});

async function found(gateway: Gateway, query: string): Promise<number> {
  return (await sql(gateway, query)).length;
}

test('events that were numbered but not captured when a worker ended are captured by the next one', async () => {
  const serving = await Gateway.start({ environment: { ...world.environment, ROLES: 'api' } });
  const target = { uri: receiver.url('/hook'), context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' };
  await serving.data({ query: CREATE_CONFIGURATION, variables: { input: configurationInput(target) } });
  await createPocket(serving, pocketInput());
  const database = new Database(serving.app.database.sessions);
  expect(await database.transaction((transaction) => numberEvents(transaction))).toMatchObject({ moved: 1 });
  await serving.stop();
  const working = await Gateway.start({ environment: world.environment });
  await eventually(async () => (await found(working, 'select 1 as one from event_capture')) === 0);
  const ofLast = `where (partner_id, event_position) = (select partner_id, position from event order by log_position desc limit 1)`;
  const queued = ['webhook_delivery', 'webhook_message'].map((table) => `select 1 as one from ${table} ${ofLast}`);
  expect(await found(working, queued.join(' union all '))).toBeGreaterThan(0);
  await eventually(() => Promise.resolve(receiver.callsOf('/hook').length > 0));
  expect(receiver.callsOf('/hook')).toHaveLength(1);
  await working.stop();
});
