import { describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { gateway } from '../../../support/shared-gateway.ts';

/** Returns `count` texts, each made from its index, separated by spaces. */
function many(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(' ');
}

/** Returns a query of `levels` levels: accounts and pockets in turn, a leaf at the end. */
function nested(levels: number): string {
  const open = ['paymentAccount(number: "200001")', 'pockets(first: 1)', 'nodes'];
  for (let level = open.length; level < levels - 1; level += 1)
    open.push(['account', 'pockets(first: 1)', 'nodes'][level % 3] ?? '');
  const leaf = open.at(-1)?.startsWith('pockets') === true ? 'totalCount' : 'id';
  return `{ ${open.join(' { ')} { ${leaf} ${'} '.repeat(open.length + 1)}`;
}

describe('a document', () => {
  test.each([
    ['12 levels', nested(12)],
    ['15 aliases', `{ viewer { ${many(15, (index) => `a${index}: partner`)} } }`],
    ['10 root fields', `{ ${many(9, (index) => `a${index}: viewer { partner }`)} viewer { partner } }`],
    ['20 directives', `{ viewer { ${many(20, () => 'partner @include(if: true)')} } }`],
    ['introspection', getIntrospectionQuery()],
  ])('can have %s', async (_size, query) => {
    const { status } = await gateway.ask({ query });
    expect(status).toBe(200);
  });

  test.each([
    ['13 levels', nested(13), 'levels deep'],
    ['13 levels through fragments', `{ ...F } fragment F on Query ${nested(13)}`, 'levels deep'],
    ['16 aliases', `{ viewer { ${many(16, (index) => `a${index}: partner`)} } }`, 'aliases'],
    ['11 root fields', `{ ${many(11, (index) => `a${index}: viewer { partner }`)} }`, 'root fields'],
    [
      '11 root fields through fragments',
      `{ ...F ${many(6, (index) => `a${index}: __typename`)} } fragment F on Query { ${many(5, (index) => `b${index}: __typename`)} }`,
      'root fields',
    ],
    ['21 directives', `{ viewer { ${many(21, () => 'partner @include(if: true)')} } }`, 'directives'],
    ['one field 21 times', `{ viewer { ${many(21, () => 'partner')} } }`, 'fields of one name'],
    [
      'fragments that double at each step',
      `{ ...F0 } ${many(30, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`)} fragment F30 on Query { __typename }`,
      'root fields',
    ],
    ['a cycle of fragments', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', 'Cannot spread'],
  ])('is refused with %s, and nothing of it runs', async (_size, query, reason) => {
    const { status, body } = await gateway.ask({ query });
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors?.map(({ message }) => message).join()).toContain(reason);
    const codes = body.errors?.map(({ extensions }) => extensions['code']);
    expect(new Set(codes)).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
  });
});
