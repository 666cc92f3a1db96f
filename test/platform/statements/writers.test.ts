import { expect, test } from '@jest/globals';
import { productStatements } from '../../support/product-statements.ts';

/** A clause that writes. `for update` and `do update set` name no table. */
const WRITES = /\b(?:insert into|delete from|(?<!for )(?<!for no key )update(?! set\b| of\b| skip\b))\s+"?([a-z_]+)/i;

test('each statement that writes says why the EntityManager does not, and none that only reads', () => {
  const statements = productStatements().map(({ name, text, writes }) => ({
    name,
    writes,
    isWrite: WRITES.test(text),
  }));
  expect(statements.filter(({ isWrite }) => isWrite).length).toBeGreaterThan(50);
  expect(statements.filter(({ isWrite, writes }) => isWrite !== (writes !== undefined))).toEqual([]);
});
