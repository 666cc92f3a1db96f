import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, headerOf, Receiver, type AnswerCall } from '../../support/receiver.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';
import {
  cashIns,
  createConfiguration,
  expectExactTallies,
  queueIsEmpty,
  searchMessages,
  showConfiguration,
  sql,
  updateConfiguration,
} from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const EVENTS = 150;
const CALLS_IN_FLIGHT_MAX = 128;
const PROBES = 3;
/** Long enough that a call is most likely in flight when something else happens, in milliseconds. */
const CALL_MS = 10;

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const databases = new TestDatabases();
/** Answers to the calls that wait for one. */
const held: (() => void)[] = [];
let receiver: Receiver;
let gateways: readonly [Gateway, Gateway];
let gateway: Gateway;

const slow: AnswerCall = (response) => {
  setTimeout(() => response.writeHead(204).end(), CALL_MS);
};

function letGo(): void {
  receiver.answer('/cap', answering(204));
  for (const answer of held.splice(0)) answer();
}

onPostgreSql('two workers on one database', () => {
  beforeAll(async () => {
    receiver = await Receiver.start();
    const environment = {
      DATABASE_URL: (await databases.createWithWorld()) ?? '',
      WEBHOOK_RETRY_SECONDS: '0,0,0,0,0,0,0,0,0,0',
      WEBHOOK_BREAKER_FAILURES: '3',
      WEBHOOK_BREAKER_SECONDS: '1',
    };
    gateway = await Gateway.start({ environment });
    await forgetThePast(gateway.app.database);
    gateways = [gateway, await Gateway.start({ environment })];
  });
  afterEach(async () => {
    letGo();
    await queueIsEmpty(gateway);
    await expectExactTallies(gateway.app.database.entityManager);
    await sql(gateway, `update webhook_configuration set status = 'DISABLED'`);
  });
  afterAll(async () => {
    receiver.cut();
    for (const one of gateways) await one.stop();
    await receiver.stop();
    await databases.drop();
  });

  test('send each event once', async () => {
    const uri = receiver.url('/once');
    receiver.answer('/once', slow);
    await createConfiguration(gateway, { uri });
    await Promise.all(gateways.map((one) => cashIns(one, EVENTS / 2)));
    await queueIsEmpty(gateway);
    const calls = receiver.callsOf('/once');
    expect(calls).toHaveLength(EVENTS);
    expect(new Set(calls.map((call) => headerOf(call, 'webhook-sequence'))).size).toBe(EVENTS);
    expect((await searchMessages(gateway, 'SUCCESS')).totalCount).toBe(EVENTS);
  });

  test('have 128 calls to a configuration in flight at most, in total', async () => {
    receiver.openMost = 0;
    receiver.answer('/cap', (response) => {
      held.push(() => response.writeHead(204).end());
    });
    await createConfiguration(gateway, { uri: receiver.url('/cap') });
    const ted = { context: 'TED', eventName: 'TED_CASH_IN_WAS_CLEARED' };
    await createConfiguration(gateway, { uri: receiver.url('/beside'), ...ted });
    await cashIns(gateway, CALLS_IN_FLIGHT_MAX + 20);
    await eventually(() => Promise.resolve(held.length === CALLS_IN_FLIGHT_MAX));
    for (const one of gateways) await simulateCashIn(one, cashInInput({ rail: 'TED' }));
    await eventually(() => Promise.resolve(receiver.callsOf('/beside').length === 2));
    expect(held).toHaveLength(CALLS_IN_FLIGHT_MAX);
    letGo();
    await queueIsEmpty(gateway);
    expect(receiver.callsOf('/cap')).toHaveLength(CALLS_IN_FLIGHT_MAX + 20);
  });

  test('send one probe per rest, in total', async () => {
    receiver.answer('/probed', answering(500));
    const { id } = await createConfiguration(gateway, { uri: receiver.url('/probed') });
    await cashIns(gateway, 5);
    const isOpen = () =>
      eventually(async () => {
        const { breaker } = await showConfiguration(gateway, id);
        return breaker.state === 'OPEN' && breaker.heldCount >= 5;
      });
    await isOpen();
    const before = receiver.callsOf('/probed').length;
    for (let probes = 1; probes <= PROBES; probes += 1) {
      for (const one of gateways) one.clock.advance(1.2 * 2 ** (probes - 1));
      await eventually(() => Promise.resolve(receiver.callsOf('/probed').length >= before + probes));
      await isOpen();
      // Each of these wakes the worker that recorded it, which finds that the breaker rests.
      for (const one of gateways) await cashIns(one, 1);
      await eventually(async () => (await showConfiguration(gateway, id)).breaker.heldCount === 5 + 2 * probes);
      expect(receiver.callsOf('/probed')).toHaveLength(before + probes);
    }
    receiver.answer('/probed', answering(204));
    // The last rest, and a drain at full pace.
    for (const one of gateways) one.clock.advance(1.2 * 2 ** PROBES);
    await eventually(async () => (await showConfiguration(gateway, id)).breaker.state === 'HALF_OPEN');
    for (const one of gateways) one.clock.advance(5);
    await queueIsEmpty(gateway);
    expect((await showConfiguration(gateway, id)).breaker).toMatchObject({ state: 'CLOSED', heldCount: 0 });
  });

  test('keep the tallies exact while their configurations are moved, disabled, enabled and deleted', async () => {
    let calls = 0;
    const flaky: AnswerCall = (response) => {
      calls += 1;
      setTimeout(() => response.writeHead(calls % 5 === 0 ? 422 : 204).end(), CALL_MS);
    };
    const ids = await Promise.all(
      ['/moved', '/switched', '/deleted', '/deleted-too'].map(async (path) => {
        receiver.answer(path, flaky);
        return (await createConfiguration(gateway, { uri: receiver.url(path) })).id;
      }),
    );
    const [moved, switched, ...deleted] = ids;
    receiver.answer('/moved-again', flaky);
    let isSending = true;
    const sending = cashIns(gateway, EVENTS / 2).finally(() => (isSending = false));
    const requeueing = (async () => {
      for (let nth = 0; isSending; nth += 1) {
        const { nodes } = await searchMessages(gateway);
        const variables = { ids: nodes.map((message) => message.id) };
        const query =
          'mutation ($ids: [ID!]!) { reprocessWebhookMessages(input: { messageIds: $ids }) { __typename } }';
        await gateways[nth % 2 === 0 ? 0 : 1].data({ query, variables });
      }
    })();
    for (let nth = 0; isSending; nth += 1) {
      await updateConfiguration(gateways[1], {
        configurationId: moved,
        uri: receiver.url(nth % 2 === 0 ? '/moved-again' : '/moved'),
      });
      await updateConfiguration(gateways[1], {
        configurationId: switched,
        status: nth % 2 === 0 ? 'DISABLED' : 'ENABLED',
      });
    }
    await updateConfiguration(gateway, { configurationId: switched, status: 'ENABLED' });
    for (const id of deleted)
      await gateway.data({
        query: 'mutation ($id: ID!) { deleteWebhookConfiguration(input: { configurationId: $id }) { __typename } }',
        variables: { id },
      });
    await Promise.all([sending, requeueing]);
    await queueIsEmpty(gateway);
    const open = await sql(gateway, `select id from webhook_message where progress not in ('SUCCESS', 'FAILED')`);
    expect(open).toEqual([]);
    const [attempts] = await sql<{ count: number }>(
      gateway,
      `select count(*)::int from webhook_attempt as attempt join webhook_message as message on message.id = message_id
       where destination ~ '/(moved|moved-again|switched|deleted|deleted-too)$'`,
    );
    expect(attempts?.count).toBe(calls);
  });
});
