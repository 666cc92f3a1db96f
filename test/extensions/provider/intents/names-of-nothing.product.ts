import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { BeforeAnother } from './before-another.ts';

const SHOWN = {
  account: 'paymentAccount(number: $name) { number }',
  pocket: 'pocket(number: $name) { number }',
  customer: 'customer(documentNumber: $name) { id }',
};

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
  // A request to a wrong path would find something.
  before.answering(200, { data: [] });
});
afterAll(() => before.stop());

const TOO_LONG = '9'.repeat(20_000);
const NAMES = [
  ['a dot', '.'],
  ['two dots', '..'],
  ['an empty text', ''],
  ['a text that is too long for a path', TOO_LONG],
] as const;

describe.each(NAMES)('%s is the number of nothing, and no call is sent', (_how, name) => {
  test.each(Object.entries(SHOWN))('%s', async (_what, shown) => {
    const query = `query ($name: String!) { shown: ${shown} }`;
    expect(await before.gateway.data({ query, variables: { name } })).toEqual({ shown: null });
    expect(before.double.calls).toEqual([]);
  });
});

test.each(NAMES.filter(([, name]) => name !== ''))(
  'a pocket of %s as account is refused',
  async (_how, accountNumber) => {
    const input = pocketInput({ accountNumber });
    const { createPocket } = await before.gateway.data({ query: CREATE_POCKET, variables: { input } });
    expect(createPocket).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', accountNumber });
    expect(before.double.calls).toEqual([]);
  },
);
