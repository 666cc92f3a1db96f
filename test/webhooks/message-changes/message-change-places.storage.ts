import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { forget } from '../../support/retention.ts';
import { Receiver } from '../../support/receiver.ts';
import { TestStream } from '../../support/streams.ts';
import { cashIns, createConfiguration } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const WATCH = `subscription ($filter: WebhookMessageFilter, $after: String) {
  webhookMessages(filter: $filter, after: $after) { id state changeCursor configuration { id } }
}`;
const DAY_AND_AN_HOUR = `interval '25 hours'`;

let gateway: Gateway;
let receiver: Receiver;
let configurationId: string;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start({ environment: { WEBHOOK_BREAKER_FAILURES: '100' } });
  await forgetThePast(gateway.app.database);
  ({ id: configurationId } = await createConfiguration(gateway, { uri: receiver.url('/strong') }));
});
afterAll(async () => {
  TestStream.endAll();
  await gateway.stop();
  await receiver.stop();
});

interface Shown {
  readonly id: string;
  readonly changeCursor: string;
}

async function watch(after: string | null, filter = {}, client = 'acme-pay'): Promise<TestStream> {
  const token = await gateway.token(client);
  return TestStream.events({ url: gateway.app.url, token, query: WATCH, variables: { after, filter } });
}

const shownBy = (stream: TestStream): Shown[] => stream.nexts().map(({ data }) => data.data.webhookMessages);
const idsShownBy = (stream: TestStream) => shownBy(stream).map(({ id }) => id);
const errorOf = (stream: TestStream): unknown => stream.nexts()[0]?.data.errors?.[0]?.extensions;

async function endOfChanges(): Promise<string> {
  return (await gateway.data({ query: '{ webhookMessagesCursor }' })).webhookMessagesCursor;
}

/** Causes messages, and returns their changes once they are delivered. */
async function deliver(count: number): Promise<Shown[]> {
  const stream = await watch(await endOfChanges());
  await cashIns(gateway, count);
  await stream.shown(count);
  stream.end();
  return shownBy(stream);
}

async function execute(text: string): Promise<void> {
  await gateway.app.database.entityManager.getConnection().execute(text);
}

async function forgetOld(): Promise<void> {
  const database = new Database(gateway.app.database.sessions);
  while (await forget('old-changes')(database, gateway.clock.now()));
}

async function positions(): Promise<readonly number[]> {
  const text = `select position::int as "position" from message_change
    where partner_id = '${gateway.partnerOf()}' order by position`;
  const rows = await gateway.app.database.entityManager.getConnection().execute<{ position: number }[]>(text);
  return rows.map(({ position }) => position);
}

describe('the cursor of a change', () => {
  test('is where a stream continues, and its SSE id; a message in a search has none', async () => {
    const beginning = await endOfChanges();
    const changes = await deliver(4);
    expect(new Set(changes.map(({ changeCursor }) => changeCursor)).size).toBe(4);
    const all = await watch(beginning);
    await all.shown(4);
    expect(shownBy(all)).toEqual(changes);
    expect(all.nexts().map(({ id }) => id)).toEqual(changes.map(({ changeCursor }) => changeCursor));
    const rest = await watch(changes[1]?.changeCursor ?? '');
    await rest.shown(2);
    expect(shownBy(rest)).toEqual(changes.slice(2));
    const today = new Date().toISOString().slice(0, 10);
    const query = `query ($filter: WebhookMessageFilter!) { webhookMessages(filter: $filter, first: 1) { nodes { changeCursor } } }`;
    const { webhookMessages } = await gateway.data({
      query,
      variables: { filter: { startDate: today, endDate: today } },
    });
    expect(webhookMessages.nodes).toEqual([{ changeCursor: null }]);
  });

  test('is valid under every filter', async () => {
    const beginning = await endOfChanges();
    const changes = await deliver(2);
    const own = await watch(beginning, { configurationIds: [configurationId], states: ['SUCCESS'], contexts: ['PIX'] });
    await own.shown(2);
    expect(shownBy(own)).toEqual(changes);
    const ownInCapitals = await watch(beginning, { configurationIds: [configurationId.toUpperCase()] });
    await ownInCapitals.shown(2);
    const none = await watch(beginning, { configurationIds: [gateway.app.url] });
    const failed = await watch(beginning, { states: ['FAILED'] });
    await deliver(1);
    expect([...shownBy(none), ...shownBy(failed)]).toEqual([]);
  });

  test('is valid under what a message is about and what caused it, but not under times', async () => {
    const beginning = await endOfChanges();
    const changes = await deliver(2);
    const [change] = changes;
    const query = `query ($ids: [ID!]!) { webhookMessages(filter: { messageIds: $ids }) {
      nodes { idempotencyKey rawEventName rawContext event { entityId correlationId } } } }`;
    const { webhookMessages } = await gateway.data({ query, variables: { ids: [change?.id] } });
    const [{ idempotencyKey, rawEventName, rawContext, event }] = webhookMessages.nodes;
    const { entityId, correlationId } = event;
    for (const filter of [
      { messageIds: [change?.id.toUpperCase()] },
      { idempotencyKeys: [idempotencyKey], accountNumbers: ['200001'] },
      { correlationIds: [correlationId], rawEventNames: [rawEventName] },
      { entityIds: [entityId], rawContexts: [rawContext] },
    ]) {
      const one = await watch(beginning, filter);
      await one.shown(1);
      expect([filter, shownBy(one)]).toEqual([filter, [change]]);
    }
    const ofAccount = await watch(beginning, { accountNumbers: ['200001'] });
    await ofAccount.shown(2);
    expect(shownBy(ofAccount)).toEqual(changes);
    for (const times of [{ since: '2026-11-30T00:00:00Z' }, { startDate: '2026-11-30', endDate: '2026-11-30' }])
      expect(errorOf(await ended(watch(beginning, times)))).toMatchObject({
        ...{ code: 'BAD_USER_INPUT', argument: `filter.${Object.keys(times)[0] ?? ''}` },
      });
  });

  test('is valid for its partner only', async () => {
    const [change] = await deliver(1);
    expect(errorOf(await ended(watch(change?.changeCursor ?? '', {}, 'beta-pay')))).toMatchObject({
      code: 'INVALID_CURSOR',
    });
    expect(errorOf(await ended(watch('made-up')))).toMatchObject({ code: 'INVALID_CURSOR', argument: 'after' });
  });
});

describe('a change', () => {
  beforeEach(async () => {
    await deliver(3);
  });

  test('is kept for a day after the next one, and as long as it is the newest', async () => {
    const kept = (await positions()).at(-1) ?? 0;
    await execute(`update message_change set changed_at = changed_at - ${DAY_AND_AN_HOUR}`);
    await forgetOld();
    expect(await positions()).toEqual([kept]);
    // Its time starts with the change that follows.
    await deliver(1);
    await forgetOld();
    expect(await positions()).toEqual([kept, kept + 1]);
  });

  test('that is no longer kept is too old to continue from', async () => {
    const [first] = await deliver(3);
    await execute(`update message_change set changed_at = changed_at - ${DAY_AND_AN_HOUR}`);
    await forgetOld();
    expect(errorOf(await ended(watch(first?.changeCursor ?? '')))).toMatchObject({
      code: 'CURSOR_EXPIRED',
      argument: 'after',
    });
  });

  test('is one of a million of its partner that are kept at most', async () => {
    const before = await positions();
    const head = before.at(-1) ?? 0;
    // Another partner has many more: these count for that partner only.
    await execute(`insert into partner_message_change_head (partner_id, position) values ('BUSY', 5000000)`);
    await forgetOld();
    expect(await positions()).toEqual(before);
    await execute('update partner_message_change_head set position = position + 1000000');
    await execute(`update message_change set position = position + 1000000 where position = ${head}`);
    await forgetOld();
    expect(await positions()).toEqual([head + 1_000_000]);
  });

  test('has a position among those of its partner only, with no gap', async () => {
    const head = (await positions()).at(-1) ?? 0;
    await createConfiguration(gateway, { uri: receiver.url('/other') }, { client: 'beta-pay' });
    await cashIns(gateway, 5, { client: 'beta-pay' });
    await eventually(async () => {
      const [{ changes } = { changes: 0 }] = await gateway.app.database.entityManager
        .getConnection()
        .execute<{ changes: number }[]>(
          `select count(*)::int as "changes" from message_change where partner_id <> '${gateway.partnerOf()}'`,
        );
      return changes === 5;
    });
    await deliver(2);
    expect((await positions()).slice(-2)).toEqual([head + 1, head + 2]);
  });

  test('that was lost is reported, with a cursor that everything that replaced it follows', async () => {
    const kept = await deliver(2);
    // As long ago as clocks can differ.
    await execute(`update message_change set changed_at = changed_at - interval '2 hours'`);
    const keptHead = (await positions()).at(-1) ?? 0;
    const lost = await deliver(3);
    const own = `partner_id = '${gateway.partnerOf()}'`;
    await execute(`delete from message_change where ${own} and position > ${keptHead}`);
    await execute(`update partner_message_change_head set position = ${keptHead} where ${own}`);
    await execute('update message_change_head set position = (select max(log_position) from message_change)');
    expect(kept).toHaveLength(2);
    const beyondEnd = errorOf(await ended(watch(lost[2]?.changeCursor ?? '')));
    expect(beyondEnd).toMatchObject({ code: 'CURSOR_FROM_LOST_FUTURE', argument: 'after' });
    // Without subscribers, the gateway starts again at the end of the log.
    TestStream.endAll();
    const instead: Shown[] = [];
    for (let made = 0; made < 4; made += 1) instead.push(...(await deliver(1)));
    for (const { changeCursor } of lost) {
      const failure = errorOf(await ended(watch(changeCursor)));
      expect(failure).toMatchObject({ code: 'CURSOR_FROM_LOST_FUTURE' });
      const resumed = await watch(String(Reflect.get(Object(failure), 'resumeAfter')));
      await resumed.shown(4);
      expect(idsShownBy(resumed)).toEqual(instead.map(({ id }) => id));
    }
  });
});

async function ended(stream: Promise<TestStream>): Promise<TestStream> {
  const awaited = await stream;
  await eventually(async () => awaited.ended);
  return awaited;
}
