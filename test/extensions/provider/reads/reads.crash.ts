import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { customer, decided, goodInput } from '../../../support/customers.ts';
import { eventually, Gateway } from '../../../support/gateway.ts';
import { accountInput, forgetEntries, REGISTER_PIX_ENTRY } from '../../../support/pix.ts';
import { createPocket, expectSuccess, pocketInput, setPocketLimit } from '../../../support/pockets.ts';
import { sql } from '../../../support/webhooks.ts';
import { Rig } from '../rig.ts';

const FRESH_SECONDS = 30;
const FRESHNESS = 'freshness { asOf isStale }';
const READS = {
  account: `query ($key: String!) { shown: paymentAccount(number: $key) { status ${FRESHNESS} } }`,
  pocket: `query ($key: String!) { shown: pocket(number: $key) { label status ${FRESHNESS} } }`,
  customer: `query ($key: String!) { shown: customer(documentNumber: $key) { status ${FRESHNESS} } }`,
};
const LISTS = `query ($number: String!) { paymentAccount(number: $number) {
  pockets(first: 5) { nodes { number label } } pixEntries { addressingKey { value } }
} }`;

describe.each(['true', 'false'])('what a provider keeps, row-level security %s', (security) => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.start({ ROW_LEVEL_SECURITY: security, PROVIDER_TIMEOUT_SECONDS: '2' });
    for (const number of ['200001', '200002', '200003']) await setPocketLimit(rig.bank, number, 1_000);
  });
  afterAll(() => rig.stop());

  const read = async (what: keyof typeof READS, key: string) =>
    (await rig.front.data({ query: READS[what], variables: { key } })).shown;
  const lists = async (number: string) =>
    (await rig.front.data({ query: LISTS, variables: { number } })).paymentAccount;
  const now = () => rig.front.clock.now().toISOString();
  const expire = () => {
    rig.front.clock.advance(FRESH_SECONDS + 1);
  };

  /** Reads by a key: fetched once, again when that is too long ago, and shown as stale while the provider fails. */
  const goesStale = async (what: keyof typeof READS, key: string, change: () => Promise<unknown>) => {
    expire();
    const at = now();
    const first = await read(what, key);
    expect(first.freshness.isStale).toBe(false);
    expect(first.freshness.asOf >= at).toBe(true);
    await change();
    rig.front.clock.advance(FRESH_SECONDS / 2);
    expect(await read(what, key)).toEqual(first);
    rig.front.clock.advance(FRESH_SECONDS);
    await rig.failRead('500');
    expect(await read(what, key)).toEqual({ ...first, freshness: { asOf: first.freshness.asOf, isStale: true } });
    const later = now();
    const second = await read(what, key);
    expect(second.freshness.isStale).toBe(false);
    expect(second.freshness.asOf >= later).toBe(true);
    return { ...second, freshness: undefined };
  };

  test('an account', async () => {
    const block = () => sql(rig.bank, `update payment_account set status = 'BLOCKED' where number = '200004'`);
    expect(await goesStale('account', '200004', block)).toMatchObject({ status: 'BLOCKED' });
    await sql(rig.bank, `update payment_account set status = 'ACTIVE' where number = '200004'`);
  });

  test('a pocket, which is stored when it is read first', async () => {
    const { pocket } = await expectSuccess(createPocket(rig.bank, pocketInput({ accountNumber: '200001' })));
    const change = () =>
      sql(rig.bank, `update pocket set label = 'New', status = 'LOCKED' where number = ?`, [pocket.number]);
    expect(await goesStale('pocket', pocket.number, change)).toMatchObject({ label: 'New', status: 'LOCKED' });
  });

  test('is fetched again after the clock was set back', async () => {
    await read('account', '200004');
    rig.front.clock.advance(-3_600);
    const at = now();
    const asOf: string = (await read('account', '200004')).freshness.asOf;
    expect(Date.parse(asOf) - Date.parse(at)).toBeLessThan(60_000);
  });

  test('a customer, who is stored when read first', async () => {
    const input = await goodInput(rig.bank);
    await decided(rig.bank, input);
    const atBank = { ...(await customer(rig.bank, input.documentNumber)), id: expect.any(String) };
    expect(await customer(rig.front, input.documentNumber)).toEqual(atBank);
    const block = () =>
      sql(rig.bank, `update customer set status = 'BLOCKED' where document_number = ?`, [input.documentNumber]);
    expect(await goesStale('customer', input.documentNumber, block)).toMatchObject({ status: 'BLOCKED' });
  });

  test('is null if the provider has none, and not shown while it does not answer', async () => {
    for (const what of ['account', 'pocket', 'customer'] as const) {
      expect(await read(what, '999997')).toBeNull();
      await rig.failRead('500');
      const { status, body } = await rig.front.ask({ query: READS[what], variables: { key: '999997' } });
      expect([status, body.errors?.[0]?.extensions['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    }
  });

  test("an account's pockets and keys, when the account is read by its number", async () => {
    for (const gateway of [rig.bank, rig.front]) await forgetEntries(gateway, '200002');
    const { pocket } = await expectSuccess(
      createPocket(rig.bank, pocketInput({ accountNumber: '200002', label: 'Listed' })),
    );
    const input = { addressingKey: { type: 'EVP' }, account: accountInput('200002'), idempotencyKey: randomUUID() };
    await rig.bank.data({ query: REGISTER_PIX_ENTRY, variables: { input } });
    expire();
    const shown = await lists('200002');
    expect(shown.pockets.nodes[0]).toEqual({ number: pocket.number, label: 'Listed' });
    expect(shown.pixEntries).toHaveLength(1);
    await sql(rig.bank, `update pocket set label = 'Other' where number = ?`, [pocket.number]);
    expect(await lists('200002')).toEqual(shown);
    expire();
    expect((await lists('200002')).pockets.nodes[0]).toMatchObject({ label: 'Other' });
  });

  test.each(['pockets(first: 5) { nodes { number } }', 'pixEntries { addressingKey { value } }'])(
    'a list of an account is not shown before it was read, and shown as it was read after that: %s',
    async (list) => {
      expire();
      expect((await read('account', '200005')).freshness.isStale).toBe(false);
      const query = `query ($number: String!) { paymentAccount(number: $number) { ${list} } }`;
      const request = { query, variables: { number: '200005' } };
      await rig.failRead('500');
      const { status, body } = await rig.front.ask(request);
      expect([status, body.errors?.[0]?.extensions['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      const shown = await rig.front.data(request);
      expire();
      await read('account', '200005');
      await rig.failRead('500');
      expect(await rig.front.data(request)).toEqual(shown);
    },
  );

  test('the result of an open intent is left to it', async () => {
    await lists('200003');
    expire();
    await rig.fail('lost-answer');
    const input = pocketInput({ accountNumber: '200003', label: 'Lost' });
    expect((await rig.front.ask({ query: CREATE, variables: { input } })).status).toBe(503);
    expect((await lists('200003')).pockets.nodes).not.toContainEqual(expect.objectContaining({ label: 'Lost' }));
    const { createPocket: made } = await eventually(async () => {
      rig.front.clock.advance(2);
      const { body } = await rig.front.ask({ query: CREATE, variables: { input } });
      return body.data?.createPocket && body.data;
    });
    expect(made).toMatchObject({ replayed: true, pocket: { label: 'Lost' } });
    expect((await lists('200003')).pockets.nodes[0]).toMatchObject({ label: 'Lost' });
  });
});

const CREATE = `mutation ($input: CreatePocketInput!) { createPocket(input: $input) {
  ... on CreatePocketSuccess { replayed pocket { label } }
} }`;

test('what this gateway stores itself is always fresh', async () => {
  const gateway = await Gateway.start();
  const { pocket } = await expectSuccess(createPocket(gateway, pocketInput({ accountNumber: '200001' })));
  gateway.clock.advance(1_000);
  const { shown } = await gateway.data({ query: READS.pocket, variables: { key: pocket.number } });
  expect(shown.freshness.isStale).toBe(false);
  const ageMs = gateway.clock.now().getTime() - Date.parse(shown.freshness.asOf);
  expect(ageMs).toBeLessThan(1_000_000);
  await gateway.stop();
});
