import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readStorageConfig } from '../../../../src/config/storage.ts';
import { eraseCustomer } from '../../../../src/operator/erase-customer.ts';
import { Database } from '../../../../src/platform/database/database.ts';
import { openSecretBox } from '../../../../src/platform/schema/open-secret-box.ts';
import { newCpf, REGISTER_CUSTOMER, registrationInput } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { BeforeAnother } from '../intents/before-another.ts';

describe('erasing a customer of a provider', () => {
  let before: BeforeAnother;

  beforeAll(async () => {
    before = await BeforeAnother.start();
  });
  afterAll(() => before.stop());

  test('is refused until a registration whose answer was lost has an outcome', async () => {
    const key = randomUUID();
    const input = registrationInput({ idempotencyKey: key });
    before.answering(500, '');
    const { status } = await before.gateway.ask({ query: REGISTER_CUSTOMER, variables: { input } });
    expect(status).toBe(503);
    const { database: opened } = before.gateway.app;
    const secrets = await openSecretBox(readStorageConfig({}), opened);
    const needs = { database: new Database(opened.sessions), secrets };
    const person = { partnerId: 'ACME_PAY', documentNumber: input.documentNumber };
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: 'undecided' });
    expect(await eraseCustomer(needs, { ...person, documentNumber: newCpf() }, false)).toMatchObject({
      obstacle: 'unknown',
    });
    before.answering(404, '');
    await eventually(async () => {
      before.gateway.clock.advance(5);
      const settled = 'select id from provider_intent where key = ?::uuid and settled_at is not null';
      return (await sql(before.gateway, settled, [key])).length > 0;
    });
    expect(await eraseCustomer(needs, person, false)).toMatchObject({ obstacle: 'unknown' });
  });
});
