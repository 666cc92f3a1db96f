import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { numberEvents } from '../../../src/events/log/relay-events.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { forgetThePast, numberFromOne } from '../../support/world.ts';

const BATCH_SIZE = 500;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await forgetThePast(own.opened);
  await numberFromOne(own.opened);
});
afterAll(() => own.close());

interface Recorded {
  readonly partnerId: string;
  readonly count: number;
  /** Seconds from the occurrence of one event to the next; negative: the next one occurred earlier. */
  readonly stepSeconds: number;
}

async function record({ partnerId, count, stepSeconds }: Recorded): Promise<void> {
  await own.sql(
    `insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
       occurred_at, body)
     select gen_random_uuid(), ?, 'PIX_CASH_IN_WAS_CLEARED', 'PIX', 'E', gen_random_uuid(), gen_random_uuid(),
       gen_random_uuid(), '2026-11-20T12:00:00Z'::timestamptz + nth * ? * interval '1 second', '{}'
     from generate_series(1, ?::int) as nth`,
    [partnerId, stepSeconds, count],
  );
}

async function numberAll(): Promise<void> {
  while ((await own.database.transaction((sql) => numberEvents(sql))).hasMore);
}

/** Returns a partner's positions in order, and whether `reached_at` is the latest instant so far. */
function placesOf(partnerId: string) {
  return own.sql<{ epoch: number; position: number; isReached: boolean }>(
    `select epoch, position::int as "position",
       reached_at = max(occurred_at) over (order by position) as "isReached"
     from event where partner_id = ? order by position`,
    [partnerId],
  );
}

function places(from: number, count: number) {
  return Array.from({ length: count }, (_, nth) => ({ epoch: 1, position: from + nth, isReached: true }));
}

test('events are numbered per partner, without gaps, across batches and whatever other partners do', async () => {
  await record({ partnerId: 'BETA_PAY', count: 2, stepSeconds: 1 });
  await record({ partnerId: 'ACME_PAY', count: BATCH_SIZE, stepSeconds: -1 });
  await record({ partnerId: 'BETA_PAY', count: 1, stepSeconds: 1 });
  await numberAll();
  await record({ partnerId: 'ACME_PAY', count: 3, stepSeconds: -2 });
  await record({ partnerId: 'BETA_PAY', count: 1, stepSeconds: 1 });
  await numberAll();
  expect(await placesOf('ACME_PAY')).toEqual(places(1, BATCH_SIZE + 3));
  expect(await placesOf('BETA_PAY')).toEqual(places(1, 4));
});

test('an epoch opens before the first event is numbered in another database, and not in the same one', async () => {
  const epochs = () =>
    own.sql<object>(
      `select epoch, partner_id as "partnerId", opened_after::int as "openedAfter" from event_epoch
       where partner_id in ('', 'ACME_PAY', 'NOVA_PAY') order by epoch, partner_id`,
    );
  const before = await epochs();
  await own.sql(`update event_head set database_identity = 'another'`);
  await numberAll();
  expect(await epochs()).toEqual(before);
  await record({ partnerId: 'NOVA_PAY', count: 1, stepSeconds: 1 });
  await numberAll();
  for (const partnerId of ['NOVA_PAY', 'ACME_PAY']) await record({ partnerId, count: 1, stepSeconds: -3 });
  await numberAll();
  expect(await epochs()).toEqual([
    ...before,
    { epoch: 2, partnerId: '', openedAfter: 0 },
    { epoch: 2, partnerId: 'ACME_PAY', openedAfter: BATCH_SIZE + 3 },
    { epoch: 2, partnerId: 'NOVA_PAY', openedAfter: 0 },
  ]);
  expect((await placesOf('NOVA_PAY')).map(({ epoch }) => epoch)).toEqual([2, 2]);
});

test('an epoch of one partner leaves those of others unchanged, and the next epoch of all is above it', async () => {
  const epochOf = async (partnerId: string) => (await placesOf(partnerId)).at(-1)?.epoch ?? 0;
  const recordBoth = async () => {
    for (const partnerId of ['NOVA_PAY', 'ZETA_PAY']) await record({ partnerId, count: 1, stepSeconds: 1 });
    await numberAll();
    return [await epochOf('NOVA_PAY'), await epochOf('ZETA_PAY')];
  };
  const [first = 0, others = 0] = await recordBoth();
  for (let times = 0; times < 3; times += 1) await own.sql(`select * from open_partner_epoch('NOVA_PAY')`);
  expect(await recordBoth()).toEqual([first + 3, others]);
  await own.sql(`update event_head set database_identity = 'another'`);
  expect(await recordBoth()).toEqual([first + 4, first + 4]);
});
