import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  gatheredRegistrations,
  registerPixEntry,
  type RegisterPixEntryCommand,
} from '../../../src/bank/pix/register-pix-entry.ts';
import { systemClock, systemRandom } from '../../../src/platform/system.ts';
import type { Random } from '../../../src/kernel/random.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { unlimitedLookups } from '../../../src/platform/limits/lookup-budgets.ts';
import { Gateway } from '../../support/gateway.ts';
import { forgetEntries } from '../../support/pix.ts';

const REQUESTER = { partnerId: 'ACME_PAY', companyKey: 'ACME_PAY', correlationId: randomUUID() };
const BANK = { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' };

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterAll(() => gateway.stop());

beforeEach(async () => {
  for (const account of ['200001', '200002', '200003']) await forgetEntries(gateway, account);
});

function commandOf(number: string, changes: Partial<RegisterPixEntryCommand> = {}): RegisterPixEntryCommand {
  const account = { branch: '0001', number, type: 'PAYMENT' } as const;
  return { addressingKey: { type: 'EVP' }, account, idempotencyKey: randomUUID(), ...changes };
}

/** Requests all at the same moment; two that are refused go ahead, and keep the others waiting. */
async function together(commands: readonly RegisterPixEntryCommand[], random: Random = systemRandom) {
  const dependencies = {
    database: new Database(gateway.app.database.sessions),
    ...{ lookups: unlimitedLookups, clock: systemClock, random, cnpjMayHaveLetters: false },
    registrations: gatheredRegistrations(),
    ...({ codeDelivery: 'not configured', totpLimits: { openMax: 1, dailyMax: 1, waitSeconds: 1 } } as const),
  };
  const ahead = [commandOf('999998'), commandOf('999999')];
  const all = [...ahead, ...commands].map((command) => registerPixEntry(dependencies, REQUESTER, command));
  return (await Promise.all(all)).slice(ahead.length);
}

/** Returns the name of a result in lists of expected ones. */
function nameOf(result: Awaited<ReturnType<typeof registerPixEntry>>): string {
  if ('code' in result) return result.code;
  return result.replayed ? 'replayed' : 'made';
}

function rows(sql: string, parameters: readonly unknown[]) {
  return gateway.app.database.entityManager.getConnection().execute(sql, [...parameters]);
}

describe('keys that are registered at the same moment', () => {
  test('share a transaction, each with its own idempotency key', async () => {
    const results = await together(['200001', '200002', '200003'].map((number) => commandOf(number)));
    expect(results.map(nameOf)).toEqual(['made', 'made', 'made']);
    const ids = results.flatMap((result) => ('row' in result ? [result.row.id] : []));
    const transactions = (await rows(
      `select entry.xmin::text as entry, key.xmin::text as key
       from pix_entry as entry join idempotency_key as key on key.result_id = entry.id
       where entry.id in (?, ?, ?)`,
      ids,
    )) as { entry: string; key: string }[];
    expect(transactions).toHaveLength(3);
    expect(new Set(transactions.flatMap(({ entry, key }) => [entry, key])).size).toBe(1);
  });

  test('have their own outcomes', async () => {
    const twin = commandOf('200002');
    const results = await together([
      commandOf('999997'),
      twin,
      commandOf('100002'),
      twin,
      { ...twin, userId: '10020030320' },
      commandOf('200001', { idempotencyKey: null }),
      commandOf('200001', { idempotencyKey: null }),
      commandOf('200003', { addressingKey: { type: 'CPF', value: '10020030169' } }),
      commandOf('200003', { userId: '10020030169' }),
      commandOf('200003', { account: { branch: '0002', number: '200003', type: 'PAYMENT' } }),
    ]);
    expect(results.map(nameOf)).toEqual([
      'TARGET_ACCOUNT_DOES_NOT_EXIST',
      'made',
      'INVALID_ACCOUNT_STATUS',
      'replayed',
      'IDEMPOTENCY_KEY_REUSED',
      'made',
      'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL',
      'ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT',
      'PERMISSION_NOT_GRANTED',
      'TARGET_ACCOUNT_DOES_NOT_EXIST',
    ]);
  });

  test('are registered one by one if two have drawn the same random key', async () => {
    const [drawn, other] = [randomUUID(), randomUUID()];
    const keys = [randomUUID(), randomUUID(), drawn, drawn, other];
    const random = { ...systemRandom, uuid: () => keys.shift() ?? systemRandom.uuid() };
    const results = await together([commandOf('200001'), commandOf('200002')], random);
    expect(results.map(nameOf)).toEqual(['made', 'made']);
    const values = results.flatMap((result) => ('row' in result ? [result.row.keyValue] : []));
    expect(new Set(values).size).toBe(2);
    expect(values).toContain(drawn);
  });

  test('leave the idempotency key of a refused request free', async () => {
    const command = commandOf('100002');
    expect((await together([command])).map(nameOf)).toEqual(['INVALID_ACCOUNT_STATUS']);
    const account = { ...command.account, number: '200001' };
    expect((await together([{ ...command, account }])).map(nameOf)).toEqual(['made']);
  });
});

test('each field of a bank that is not the own one is reported, and nothing is registered', async () => {
  const banks = [
    { ...BANK, ispb: '99990002' },
    { ...BANK, code: null },
    { ...BANK, name: `${BANK.name}\0` },
  ];
  const account = commandOf('200001').account;
  const results = await together(banks.map((bank) => commandOf('200001', { account: { ...account, bank } })));
  const paths = results.map((result) => ('violations' in result ? result.violations.map(({ path }) => path) : result));
  expect(paths).toEqual(['ispb', 'code', 'name'].map((field) => [['account', 'bank', field]]));
  const own = await together([commandOf('200001', { account: { ...account, bank: BANK } })]);
  expect(own.map(nameOf)).toEqual(['made']);
});
