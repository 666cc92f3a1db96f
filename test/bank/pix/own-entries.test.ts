import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import {
  accountInput,
  changeAccount,
  countEntries,
  deleteEntry,
  expectRegistered,
  register,
  violationPaths,
} from '../../support/pix.ts';
import { sql } from '../../support/webhooks.ts';

/** The holder of 200002 and 200003, and that of 200001. */
const BRUNO = '10020030320';
const ANA = '10020030169';
const EVENTS = `query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter, last: 100) { nodes {
  name context entityId correlationId payload
  ... on PixEntryWasDeletedEvent { pixEntry { id } }
  ... on PixEntryAccountWasChangedEvent { pixEntry { id account { number } } }
} } }`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  gateway.clock.advance(61);
  for (const number of ['200001', '200002', '200003']) await endEntries(number);
});

/** Ends the keys of an account without events; events of earlier tests still show them. */
async function endEntries(accountNumber: string): Promise<void> {
  const kept = 'id, key_type, key_value, partner_id, account_id, created_at';
  await sql(
    gateway,
    `with gone as (
       delete from pix_entry where account_id in (select id from payment_account where number = ?) returning ${kept}
     )
     insert into pix_entry_excluded (${kept}) select ${kept} from gone`,
    [accountNumber],
  );
}

interface ShownEvent {
  readonly name: string;
  readonly entityId: string;
}

async function eventsOf(entityId: string): Promise<ShownEvent[]> {
  const filter = { eventNames: ['PIX_ENTRY_WAS_DELETED', 'PIX_ENTRY_ACCOUNT_WAS_CHANGED'] };
  const { webhookEvents } = await gateway.data({ query: EVENTS, variables: { filter } });
  const nodes: readonly ShownEvent[] = webhookEvents.nodes;
  return nodes.filter((event) => event.entityId === entityId);
}

/** Returns the events of a key once there is one. */
function someEventsOf(entityId: string): Promise<ShownEvent[]> {
  return eventually(async () => {
    const found = await eventsOf(entityId);
    return found.length > 0 && found;
  });
}

async function auditedResults(correlationId: string): Promise<string[]> {
  const rows = await sql<{ result: string }>(
    gateway,
    `select result from audit_outbox where correlation_id = ?::uuid
     union all select result from audit_entry where correlation_id = ?::uuid`,
    [correlationId, correlationId],
  );
  return rows.map(({ result }) => result);
}

const names = (results: readonly { __typename: string }[]) => results.map(({ __typename }) => __typename).toSorted();

describe('deletePixEntry', () => {
  test('deletes a key with its event, which has no personal data', async () => {
    const { id } = await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    const correlationId = randomUUID();
    const headers = { 'x-correlation-id': correlationId };
    expect(await deleteEntry(gateway, { key: BRUNO, userId: BRUNO }, { headers })).toEqual({
      __typename: 'DeletePixEntrySuccess',
      addressingKey: { type: 'CPF', value: BRUNO },
    });
    const [event, ...others] = await someEventsOf(id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      name: 'PIX_ENTRY_WAS_DELETED',
      context: 'PIX',
      correlationId,
      pixEntry: { id },
      payload: {
        version: '1.0',
        context: 'Pix',
        data: { type: 'CPF', value: null, account: { branch: '0001', number: '200002' } },
      },
    });
    expect(await auditedResults(correlationId)).toEqual(['DeletePixEntrySuccess']);
    expect(await deleteEntry(gateway, { key: BRUNO })).toMatchObject({
      code: 'PIX_ENTRY_NOT_FOUND',
      status: 404,
      path: ['key'],
      retryable: false,
      nextStep: null,
    });
  });

  test('frees the key and its place, and replays still show it', async () => {
    const first = { key: { type: 'CPF', value: BRUNO }, number: '200002', idempotencyKey: randomUUID() };
    const entry = await expectRegistered(gateway, first);
    await deleteEntry(gateway, { key: BRUNO });
    expect(await countEntries(gateway, '200002')).toBe(0);
    expect(await register(gateway, first)).toMatchObject({ entry });
    await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200003' });
  });

  test('of an EVP tells its value, and counts for the minute until the next one', async () => {
    const { id, addressingKey } = await expectRegistered(gateway, { key: { type: 'EVP' }, number: '200001' });
    await deleteEntry(gateway, { key: String(addressingKey.value).toUpperCase() });
    expect((await someEventsOf(id))[0]).toMatchObject({ payload: { data: addressingKey } });
    expect(await register(gateway, { key: { type: 'EVP' }, number: '200001' })).toMatchObject({
      code: 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL',
    });
    gateway.clock.advance(60);
    await expectRegistered(gateway, { key: { type: 'EVP' }, number: '200001' });
  });

  test.each([
    ['no key', { key: ' ' }, 'INVALID_PARAMETER'],
    ['a user that is no document, before all else', { key: 'nobody@example.com', userId: '1' }, 'INVALID_USER_ID'],
    ['a key that nobody has', { key: 'nobody@example.com' }, 'PIX_ENTRY_NOT_FOUND'],
    ['what is no key', { key: 'nobody' }, 'PIX_ENTRY_NOT_FOUND'],
    ['a key of another institution', { key: 'taken@example.com', userId: ANA }, 'PIX_ENTRY_NOT_FOUND'],
    ['a user that does not own the key', { key: BRUNO, userId: ANA }, 'PERMISSION_NOT_GRANTED'],
  ])('refuses %s', async (_what, input, code) => {
    await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    expect(await deleteEntry(gateway, input)).toMatchObject({ code });
    expect(await countEntries(gateway, '200002')).toBe(1);
  });

  test('does not find the key of another partner', async () => {
    await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    expect(await deleteEntry(gateway, { key: BRUNO }, { client: 'beta-pay' })).toMatchObject({
      code: 'PIX_ENTRY_NOT_FOUND',
    });
    expect(await countEntries(gateway, '200002')).toBe(1);
  });

  test('at the same time deletes once, with one event', async () => {
    const { id } = await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    const results = await Promise.all(Array.from({ length: 20 }, () => deleteEntry(gateway, { key: BRUNO })));
    expect(names(results)).toEqual(['DeletePixEntrySuccess', ...Array(19).fill('PixEntryNotFoundError')]);
    expect(await someEventsOf(id)).toHaveLength(1);
  });
});

describe('changePixEntryAccount', () => {
  test('lets a key identify another account of its holder, with its event', async () => {
    const entry = await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    const correlationId = randomUUID();
    const headers = { 'x-correlation-id': correlationId };
    const changed = await changeAccount(gateway, { key: BRUNO, number: '200003', userId: BRUNO }, { headers });
    expect(changed).toEqual({
      __typename: 'ChangePixEntryAccountSuccess',
      changed: true,
      entry: {
        id: entry.id,
        status: 'OWNED',
        createdAt: entry.createdAt,
        ownedAt: entry.createdAt,
        addressingKey: entry.addressingKey,
        account: { number: '200003' },
      },
    });
    expect([await countEntries(gateway, '200002'), await countEntries(gateway, '200003')]).toEqual([0, 1]);
    const [event, ...others] = await someEventsOf(entry.id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      name: 'PIX_ENTRY_ACCOUNT_WAS_CHANGED',
      context: 'PIX',
      correlationId,
      pixEntry: { id: entry.id, account: { number: '200003' } },
      payload: { data: { type: 'CPF', value: null, account: { branch: '0001', number: '200003' } } },
    });
    expect(await auditedResults(correlationId)).toEqual(['ChangePixEntryAccountSuccess']);
  });

  test('to the same account changes nothing: no event, no audit entry', async () => {
    const { id } = await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    const correlationId = randomUUID();
    const headers = { 'x-correlation-id': correlationId };
    expect(await changeAccount(gateway, { key: BRUNO, number: '200002' }, { headers })).toMatchObject({
      changed: false,
      entry: { id, account: { number: '200002' } },
    });
    expect(await sql(gateway, `select from outbox where subject_id = ?`, [id])).toEqual([]);
    expect(await eventsOf(id)).toEqual([]);
    expect(await auditedResults(correlationId)).toEqual([]);
  });

  test.each([
    ['a user that is no document', { userId: '1', key: 'nobody@example.com' }, 'INVALID_USER_ID', ['userId']],
    ['a key that is not found', { key: 'nobody@example.com', number: '999999' }, 'PIX_ENTRY_NOT_FOUND', ['key']],
    ['an unknown account', { number: '999999', userId: ANA }, 'TARGET_ACCOUNT_DOES_NOT_EXIST', ['account']],
    ['an account of another partner', { number: '300001' }, 'TARGET_ACCOUNT_DOES_NOT_EXIST', ['account']],
    ['a user that does not own the key', { number: '100002', userId: ANA }, 'PERMISSION_NOT_GRANTED', ['userId']],
    ['a closed account', { number: '100002' }, 'INVALID_ACCOUNT_STATUS', ['account', 'number']],
    ['a holder who is not approved', { number: '200004' }, 'INVALID_ACCOUNT_HOLDER_STATUS', ['account', 'number']],
    ['the account of somebody else', { number: '200001' }, 'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER', ['account']],
  ])('refuses %s', async (_what, input, code, path) => {
    const { id } = await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    const refused = await changeAccount(gateway, { key: BRUNO, number: '200003', ...input });
    expect(refused).toMatchObject({ code, path, retryable: false, nextStep: null });
    expect(await sql(gateway, `select from outbox where subject_id = ?`, [id])).toEqual([]);
    expect(await countEntries(gateway, '200002')).toBe(1);
  });

  test('refuses empty texts together, and another bank after the account', async () => {
    const none = await changeAccount(gateway, { key: '', number: ' ', account: accountInput(' ', { branch: '' }) });
    expect(violationPaths(none)).toEqual(['account.branch', 'account.number', 'key']);
    await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    const bank = { ispb: '99990002', code: '990', name: 'Banco Exemplo S.A.' };
    const account = accountInput('200003', { bank });
    const other = await changeAccount(gateway, { key: BRUNO, number: '200003', account, userId: ANA });
    expect(violationPaths(other)).toEqual(['account.bank.ispb']);
  });

  test('refuses a random key, wherever it is', async () => {
    const { addressingKey } = await expectRegistered(gateway, { key: { type: 'EVP' }, number: '200002' });
    for (const number of ['200002', '200003', '200001'])
      expect(await changeAccount(gateway, { key: addressingKey.value, number })).toMatchObject({
        code: 'EVP_ENTRY_CANNOT_CHANGE_ACCOUNT',
        status: 422,
        path: ['key'],
      });
  });

  test('refuses an account that is full, also at the same time', async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      gateway.clock.advance(61);
      await expectRegistered(gateway, { key: { type: 'EVP' }, number: '200003' });
    }
    const keys = Array.from({ length: 5 }, (_, nth) => `full-${nth}@example.com`);
    for (const key of keys)
      await sql(
        gateway,
        `insert into pix_entry (id, key_type, key_value, ispb, owner_document, partner_id, account_id, created_at)
         select gen_random_uuid(), 'EMAIL', ?, bank_ispb, ?, partner_id, id, now() from payment_account where number = '200002'`,
        [key, BRUNO],
      );
    const results = await Promise.all(keys.map((key) => changeAccount(gateway, { key, number: '200003' })));
    const refused = Array(4).fill('MaximumEntriesCountRegisteredForAccountError');
    expect(names(results)).toEqual(['ChangePixEntryAccountSuccess', ...refused]);
    const full = results.find(({ __typename }) => __typename !== 'ChangePixEntryAccountSuccess');
    expect(full).toMatchObject({ limit: 5, used: 5, path: ['account', 'number'] });
    expect(await countEntries(gateway, '200003')).toBe(5);
  });

  test('at the same time changes once, with one event', async () => {
    const { id } = await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
    const results = await Promise.all(
      Array.from({ length: 20 }, () => changeAccount(gateway, { key: BRUNO, number: '200003' })),
    );
    expect(results.filter(({ changed }) => changed)).toHaveLength(1);
    expect(new Set(names(results))).toEqual(new Set(['ChangePixEntryAccountSuccess']));
    expect(await someEventsOf(id)).toHaveLength(1);
  });

  test('and deletion at the same time end in one of both orders', async () => {
    for (let round = 0; round < 5; round += 1) {
      await expectRegistered(gateway, { key: { type: 'CPF', value: BRUNO }, number: '200002' });
      const [changed, deleted, crossing] = await Promise.all([
        changeAccount(gateway, { key: BRUNO, number: '200003' }),
        deleteEntry(gateway, { key: BRUNO }),
        changeAccount(gateway, { key: BRUNO, number: '200002' }),
      ]);
      expect(deleted.__typename).toBe('DeletePixEntrySuccess');
      for (const { __typename } of [changed, crossing])
        expect(['ChangePixEntryAccountSuccess', 'PixEntryNotFoundError']).toContain(__typename);
      expect((await countEntries(gateway, '200002')) + (await countEntries(gateway, '200003'))).toBe(0);
    }
  });
});
