import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CustomerRecord } from '../../../src/bank/customers/customer-record.entity.ts';
import { CustomerRegistration } from '../../../src/bank/customers/customer-registration.entity.ts';
import { Holder } from '../../../src/bank/customers/holder.entity.ts';
import { Partner } from '../../../src/bank/partners/partner.entity.ts';
import { Event } from '../../../src/events/log/event.entity.ts';
import { refuseInput } from '../../../src/kernel/domain-error.ts';
import type { Transaction } from '../../../src/platform/database/database.ts';
import { tenantDatabases } from '../../../src/platform/database/tenant-databases.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { recordedDatabase } from '../../support/recorded-statements.ts';

const UNIQUE_VIOLATION = '23505';
const INSUFFICIENT_PRIVILEGE = '42501';
/** Would change its meaning inside the text of a statement. */
const DOCUMENT = `o'?? \\? $1`;
const OTHER_DOCUMENT = '\\ other';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
});
afterAll(() => own.close());

/** Creates a registration, which is written at the next flush. */
function addRegistration({ entities }: Transaction, partnerId = 'ACME_PAY'): CustomerRegistration {
  const id = randomUUID();
  return entities.create(CustomerRegistration, {
    ...{ id, partnerId, documentNumber: DOCUMENT, status: 'REPROVED', reasons: ['FACE_MISMATCH', 'OTHER'] },
    ...{ correlationId: id, receivedAt: new Date(5), decidedAt: new Date(7) },
  });
}

function find(id: string) {
  return own.database.entities.findOne(CustomerRegistration, { id });
}

async function stored(): Promise<string> {
  return (await own.database.transaction((transaction) => Promise.resolve(addRegistration(transaction)))).id;
}

describe('entities of a transaction', () => {
  test('are written with its commit, and read as they were', async () => {
    const id = await stored();
    expect(await find(id)).toEqual({
      ...{
        id,
        partnerId: 'ACME_PAY',
        documentNumber: DOCUMENT,
        status: 'REPROVED',
        reasons: ['FACE_MISMATCH', 'OTHER'],
      },
      ...{ correlationId: id, receivedAt: new Date(5), decidedAt: new Date(7), dueAt: null, reportedLateAt: null },
      ...{ detailedRequestedAt: null, detailedDueAt: null, detailedDecidedAt: null },
    });
    await own.database.transaction(async ({ entities }) => {
      const registration = await entities.findOneOrFail(CustomerRegistration, { id });
      registration.reasons = ['RESTRICTION'];
      registration.reportedLateAt = new Date(9);
    });
    expect(await find(id)).toMatchObject({
      reasons: ['RESTRICTION'],
      reportedLateAt: new Date(9),
      decidedAt: new Date(7),
    });
    await own.database.transaction(async ({ entities }) => {
      entities.remove(await entities.findOneOrFail(CustomerRegistration, { id }));
    });
    expect(await find(id)).toBeNull();
  });

  test('have money and large numbers as they are declared', async () => {
    expect(await own.database.entities.findOne(CustomerRecord, { incomeValue: '5400.00' })).toMatchObject({
      incomeValue: '5400.00',
      birthDate: '1988-03-14',
    });
    const [event] = await own.database.entities.find(Event, { position: { $gt: '0' } }, { limit: 1 });
    expect(event).toMatchObject({ position: expect.any(String) });
  });

  test('are written together, whichever columns each of them leaves out', async () => {
    const made = await own.database.transaction((transaction) => {
      const [late, onTime] = [addRegistration(transaction), addRegistration(transaction)];
      late.reportedLateAt = new Date(9);
      return Promise.resolve([late, onTime]);
    });
    const found = await Promise.all(made.map(({ id }) => find(id)));
    expect(found).toMatchObject([{ reportedLateAt: new Date(9) }, { reportedLateAt: null }]);
  });

  test('are not written when it refuses, or throws', async () => {
    const ids: string[] = [];
    const work = (transaction: Transaction) => {
      ids.push(addRegistration(transaction).id);
      return Promise.resolve();
    };
    const refused = await own.database.transaction(async (transaction) => {
      await work(transaction);
      return refuseInput([]);
    });
    expect(refused).toMatchObject({ code: 'INVALID_PARAMETER' });
    await expect(
      own.database.transaction(async (transaction) => {
        await work(transaction);
        await transaction.entities.flush();
        throw new Error('as asked');
      }),
    ).rejects.toThrow('as asked');
    expect(await own.database.entities.find(CustomerRegistration, { id: { $in: ids } })).toEqual([]);
  });

  test('start over when the transaction is retried after a lost race', async () => {
    const ids: string[] = [];
    await own.database.transaction(async (transaction) => {
      ids.push(addRegistration(transaction).id);
      await transaction.entities.flush();
      if (ids.length === 1) throw Object.assign(new Error('as asked'), { code: '40001' });
    });
    expect(await own.database.entities.count(CustomerRegistration, { id: { $in: ids } })).toBe(1);
  });

  test('are its own objects, and the same ones for all of its reads', async () => {
    const id = await stored();
    const [one, other] = [await find(id), await find(id)];
    expect(one).not.toBe(other);
    await own.database.transaction(async ({ entities }) => {
      const registration = await entities.findOneOrFail(CustomerRegistration, { id });
      expect(await entities.findOneOrFail(CustomerRegistration, { id })).toBe(registration);
      expect(registration).not.toBe(one);
    });
  });
});

describe('a statement of entities', () => {
  test('has its values as parameters, and serves several entities', async () => {
    const { database, recorded } = recordedDatabase(own.opened.sessions);
    const made = await database.transaction((transaction) =>
      Promise.resolve([addRegistration(transaction), addRegistration(transaction)]),
    );
    const ids = made.map(({ id }) => id);
    await database.transaction(async ({ entities }) => {
      const registrations = await entities.find(CustomerRegistration, { id: { $in: ids } });
      for (const registration of registrations) registration.documentNumber = OTHER_DOCUMENT;
    });
    await database.transaction(async ({ entities }) => {
      for (const one of await entities.find(CustomerRegistration, { id: { $in: ids } })) entities.remove(one);
    });
    expect(recorded.map(({ name }) => name)).toEqual([
      'insert customer_registration',
      'select customer_registration',
      'update customer_registration',
      'select customer_registration',
      'delete customer_registration',
    ]);
    for (const { text, values } of recorded) {
      expect(text).toContain(`$${values.length}`);
      for (const value of [DOCUMENT, OTHER_DOCUMENT, 'ACME_PAY', ...ids]) expect(text).not.toContain(value);
    }
  });

  test('fails with the error of the database, without the refused values', async () => {
    const adding = own.database.transaction(({ entities }) => {
      entities.create(Partner, { id: 'ACME_PAY', name: 'Another', companyKey: 'ANOTHER', createdAt: new Date() });
      return Promise.resolve();
    });
    await expect(adding).rejects.toMatchObject({
      code: UNIQUE_VIOLATION,
      constraint: 'partner_pkey',
      message: expect.not.stringContaining('ACME_PAY'),
    });
  });

  test('is subject to row-level security, in transactions and outside', async () => {
    const database = (await tenantDatabases(own.opened))('BETA_PAY');
    const all = new Set((await own.database.entities.find(Holder, {})).map(({ partnerId }) => partnerId));
    expect(all).toContain('ACME_PAY');
    const seen = [
      await database.entities.find(Holder, {}),
      await database.transaction(({ entities }) => entities.find(Holder, {})),
    ];
    for (const holders of seen)
      expect(new Set(holders.map(({ partnerId }) => partnerId))).toEqual(new Set(['BETA_PAY']));
    await expect(
      database.transaction((transaction) => Promise.resolve(addRegistration(transaction))),
    ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });
});
