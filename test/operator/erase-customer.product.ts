import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { openSecretBox } from '../../src/platform/schema/open-secret-box.ts';
import { endOf } from '../../src/operator/command.ts';
import { eraseCustomer as eraseCustomerCommand } from '../../src/operator/erase-customer-command.ts';
import { Database } from '../../src/platform/database/database.ts';
import { customer, decided, eventsOf, goodInput, openAccount, registration } from '../support/customers.ts';
import { Gateway } from '../support/gateway.ts';
import { sql } from '../support/webhooks.ts';
import { eraseCustomer } from '../../src/operator/erase-customer.ts';
import { createTotp, expectRegistered, transactionalHash, validateTotp } from '../support/pix.ts';
import { OwnWorld } from '../support/own-world.ts';
import { withDatabase } from '../support/pocket-world.ts';
import { partiesOf } from '../../src/bank/cash-ins/cash-in-parties.ts';
import { cashInInput, simulateCashIn } from '../support/cash-ins.ts';
import { readStorageConfig } from '../../src/config/storage.ts';

const PARTNER = 'ACME_PAY';
/** Texts of the person that must not be found anywhere afterwards. */
const NAME = 'Canária Amarela';
const MOTHER = 'Mãe Canária';

async function needsOf({ app: { database: opened } }: Gateway) {
  const secrets = await openSecretBox(readStorageConfig({}), opened);
  return { database: new Database(opened.sessions), secrets };
}

describe('erasing a customer', () => {
  let gateway: Gateway;
  let needs: Awaited<ReturnType<typeof needsOf>>;

  beforeAll(async () => {
    gateway = await Gateway.start({ environment: { ANALYSIS_SECONDS: '0' } });
    needs = await needsOf(gateway);
  });
  afterAll(() => gateway.stop());

  /** Returns the tables that have a text in any column. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await sql<{ name: string }>(
      gateway,
      `select table_name as "name" from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await sql(gateway, `select 1 from "${name}" as row where position(? in row::text) > 0 limit 1`, [
        text,
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  async function closeAccounts(documentNumber: string): Promise<void> {
    await sql(
      gateway,
      `update payment_account set status = 'CLOSED'
       where holder_id = (select id from holder where document_value = ?)`,
      [documentNumber],
    );
  }

  /** Makes an approved person with an account; returns the CPF and the number of the account. */
  async function holderWithAccount(): Promise<readonly [documentNumber: string, accountNumber: string]> {
    const input = await goodInput(gateway);
    await decided(gateway, input);
    const { account } = await openAccount(gateway, input.documentNumber);
    return [input.documentNumber, account.number];
  }

  test('leaves only the CPF in events, and the registration without it', async () => {
    const input = await goodInput(gateway, { registerName: NAME, motherName: MOTHER });
    const { documentNumber, email } = input;
    const { id } = await decided(gateway, input);
    expect(await tablesWith(NAME)).toEqual(['customer_record']);
    const person = { partnerId: PARTNER, documentNumber: documentNumber };
    const dry = await eraseCustomer(needs, person, true);
    expect(dry).toMatchObject({ found: { customers: 1, records: 1, contacts: 2, documents: 3 }, obstacle: undefined });
    expect(await customer(gateway, documentNumber)).not.toBeNull();
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ found: dry.found });
    expect(await customer(gateway, documentNumber)).toBeNull();
    expect(await registration(gateway, id)).toMatchObject({ documentNumber: 'erased', status: 'APPROVED' });
    for (const text of [NAME, MOTHER, email]) expect(await tablesWith(text)).toEqual([]);
    const named = (await tablesWith(documentNumber)).map((table) => table.replace(/_\d{4}_\d\d$/, ''));
    expect(['event', 'outbox', 'webhook_delivery', 'webhook_message']).toEqual(expect.arrayContaining(named));
    expect(await eventsOf(gateway, documentNumber)).toHaveLength(2);
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: 'unknown' });
  });

  test('is refused until accounts are closed, and keeps these', async () => {
    const [documentNumber, number] = await holderWithAccount();
    const person = { partnerId: PARTNER, documentNumber };
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: 'open-account' });
    expect(await customer(gateway, documentNumber)).not.toBeNull();
    await closeAccounts(documentNumber);
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: undefined });
    expect(await customer(gateway, documentNumber)).toBeNull();
    const query = 'query ($number: String!) { paymentAccount(number: $number) { status } }';
    expect(await gateway.data({ query, variables: { number } })).toEqual({ paymentAccount: { status: 'CLOSED' } });
  });

  test('leaves no name, document or key in cash-ins, only the accounts', async () => {
    const [documentNumber, number] = await holderWithAccount();
    await expectRegistered(gateway, { key: { type: 'CPF', value: documentNumber }, number });
    const { cashIn } = await simulateCashIn(gateway, cashInInput({ accountNumber: number }));
    await closeAccounts(documentNumber);
    const person = { partnerId: PARTNER, documentNumber };
    expect(await eraseCustomer(needs, person, true)).toMatchObject({ found: { cashIns: 1 } });
    const parties = () => storedParties(cashIn.id as string);
    expect(await parties()).toMatchObject({ key: { type: 'CPF', value: documentNumber } });
    await eraseCustomer(needs, person, false);
    expect(await parties()).toMatchObject({
      payer: { name: 'Gustavo Exemplo' },
      payee: { name: null, document: null, account: { branch: '0001', number } },
      key: null,
    });
  });

  test('leaves no name and document of who only paid', async () => {
    const { cashIn } = await simulateCashIn(gateway, cashInInput());
    const person = { partnerId: PARTNER, documentNumber: '10020039972' };
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: undefined, found: { customers: 0 } });
    expect(await storedParties(cashIn.id as string)).toMatchObject({
      payer: { name: null, document: null, account: { number: '900001' } },
      payee: { name: 'Ana Exemplo' },
    });
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: 'unknown' });
  });

  async function storedParties(id: string) {
    const [{ parties } = { parties: null }] = await sql<{ parties: string }>(
      gateway,
      'select parties from cash_in where id = ?::uuid',
      [id],
    );
    return partiesOf(needs.secrets, { id, parties });
  }

  test('leaves no one-time codes, nor the proofs that they gave', async () => {
    const [documentNumber] = await holderWithAccount();
    const key = { type: 'EMAIL', value: 'canaria.amarela@example.com' };
    const { hash, sandboxCode } = await createTotp(gateway, documentNumber, key);
    await validateTotp(gateway, hash, sandboxCode);
    expect(await tablesWith(key.value)).toEqual(['totp_challenge', 'transactional_hash']);
    await closeAccounts(documentNumber);
    await eraseCustomer(needs, { partnerId: PARTNER, documentNumber }, false);
    expect(await tablesWith(key.value)).toEqual([]);
  });

  test('leaves no addressing keys, which others can register then; repeated registrations still have a result', async () => {
    const email = { type: 'EMAIL', value: 'canaria.chave@example.com' };
    const [documentNumber, number] = await holderWithAccount();
    const transactional = { transactionalHash: await transactionalHash(gateway, documentNumber, email) };
    const request = { key: email, number, ...transactional, idempotencyKey: randomUUID() };
    const { id } = await expectRegistered(gateway, request);
    const document = await expectRegistered(gateway, { key: { type: 'CPF', value: documentNumber }, number });
    await sql(gateway, 'select exclude_pix_keys(?, array[?::uuid])', [PARTNER, document.id]);
    await closeAccounts(documentNumber);
    const person = { partnerId: PARTNER, documentNumber };
    expect(await eraseCustomer(needs, person, true)).toMatchObject({ found: { keys: 2 }, obstacle: undefined });
    await eraseCustomer(needs, person, false);
    expect(await tablesWith(email.value)).toEqual([]);
    expect((await tablesWith(documentNumber)).filter((table) => table.startsWith('pix_entry'))).toEqual([]);
    expect(await expectRegistered(gateway, request)).toMatchObject({ id, addressingKey: { value: 'erased' } });

    const [other, otherNumber] = await holderWithAccount();
    const hash = await transactionalHash(gateway, other, email);
    await expectRegistered(gateway, { key: email, number: otherNumber, transactionalHash: hash });
  });

  test('is refused during the analysis of a registration', async () => {
    const person = { partnerId: PARTNER, documentNumber: '10020030916' };
    await sql(gateway, `update payment_account set status = 'CLOSED' where number = '200004'`);
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: 'pending' });
    expect(await customer(gateway, '10020030916')).not.toBeNull();
  });

  test("does not find another partner's customers", async () => {
    const person = { partnerId: 'BETA_PAY', documentNumber: '10020030169' };
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: 'unknown' });
  });
});

describe('npm run erase-customer', () => {
  let world: OwnWorld;

  /** Makes a world in which the person has no open account. */
  beforeAll(async () => {
    world = await OwnWorld.make();
    const close = `update payment_account set status = 'CLOSED' where number = '200001'`;
    await withDatabase(world.environment, ({ entityManager }) => entityManager.getConnection().execute(close));
  });
  afterAll(() => world.remove());

  const erase = (...args: string[]) => endOf(eraseCustomerCommand, { args, environment: world.environment });

  const ana = ['--partner', PARTNER, '--document', '10020030169'];

  test('lists the data, erases them with --yes, and then finds none', async () => {
    expect(await erase(...ana)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Would be erased with --yes'),
    });
    expect(await erase(...ana, '--yes')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Erased:\n {2}1 records/),
    });
    expect(await erase(...ana)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no customer and no documents'),
    });
    expect(readdirSync(world.environment['DATA_DIR'] ?? '')).not.toContain('gateway.lock');
  });

  test.each([
    ['an open account', ['--partner', PARTNER, '--document', '10020030320', '--yes'], 'account that is not CLOSED'],
    ['no CPF', ['--partner', PARTNER, '--document', '100.200.301-69'], 'is not a CPF'],
    ['an unknown partner', ['--partner', 'NOPE', '--document', '10020030169'], 'There is no partner "NOPE".'],
  ])('refuses %s in a sentence', async (_what, args, sentence) => {
    const { code, errors } = await erase(...args);
    expect([code, errors]).toEqual([1, expect.stringContaining(sentence)]);
    expect(errors).not.toContain('    at ');
  });
});
