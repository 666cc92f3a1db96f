import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createPocket, gatheredCreations, type CreatePocketCommand } from '../../../src/bank/pockets/create-pocket.ts';
import { systemClock, systemRandom } from '../../../src/platform/system.ts';
import { eventLog } from '../../../src/events/log/event-log.ts';
import type { Random } from '../../../src/kernel/random.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { Gateway } from '../../support/gateway.ts';
import { countPockets, pocketInput, setPocketLimit } from '../../support/pockets.ts';

const REQUESTER = { partnerId: 'ACME_PAY', companyKey: 'ACME_PAY', correlationId: randomUUID() };

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterAll(() => gateway.stop());

beforeEach(async () => {
  for (const account of ['200001', '200002', '200003']) await setPocketLimit(gateway, account, 1_000);
});

function commandOf(changes: object = {}): CreatePocketCommand {
  const { idempotencyKey, ...requested } = pocketInput(changes);
  return { idempotencyKey, ...requested } as unknown as CreatePocketCommand;
}

/** Requests all at the same moment; two more go ahead, and keep the others waiting. */
async function together(commands: readonly CreatePocketCommand[], random: Random = systemRandom) {
  const dependencies = {
    database: new Database(gateway.app.database.sessions),
    eventLog: eventLog(() => undefined),
    ...{ clock: systemClock, random, cnpjMayHaveLetters: false, creations: gatheredCreations() },
  };
  const ahead = [commandOf(), commandOf()];
  const results = await Promise.all([...ahead, ...commands].map((one) => createPocket(dependencies, REQUESTER, one)));
  return results.slice(ahead.length);
}

function rows(sql: string, parameters: readonly unknown[]) {
  return gateway.app.database.entityManager.getConnection().execute(sql, [...parameters]);
}

async function transactionsOf(ids: readonly string[]) {
  const found = await rows(
    `select pocket.xmin::text as pocket, key.xmin::text as key, outbox.xmin::text as event
     from pocket join idempotency_key as key on key.result_id = pocket.id
     left join outbox on outbox.subject_id = pocket.id
     where pocket.id in (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  return found as { pocket: string; key: string; event: string | null }[];
}

/** Returns the name of a result in lists of expected ones. */
function nameOf(result: Awaited<ReturnType<typeof createPocket>>): string {
  if ('code' in result) return result.code;
  return result.replayed ? 'replayed' : 'made';
}

describe('pockets that are requested at the same moment', () => {
  test('share a transaction, each with its own idempotency key', async () => {
    const accounts = ['200001', '200002', '200003'];
    const commands = Array.from({ length: 30 }, (_, nth) => commandOf({ accountNumber: accounts[nth % 3] }));
    const results = await together(commands);
    expect(results.map(nameOf)).toEqual(commands.map(() => 'made'));
    const ids = results.flatMap((result) => ('row' in result ? [result.row.id] : []));
    const transactions = await transactionsOf(ids);
    expect(transactions).toHaveLength(30);
    expect(new Set(transactions.map(({ pocket }) => pocket)).size).toBe(1);
    for (const { pocket, key } of transactions) expect(key).toBe(pocket);
  });

  test('have their own outcomes', async () => {
    const twin = commandOf({ accountNumber: '200002' });
    const results = await together([
      commandOf({ accountNumber: '999999' }),
      twin,
      commandOf({ accountNumber: '100002' }),
      twin,
      { ...twin, label: 'Another' },
      commandOf({ user: { ...commandOf().user, birthDate: '2020-01-31' } }),
      { ...twin, accountNumber: '200003' },
      commandOf(),
    ]);
    expect(results.map(nameOf)).toEqual([
      'ACCOUNT_NOT_FOUND',
      'made',
      'INVALID_ACCOUNT_STATUS',
      'replayed',
      'IDEMPOTENCY_KEY_REUSED',
      'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
      'IDEMPOTENCY_KEY_REUSED',
      'made',
    ]);
  });

  test('fill an account to its limit and no further', async () => {
    await setPocketLimit(gateway, '200003', (await countPockets(gateway, '200003')) + 4);
    const results = await together(Array.from({ length: 10 }, () => commandOf({ accountNumber: '200003' })));
    expect(results.map(nameOf).filter((name) => name === 'made')).toHaveLength(4);
    expect(results.map(nameOf).filter((name) => name === 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT')).toHaveLength(
      6,
    );
  });

  test('are created one by one if two have drawn the same number', async () => {
    const digits = [7, 8, 4711, 4711, 4712, 4713];
    const drawn = {
      ...systemRandom,
      integer: (min: number, max: number) => digits.shift() ?? systemRandom.integer(min, max),
    };
    const results = await together(
      Array.from({ length: 3 }, () => commandOf()),
      drawn,
    );
    expect(results.map(nameOf)).toEqual(['made', 'made', 'made']);
    const numbers = results.flatMap((result) => ('row' in result ? [result.row.number] : []));
    expect(new Set(numbers).size).toBe(3);
  });

  test('leave the key of a refused request free', async () => {
    const command = commandOf({ accountNumber: '100002' });
    expect((await together([command])).map(nameOf)).toEqual(['INVALID_ACCOUNT_STATUS']);
    expect((await together([{ ...command, accountNumber: '200001' }])).map(nameOf)).toEqual(['made']);
  });
});
