import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { consumersOf, createConsumer } from '../../support/consumers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { TestSocket } from '../../support/socket.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const name = 'moved';
/** In one operation: no other process looks in between. */
const MOVE_AND_TAKE = `mutation ($consumer: String!, $worker: String!) {
  seekConsumer(input: { consumer: $consumer, to: OLDEST }) { __typename }
  nextEvents(input: { consumer: $consumer, worker: $worker }) { ... on NextEventsSuccess { events { sequence } consumer { worker } } }
}`;

onPostgreSql('a subscription whose consumer another process moves and leases to the same worker', () => {
  const databases = new TestDatabases();
  let here: Gateway;
  let elsewhere: Gateway;

  beforeAll(async () => {
    const DATABASE_URL = (await databases.createWithWorld()) ?? '';
    here = await Gateway.start({ environment: { DATABASE_URL } });
    elsewhere = await Gateway.start({ environment: { DATABASE_URL, ROLES: 'api' } });
  });
  afterAll(async () => {
    TestSocket.endAll();
    await elsewhere.stop();
    await here.stop();
    await databases.drop();
  });

  test('ends: its position is no longer that of the consumer', async () => {
    await createConsumer(here, { name });
    const socket = await socketOf(here);
    const id = socket.subscribe(`subscription { webhookEvents(consumer: "${name}", worker: "w1") { id } }`);
    await eventually(async () => (await consumersOf(here)).find((one) => one.name === name)?.worker === 'w1');
    const { nextEvents } = await elsewhere.data({ query: MOVE_AND_TAKE, variables: { consumer: name, worker: 'w1' } });
    expect(nextEvents).toMatchObject({ consumer: { worker: 'w1' } });
    expect(nextEvents.events.length).toBeGreaterThan(0);
    expect((await socket.next('error', id)).payload).toMatchObject([{ extensions: { code: 'CONSUMER_LEASE_LOST' } }]);
  });
});
