import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { passesFilter } from '../../../src/events/readers/passes-filter.ts';
import { filterValues } from '../../../src/events/readers/webhook-event-filter.args.ts';
import { numberEvents } from '../../../src/events/log/relay-events.ts';
import { eventsOfPartner } from '../../../src/events/readers/webhook-event.rows.ts';
import { WebhookEventFilter } from '../../../src/events/readers/webhook-event-filter.input.ts';
import type { PageWindow } from '../../../src/platform/statements/page-window.ts';
import { registeredStatements } from '../../../src/platform/statements/statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { actAsPartner, readers, rowsReadOf, type PlanValue } from '../../support/plans.ts';
import { withSeed } from '../../support/test-random.ts';
import { forgetThePast, numberFromOne } from '../../support/world.ts';

const EVENTS = 12_000;
const ROUNDS = 150;
const SIZE = 20;
const OWNER = 'ACME_PAY';

let own: OwnDatabase;
let all: Awaited<ReturnType<typeof storedEvents>>;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await forgetThePast(own.opened);
  await numberFromOne(own.opened);
  // A third of the events is of one account, a seventh of another, others of none; clocks differ by up to five minutes.
  await own.sql(
    `insert into outbox (event_id, partner_id, name, context, raw_name, entity_id, subject_id, account_id, idempotency_key,
       correlation_id, occurred_at, body)
     select gen_random_uuid(), case when nth % 11 = 0 then 'BETA_PAY' else '${OWNER}' end,
       (case when nth % 6000 = 5001 then 'TED_CASH_IN_WAS_CLEARED' when nth % 500 < 2 then 'OTHER'
         else 'PIX_CASH_IN_WAS_CLEARED' end)::event_name,
       (case when nth % 6000 = 5001 or nth % 500 = 0 then 'TED' else 'PIX' end)::event_context,
       case when nth % 500 < 2 and nth % 6000 <> 5001 then 'ANOTHER' end, case when nth = 5000 then 'RARE' else 'E' || nth % 5 end, gen_random_uuid(), (
         select id from payment_account as account where account.partner_id = '${OWNER}'
           and number = case when nth % 3 = 0 then '200001' when nth % 7 = 0 then '200002' end
       ), gen_random_uuid(), gen_random_uuid(),
       '2026-11-20T12:00:00Z'::timestamptz + nth * interval '1 s' + nth * 7919 % 300 * interval '1 s', '{}'
     from generate_series(1, ${EVENTS}) as nth`,
  );
  while ((await own.database.transaction((sql) => numberEvents(sql))).hasMore);
  // A gap in the middle, as there can be if an event is kept longer than others.
  await own.sql(`delete from event where partner_id = '${OWNER}' and position between 3000 and 3050`);
  await own.sql(`delete from event where partner_id = '${OWNER}' and position <= 10`);
  all = await storedEvents();
});
afterAll(() => own.close());

function storedEvents() {
  return own.sql<{
    readonly position: number;
    readonly name: string;
    readonly context: 'PIX' | 'TED';
    readonly rawName: string | null;
    readonly rawContext: null;
    readonly entityId: string;
    readonly occurredAt: string;
    readonly accountNumber: string | null;
  }>(
    `select position::int as "position", name, context, raw_name as "rawName", null as "rawContext",
       entity_id as "entityId", occurred_at::text as "occurredAt",
       (select number from payment_account where id = account_id) as "accountNumber"
     from event where partner_id = '${OWNER}' order by position`,
  );
}

type Random = () => number;

/** Returns an instant during the events, before all of them or after. */
function anInstant(random: Random): string {
  return new Date(Date.parse('2026-11-20T11:50:00Z') + Math.floor(random() * (EVENTS + 1_800)) * 1_000).toISOString();
}

function aFilter(random: Random): WebhookEventFilter {
  const pick = (items: readonly string[]) => items.filter(() => random() < 0.5);
  return Object.assign(
    new WebhookEventFilter(),
    random() < 0.5 && { entityIds: pick(['E0', 'E3', 'RARE', 'nobody']) },
    random() < 0.5 && { accountNumbers: pick(['200001', '200002', '300001', '999999']) },
    random() < 0.5 && { since: anInstant(random) },
    random() < 0.3 && { eventNames: pick(['TED_CASH_IN_WAS_CLEARED', 'PIX_CASH_IN_WAS_CLEARED', 'OTHER']) },
    random() < 0.3 && { contexts: pick(['PIX', 'TED', 'CUSTOMER']) },
    random() < 0.3 && { rawNames: pick(['ANOTHER', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED']) },
    random() < 0.2 && { rawContexts: pick(['Pix', 'Ted', 'Unknown']) },
  );
}

describe('pages of filtered events', () => {
  test('equal a filtered copy, for any combination, from either end and between cursors', () =>
    withSeed(async (random) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const filter = aFilter(random);
        const values = filterValues(filter);
        const backward = random() < 0.5;
        const [low = 0, high = 0] = [random(), random()].map((at) => Math.floor(at * EVENTS)).toSorted((a, b) => a - b);
        const after = random() < 0.5 ? [String(low)] : undefined;
        const before = random() < 0.5 ? [String(high)] : undefined;
        const window = { backward, size: SIZE, after, before };
        const page = (await eventsOfPartner.pages(own.database, [OWNER], window, values)).get(OWNER);
        const wanted = all.filter((event) => {
          const isBetween =
            event.position > Number(after?.[0] ?? 0) && event.position < Number(before?.[0] ?? Infinity);
          return isBetween && passesFilter(values, event);
        });
        const expected = (backward ? wanted.slice(-SIZE) : wanted.slice(0, SIZE)).map(({ position }) => position);
        const shown = page?.rows.map(({ position }) => Number(position)) ?? [];
        expect({ filter, window, shown }).toEqual({ filter, window, shown: expected });
        expect(page?.more ?? false).toBe(wanted.length > SIZE);
      }
    }));

  test('have the same total as such a copy, and detect events beyond a cursor', () =>
    withSeed(async (random) => {
      for (let round = 0; round < 20; round += 1) {
        const values = filterValues(aFilter(random));
        const wanted = all.filter((event) => passesFilter(values, event));
        const totals = await eventsOfPartner.totals(own.database, [OWNER], values);
        // No more are counted.
        expect(totals.get(OWNER)?.count ?? 0).toBe(Math.min(wanted.length, 10_000));
        const key = [String(EVENTS / 2)];
        const isBeyond = await eventsOfPartner.reachesBeyond(own.database, OWNER, { bound: 'after', key }, values);
        expect(isBeyond).toBe(wanted.some(({ position }) => position <= EVENTS / 2));
      }
    }));
});

interface ExplainedRead {
  /** Name of the registered statement. */
  readonly name: string;
  /** Values of its parameters, in order. */
  readonly given: readonly PlanValue[];
}

/** Counts the rows of the log that a statement reads with these values. */
function rowsReadBy({ name, given }: ExplainedRead): Promise<number> {
  const text = registeredStatements().find((one) => one.name === name)?.text ?? '';
  return rowsReadOf(own, ['event'], { text, values: given });
}

const LATE = '2026-11-20T15:00:00Z';
/** Key of an event long before that instant. */
const EARLY_KEY = '100';
const LATE_KEY = '9000';

/** Filters, each with a bound on the rows it reads: those of a page, of each value, or of where clocks differ. */
const READS: readonly (readonly [string, object, number])[] = [
  ['entityIds', { entityIds: ['E0', 'RARE', 'nobody'] }, 70],
  ['accountNumbers', { accountNumbers: ['200001', '200002'] }, 70],
  ['since', { since: LATE }, 400],
  ['entityIds since', { entityIds: ['E0', 'RARE', 'nobody'], since: LATE }, 200],
  ['accountNumbers since', { accountNumbers: ['200001', '200002'], since: LATE }, 300],
  ['eventNames', { eventNames: ['TED_CASH_IN_WAS_CLEARED', 'OTHER'] }, 120],
  ['contexts', { contexts: ['TED'] }, 120],
  ['eventNames since', { eventNames: ['OTHER'], since: LATE }, 120],
  ['rawNames', { rawNames: ['ANOTHER', 'NEVER_HEARD_OF'] }, 120],
  ['rawNames of a name of ours', { rawNames: ['TED_CASH_IN_WAS_CLEARED'] }, 120],
  ['rawContexts', { rawContexts: ['Ted', 'Never heard of'] }, 120],
  ['eventNames of another context', { eventNames: ['OTHER'], contexts: ['CUSTOMER'] }, 50],
];

describe.each(
  readers(OWNER).flatMap(([reader, partnerId]) =>
    READS.map(([name, ...read]) => [name, reader, partnerId, ...read] as const),
  ),
)('events that are filtered by %s for %s', (_name, _reader, partnerId, filter, most) => {
  const values = filterValues(Object.assign(new WebhookEventFilter(), filter));
  const present = values.flatMap((value, nth) => (value === null ? [] : [{ value, name: `f${nth}` }]));
  const read = (kind: string, given: ExplainedRead['given'], bounds: readonly string[]) =>
    rowsReadBy({
      name: ['webhook_events', kind, ...present.map(({ name }) => name)].join('_'),
      given: [...given, ...present.map(({ value }) => value), ...bounds],
    });
  const page = (window: Pick<PageWindow, 'backward' | 'after' | 'before'>) =>
    eventsOfPartner.pages(own.database, [OWNER], { size: SIZE, ...window }, values);

  beforeAll(async () => {
    await own.sql('analyze event');
    await actAsPartner(own, partnerId);
  });
  afterAll(() => actAsPartner(own, null));

  test('are read as a page without the rest of the log, from either end, and after an early cursor', async () => {
    await page({ backward: false, after: undefined, before: undefined });
    expect(await read('first', [[OWNER], SIZE + 1], [])).toBeLessThan(most);
    await page({ backward: false, after: [EARLY_KEY], before: undefined });
    expect(await read('first_after', [[OWNER], SIZE + 1], [EARLY_KEY])).toBeLessThan(most);
    await page({ backward: true, after: undefined, before: [LATE_KEY] });
    expect(await read('last_before', [[OWNER], SIZE + 1], [LATE_KEY])).toBeLessThan(most);
  });

  test('are detected beyond a page, and counted after a cursor, without the rest of the log', async () => {
    await eventsOfPartner.reachesBeyond(own.database, OWNER, { bound: 'after', key: [LATE_KEY] }, values);
    expect(await read('beyond_after', [OWNER], [LATE_KEY])).toBeLessThan(most);
    await eventsOfPartner.countAfter(own.database, OWNER, { key: [EARLY_KEY], max: SIZE }, values);
    expect(await read('after', [OWNER, SIZE], [EARLY_KEY])).toBeLessThan(most);
  });
});
