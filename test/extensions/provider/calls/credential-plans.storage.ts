import { expect, test } from '@jest/globals';
import { listCredentials, removeCredentials } from '../../../../src/extensions/provider/calls/keep-credentials.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { planAsOnPostgreSql, tablesReadWhole } from '../../../support/plans.ts';
import { recordedDatabase } from '../../../support/recorded-statements.ts';

test('no statement on credentials reads a whole table', async () => {
  const own = await OwnDatabase.open({ poolSize: 2 });
  const { database, recorded } = recordedDatabase(own.opened.sessions);
  await listCredentials(database);
  await removeCredentials(database, 'ACME_PAY');
  const texts = new Set(recorded.filter(({ name }) => name.includes(' ')).map(({ text }) => text));
  expect(texts.size).toBeGreaterThan(1);
  await planAsOnPostgreSql(own);
  const reading: string[] = [];
  for (const text of texts) if ((await tablesReadWhole(own, text)).length > 0) reading.push(text);
  expect(reading).toEqual([]);
  await own.close();
});
