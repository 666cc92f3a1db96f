import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import { runReprocessing } from '../../../src/webhooks/reprocessing/run-reprocessing.ts';
import { lastDays } from '../../support/days.ts';
import { Gateway } from '../../support/gateway.ts';
import { progressOf, reprocess, reprocessByFilter, reprocessByRange } from '../../support/reprocessing.ts';
import { archive, setBreaker, tallies } from '../../support/archive.ts';
import { sql } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';
import { newConfiguration, updateConfiguration } from '../../support/configurations.ts';
import { keepMessageMonths } from '../../../src/webhooks/deliveries/message-retention.ts';
import { forget } from '../../support/retention.ts';

const DAY_MS = 86_400_000;

const EVENT = 'PIX_CASH_IN_WAS_CLEARED';
/** More than two batches. */
const MESSAGES = 500;
const BATCH = 200;
const OPEN_MAX = 100;
/** More reprocessings than run before a partner's turn, each drawn with even odds. */
const OF_ANOTHER = 60;

let gateway: Gateway;
let days: ReturnType<typeof lastDays>;
let configurationId: string;

/** Without workers: the test itself reprocesses. */
beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterAll(() => gateway.stop());

beforeEach(async () => {
  await forgetThePast(gateway.app.database);
  days = lastDays(gateway.clock.now().getTime());
  configurationId = await newConfiguration(gateway);
});

function fill(count: number, progress: 'SUCCESS' | 'FAILED' | 'WAITING', id = configurationId) {
  // Three at each instant: the id decides among them.
  const at = (nth: number) => new Date(gateway.clock.now().getTime() - 5_000 - Math.floor(nth / 3)).toISOString();
  const sent = Array.from({ length: count }, (_, nth) => at(nth));
  return archive(
    gateway,
    sent.map((sentDate) => ({ configurationId: id, eventName: EVENT, progress, sentDate })),
  );
}

/** Returns whether there was something to do. */
async function run(): Promise<boolean> {
  const database = new Database(gateway.app.database.sessions);
  const dependencies = { database, clock: gateway.clock, wakeDeliveries: () => undefined };
  return (await runReprocessing(dependencies, { except: [] })) !== undefined;
}

async function runToEnd(): Promise<number> {
  for (let batches = 0; ; batches += 1) if (!(await run())) return batches;
}

/** Returns the ids of the messages that wait to be sent, in order. */
async function queued(): Promise<string[]> {
  const rows = await sql<{ id: string }>(gateway, 'select message_id as "id" from webhook_delivery order by 1');
  return rows.map(({ id }) => id);
}

const ids = (messages: readonly { id: string }[]) => messages.map(({ id }) => id).toSorted();

describe('reprocessWebhookMessagesByFilter', () => {
  test('only counts in a dry run', async () => {
    await fill(3, 'SUCCESS');
    await fill(4, 'FAILED');
    await fill(5, 'WAITING');
    const counted = async (filter: object) => {
      const variables = { filter: { ...days, ...filter }, dryRun: true };
      return reprocessByFilter(gateway, variables);
    };
    expect(await counted({})).toMatchObject({ matched: 7, reprocessing: null });
    expect(await counted({ states: ['SUCCESS'] })).toMatchObject({ matched: 3 });
    expect(await counted({ states: ['FAILED'], contexts: ['PIX'] })).toMatchObject({ matched: 4 });
    expect(await counted({ contexts: ['TED'] })).toMatchObject({ matched: 0 });
    expect(await runToEnd()).toBe(0);
    expect(await queued()).toEqual([]);
  });

  test('resends everything that was sent before its start, batch by batch, and shows its progress', async () => {
    const wanted = await fill(MESSAGES, 'SUCCESS');
    await fill(10, 'WAITING');
    const { matched, reprocessing } = await reprocessByFilter(gateway, {
      filter: days,
    });
    expect(matched).toBe(MESSAGES);
    const later = new Date(gateway.clock.now().getTime() + 1_000).toISOString();
    await archive(gateway, [{ configurationId, eventName: EVENT, progress: 'SUCCESS', sentDate: later }]);
    const began = { matched: MESSAGES, requeued: 0, refused: 0, finishedAt: null };
    expect(await progressOf(gateway, reprocessing.id)).toMatchObject(began);
    await run();
    // Held messages take places in a batch.
    const { requeued, finishedAt } = await progressOf(gateway, reprocessing.id);
    expect([requeued >= BATCH - 10 && requeued <= BATCH, finishedAt]).toEqual([true, null]);
    expect(await runToEnd()).toBe(2);
    const end = { matched: MESSAGES, requeued: MESSAGES, refused: 0, finishedAt: expect.stringMatching(/Z$/) };
    expect(await progressOf(gateway, String(reprocessing.id).toUpperCase())).toMatchObject(end);
    expect(await queued()).toEqual(ids(wanted));
    const { tally, wanted: added } = await tallies(gateway);
    expect(tally).toEqual(added);
  });

  test('counts messages separately whose configuration does not accept them', async () => {
    const other = await newConfiguration(gateway);
    const wanted = await fill(4, 'FAILED');
    await fill(3, 'FAILED', other);
    await updateConfiguration(gateway, { configurationId: other, status: 'DISABLED' });
    const filter = { ...days, states: ['FAILED'], eventNames: [EVENT] };
    const { reprocessing } = await reprocessByFilter(gateway, { filter });
    await runToEnd();
    expect(await progressOf(gateway, reprocessing.id)).toMatchObject({ matched: 7, requeued: 4, refused: 3 });
    expect(await queued()).toEqual(ids(wanted));
  });

  test('skips what is held by the time that it reaches it', async () => {
    const [first] = await fill(2, 'FAILED');
    await reprocess(gateway, [first?.id ?? '']);
    const { matched, reprocessing } = await reprocessByFilter(gateway, {
      filter: days,
    });
    await setBreaker(gateway, configurationId, 'OPEN');
    await runToEnd();
    expect(matched).toBe(2);
    expect(await progressOf(gateway, reprocessing.id)).toMatchObject({ requeued: 1, refused: 0 });
    expect(await queued()).toHaveLength(2);
  });

  test('lets a short reprocessing overtake a long one', async () => {
    await fill(MESSAGES, 'SUCCESS');
    await fill(2, 'FAILED');
    const start = async (state: string) => {
      const { reprocessing } = await reprocessByFilter(gateway, {
        filter: { ...days, states: [state] },
      });
      return reprocessing.id;
    };
    const [long, short] = [await start('SUCCESS'), await start('FAILED')];
    await run();
    await run();
    expect(await progressOf(gateway, long)).toMatchObject({ requeued: BATCH, finishedAt: null });
    expect(await progressOf(gateway, short)).toMatchObject({ requeued: 2, finishedAt: expect.any(String) });
    await runToEnd();
  });

  test('of a partner does not wait for all that another has requested since', async () => {
    await fill(MESSAGES, 'SUCCESS');
    const filter = days;
    const { reprocessing } = await reprocessByFilter(gateway, { filter });
    await run();
    for (let request = 0; request < OF_ANOTHER; request += 1)
      await reprocessByFilter(gateway, { filter }, { client: 'acme-pay' });
    let runs = 0;
    for (; (await progressOf(gateway, reprocessing.id)).finishedAt === null; runs += 1) await run();
    expect(runs).toBeLessThan(OF_ANOTHER);
    await runToEnd();
  });

  test('has a number per partner that are not finished, whichever way they are started', async () => {
    const filter = { ...days, states: ['FAILED'] };
    const open = await Promise.all(Array.from({ length: OPEN_MAX }, () => reprocessByFilter(gateway, { filter })));
    const refusal = { __typename: 'TooManyReprocessingsError', code: 'TOO_MANY_REPROCESSINGS', status: 422 };
    expect(new Set(open.map(({ __typename }) => __typename))).toEqual(
      new Set(['ReprocessWebhookMessagesByFilterSuccess']),
    );
    expect(await reprocessByFilter(gateway, { filter })).toMatchObject({
      ...refusal,
      limit: OPEN_MAX,
      message: expect.stringContaining(`${OPEN_MAX} that are not finished. Send it again when one is finished.`),
    });
    const range = { configurationId, from: '1.1', to: '1.2' };
    expect(await reprocessByRange(gateway, range)).toMatchObject(refusal);
    for (const dryRun of [reprocessByFilter, reprocessByRange])
      expect((await dryRun(gateway, { filter, ...range, dryRun: true })).__typename).toMatch(/Success$/);
    await run();
    const started = [0, 1].map(() => reprocessByFilter(gateway, { filter }));
    expect((await Promise.all(started)).map(({ __typename }) => __typename).toSorted()).toEqual([
      'ReprocessWebhookMessagesByFilterSuccess',
      'TooManyReprocessingsError',
    ]);
    const ofAnother = await reprocessByFilter(gateway, { filter }, { client: 'acme-pay' });
    expect(ofAnother.__typename).toBe('ReprocessWebhookMessagesByFilterSuccess');
    await runToEnd();
  });

  test.each([
    ['startDate', { startDate: '2020-01-01', endDate: '2020-01-02' }],
    ['endDate', { startDate: '9999-12-31', endDate: '9999-12-30' }],
    ['states', { startDate: '9999-12-30', endDate: '9999-12-31', states: ['HOLD'] }],
  ])('refuses an impossible filter, naming %s, in a dry run too', async (field, filter) => {
    for (const dryRun of [true, false])
      expect(await reprocessByFilter(gateway, { filter, dryRun })).toMatchObject({
        code: 'INVALID_PARAMETER',
        violations: [{ path: ['filter', field], message: expect.any(String) }],
      });
    expect(await sql(gateway, 'select id from webhook_reprocessing where finished_at is null')).toEqual([]);
  });
});

describe('webhookReprocessing', () => {
  test('is deleted once it ended too long ago, never while it runs', async () => {
    await fill(BATCH + 1, 'SUCCESS');
    const start = async (state: string) => {
      const request = { filter: { ...days, states: [state] } };
      return (await reprocessByFilter(gateway, request)).reprocessing.id;
    };
    const [running, ended] = [await start('SUCCESS'), await start('FAILED')];
    await run();
    await run();
    const { finishedAt } = await progressOf(gateway, ended);
    const database = new Database(gateway.app.database.sessions);
    const forgetOld = forget('old-reprocessings');
    const passDays = async (days: number) => {
      const now = new Date(Date.parse(finishedAt) + days * DAY_MS);
      await keepMessageMonths(database, now, true);
      await forgetOld(database, now);
    };
    await passDays(200);
    expect(await progressOf(gateway, ended)).toMatchObject({ finishedAt });
    await passDays(250);
    expect(await progressOf(gateway, ended)).toBeNull();
    expect(await progressOf(gateway, running)).toMatchObject({ finishedAt: null });
    await keepMessageMonths(database, gateway.clock.now());
    await runToEnd();
  });

  test("is null if there is none, or only another partner's", async () => {
    const { reprocessing } = await reprocessByFilter(gateway, { filter: days });
    for (const id of ['', 'nope', '\0', configurationId]) expect(await progressOf(gateway, id)).toBeNull();
    expect(await progressOf(gateway, reprocessing.id, { client: 'gama-pay' })).toBeNull();
    expect(await progressOf(gateway, reprocessing.id)).toMatchObject({ matched: 0 });
    const query = 'query ($id: ID!) { node(id: $id) { __typename } }';
    const request = { query, variables: { id: reprocessing.id } };
    expect(await gateway.data({ ...request, client: 'beta-pay' })).toEqual({
      node: { __typename: 'WebhookReprocessing' },
    });
    expect(await gateway.data({ ...request, client: 'gama-pay' })).toEqual({ node: null });
  });
});
