import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { accountOf } from '../support/gateway-process.ts';
import type { Fault, ServedScene } from './fault.ts';
import { until } from './recovery.ts';

const DEADLOCKS = 3;
const RACING_MS = 2_000;
/** How many events of the partner of the histories are held back. */
const EVENTS_HELD = 60;
const UNNUMBERED = `select count(*)::int as "count" from outbox where partner_id = 'GAMA_PAY'`;

/** Counts the statements that wait for a lock. */
const WAITING = `select count(*)::int as "count" from pg_stat_activity
  where application_name = 'partner-banking-gateway' and wait_event_type = 'Lock'`;
const DEADLOCKS_SO_FAR = 'select deadlocks::int as "count" from pg_stat_database where datname = current_database()';

/**
 * A rival locks an account, and then wants the key that a request has claimed, which waits for that account: PostgreSQL
 * ends the session that detects the deadlock first, which is the request, as it has waited longer.
 */
async function deadlock({ storage, load, estate }: ServedScene): Promise<void> {
  const { database } = storage;
  const [before] = await database.sql<{ count: number }>(DEADLOCKS_SO_FAR);
  for (let times = 0; times < DEADLOCKS; times += 1) {
    const key = randomUUID();
    await database.session(async (rival) => {
      await rival.query('begin');
      await rival.query('select 1 from payment_account where number = $1 for update', [accountOf(key)]);
      const request = load.create(key, estate.anyApi);
      await until('a request waits for the account', async () => {
        const [row] = await database.sql<{ count: number }>(WAITING);
        return (row?.count ?? 0) > 0;
      });
      const claim = `insert into idempotency_key (partner_id, mutation, key, fingerprint, result_id, expires_at)
        values ('ACME_PAY', 'createPocket', $1, 'rival', gen_random_uuid(), now())`;
      await rival.query(claim, [key]).catch(() => undefined);
      await rival.query('rollback');
      await request;
    });
  }
  await until('the deadlocks are counted', async () => {
    const [after] = await database.sql<{ count: number }>(DEADLOCKS_SO_FAR);
    return (after?.count ?? 0) > (before?.count ?? 0);
  });
}

/** Has every fourth pocket fail with a serialization error. */
async function loseRaces({ storage, load }: ServedScene): Promise<void> {
  const { database } = storage;
  await database.sql('create sequence race');
  await database.sql(`create function lose_race() returns trigger language plpgsql as $$
    begin
      if nextval('race') % 4 = 0 then raise exception 'lost' using errcode = '40001'; end if;
      return new;
    end $$`);
  await database.sql('create trigger race before insert on pocket for each row execute function lose_race()');
  const before = load.acknowledged.size;
  await wait(RACING_MS);
  const [races] = await database.sql<{ count: number }>('select last_value::int as "count" from race');
  await database.sql('drop trigger race on pocket');
  await database.sql('drop function lose_race');
  await database.sql('drop sequence race');
  expect(load.acknowledged.size).toBeGreaterThan(before);
  expect(races?.count).toBeGreaterThan(4);
}

/** Stops the relay, so that events that occurred one after the other are numbered in one batch. */
async function holdRelay({ storage }: ServedScene): Promise<void> {
  const { database } = storage;
  await database.session(async (rival) => {
    await rival.query('begin');
    await rival.query('select from event_head for update');
    await until('events wait for their place', async () => {
      const [row] = await database.sql<{ count: number }>(UNNUMBERED);
      return (row?.count ?? 0) >= EVENTS_HELD;
    });
    await rival.query('rollback');
  });
}

export const RACE_FAULTS: readonly Fault<ServedScene>[] = [
  { name: 'requests lose deadlocks', strike: deadlock },
  { name: 'the relay stands still', isQuick: true, strike: holdRelay },
  { name: 'requests lose serialization races', isQuick: true, strike: loseRaces },
];
