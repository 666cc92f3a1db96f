import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
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

describe.each(['.', '..', ''])('%j is the number of nothing, and no call is sent', (name) => {
  test.each(Object.entries(SHOWN))('%s', async (_what, shown) => {
    const query = `query ($name: String!) { shown: ${shown} }`;
    expect(await before.gateway.data({ query, variables: { name } })).toEqual({ shown: null });
    expect(before.double.calls).toEqual([]);
  });
});

test.each(['.', '..'])('a pocket of the account %j is refused', async (accountNumber) => {
  const input = pocketInput({ accountNumber });
  const { createPocket } = await before.gateway.data({ query: CREATE_POCKET, variables: { input } });
  expect(createPocket).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', accountNumber });
  expect(before.double.calls).toEqual([]);
});
