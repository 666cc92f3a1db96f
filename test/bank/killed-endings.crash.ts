import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayProcess } from '../support/gateway-process.ts';
import { OwnWorld } from '../support/own-world.ts';
import { accountInput, CHANGE_PIX_ENTRY_ACCOUNT, DELETE_PIX_ENTRY } from '../support/pix.ts';
import { prepareWorld, withDatabase } from '../support/pocket-world.ts';
import { CLOSE_POCKET } from '../support/pockets.ts';
import { buildServer, TestProcess } from '../support/process.ts';

const KILLS = 2;
/** Pockets that can be closed, and keys that can be deleted, before each kill. */
const EACH = 60;
/** Endings and changes that are acknowledged before each kill. */
const ACKNOWLEDGED = 45;
const MOVED = ['moved-0@example.com', 'moved-1@example.com'];
const SUCCESSES = ['ClosePocketSuccess', 'DeletePixEntrySuccess', 'ChangePixEntryAccountSuccess'];

let world: OwnWorld;

beforeAll(async () => {
  await buildServer();
  world = await OwnWorld.make();
  await prepareWorld(world.environment);
  await rows(`delete from pix_entry where partner_id = 'ACME_PAY'`);
  await insertKeys('200002', MOVED);
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
});

function rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return withDatabase({ ...world.environment }, ({ entityManager }) =>
    entityManager.getConnection().execute<Row[]>(sql, [...values]),
  );
}

function insertKeys(accountNumber: string, keys: readonly string[]): Promise<unknown> {
  return rows(
    `insert into pix_entry (id, key_type, key_value, ispb, owner_document, partner_id, account_id, created_at)
     select gen_random_uuid(), 'EMAIL', key, bank_ispb, document_value, account.partner_id, account.id, now()
     from payment_account as account join holder on holder.id = holder_id, unnest(string_to_array(?, ' ')) as key where number = ? and account.partner_id = 'ACME_PAY'`,
    [keys.join(' '), accountNumber],
  );
}

function insertPockets(numbers: readonly string[]): Promise<unknown> {
  return rows(
    `insert into pocket (id, partner_id, account_id, number, label, currency, status, reason, category, use_case, user_name,
       user_document_value, user_document_type, user_birth_date, created_at)
     select gen_random_uuid(), partner_id, id, given, 'Killed', 'BRL', 'ACTIVE', 'HOLDER_REQUEST', 'POCKET',
       'CORPORATE_EXPENSES', 'Maria Exemplo', '10020030240', 'CPF', '1990-01-31', now()
     from payment_account, unnest(string_to_array(?, ' ')) as given where number = '200001' and partner_id = 'ACME_PAY'`,
    [numbers.join(' ')],
  );
}

interface Work {
  readonly pockets: string[];
  readonly keys: string[];
}

/** Ends and changes what there is from several clients, and kills the gateway when enough of it is acknowledged. */
async function killDuring(gateway: GatewayProcess, { pockets, keys }: Work) {
  const acknowledged = { pockets: new Set<string>(), keys: new Set<string>() };
  let count = 0;
  const untilKilled = async (step: (nth: number) => Promise<boolean>) => {
    for (let nth = 0; ; nth += 1) {
      try {
        if (!(await step(nth))) return;
      } catch (error) {
        if (count < ACKNOWLEDGED) throw error;
        return;
      }
      count += 1;
      if (count === ACKNOWLEDGED) gateway.process.send('SIGKILL');
    }
  };
  const close = async () => {
    const pocketNumber = pockets.pop();
    if (pocketNumber === undefined) return false;
    const { closePocket } = await gateway.ask(CLOSE_POCKET, { input: { pocketNumber } });
    expect(closePocket).toMatchObject({ changed: true });
    acknowledged.pockets.add(pocketNumber);
    return true;
  };
  const remove = async () => {
    const key = keys.pop();
    if (key === undefined) return false;
    const { deletePixEntry } = await gateway.ask(DELETE_PIX_ENTRY, { input: { key } });
    expect(deletePixEntry).toMatchObject({ __typename: 'DeletePixEntrySuccess' });
    acknowledged.keys.add(key);
    return true;
  };
  const move = (key: string) => async (nth: number) => {
    const input = { key, account: accountInput(nth % 2 === 0 ? '200003' : '200002') };
    await gateway.ask(CHANGE_PIX_ENTRY_ACCOUNT, { input });
    return true;
  };
  const clients = [close, close, close, remove, remove, remove, ...MOVED.map(move)];
  await Promise.all(clients.map(untilKilled));
  await gateway.process.ended;
  return acknowledged;
}

const EVENTS = `(select subject_id, name from event union all select subject_id, name from outbox) as told`;

/** Returns what was ended, and how many events each has. */
async function ended(name: string, from: string): Promise<Map<string, number>> {
  const found = await rows<{ key: string; events: number }>(
    `select ${from} as key, (select count(*)::int from ${EVENTS} where told.subject_id = ended.id and told.name = '${name}') as events
     from ${from === 'number' ? `pocket as ended where status = 'CLOSED'` : 'pix_entry_excluded as ended'}`,
  );
  return new Map(found.map(({ key, events }) => [key, events]));
}

test('whatever a killed process has ended or changed has its event and its audit entry, once', async () => {
  for (let kills = 0; kills < KILLS; kills += 1) {
    const pockets = Array.from({ length: EACH }, (_, nth) => `2000017${kills}${nth}BRL`);
    const keys = Array.from({ length: EACH }, () => `${randomUUID()}@example.com`);
    await insertPockets(pockets);
    await insertKeys('200001', keys);
    const gateway = await GatewayProcess.start(world.environment);
    const acknowledged = await killDuring(gateway, { pockets: [...pockets], keys: [...keys] });
    const [closed, deleted] = [
      await ended('POCKET_ACCOUNT_WAS_FULLY_CLOSED', 'number'),
      await ended('PIX_ENTRY_WAS_DELETED', 'key_value'),
    ];
    expect([...closed.keys()]).toEqual(expect.arrayContaining([...acknowledged.pockets]));
    expect([...deleted.keys()]).toEqual(expect.arrayContaining([...acknowledged.keys]));
    for (const events of [...closed.values(), ...deleted.values()]) expect(events).toBe(1);
    const moved = await rows<{ number: string; events: number }>(
      `select account.number, (select count(*)::int from ${EVENTS}
         where told.subject_id = entry.id and told.name = 'PIX_ENTRY_ACCOUNT_WAS_CHANGED') as events
       from pix_entry as entry join payment_account as account on account.id = entry.account_id
       where entry.key_value like 'moved-%'`,
    );
    for (const { number, events } of moved) expect(number).toBe(events % 2 === 0 ? '200002' : '200003');
    const [counted] = await rows<{ audited: number; events: number }>(
      `select (select count(*)::int from (select result from audit_outbox union all select result from audit_entry) as audited
           where result in (${SUCCESSES.map((name) => `'${name}'`).join(', ')})) as audited,
         (select count(*)::int from ${EVENTS} where name in
           ('POCKET_ACCOUNT_WAS_FULLY_CLOSED', 'PIX_ENTRY_WAS_DELETED', 'PIX_ENTRY_ACCOUNT_WAS_CHANGED')) as events`,
    );
    expect(counted?.audited).toBe(counted?.events);
    expect(counted?.events).toBeGreaterThanOrEqual(ACKNOWLEDGED);
  }
});
