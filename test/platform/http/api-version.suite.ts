import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse, type OperationDefinitionNode } from 'graphql';
import { demandApiVersion, demandsOf } from '../../../src/platform/requests/operation-demands.ts';
import { countPockets, CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

const VIEWER = '{ viewer { partner } }';

function ask(query: string, version: string) {
  const variables = query.includes('$input') ? { input: pocketInput({ accountNumber: 'none' }) } : {};
  return gateway.ask({ query, variables, headers: { 'api-version': version } });
}

describe('api-version', () => {
  test.each([
    ['createPocket', '2', CREATE_POCKET],
    ['createPocket', '2.0', CREATE_POCKET],
    ['a query', '1', VIEWER],
    ['a query', '1.0', VIEWER],
    ['two fields of one version', '1', '{ viewer { partner } errorCatalogue { code } }'],
    ['a field in a fragment', '1.0', '{ ...A } fragment A on Query { viewer { partner } }'],
    ['a query', '1.0, 1', VIEWER],
    ['__typename', '1', '{ __typename }'],
    ['__typename', '2', '{ __typename }'],
    ['introspection', '2', '{ __schema { queryType { name } } }'],
    ['__typename beside createPocket', '2', CREATE_POCKET.replace('createPocket(', '__typename createPocket(')],
  ])('of %s may be %s', async (_case, version, query) => {
    const { status, body } = await ask(query, version);
    expect(body.errors).toBeUndefined();
    expect(status).toBe(200);
  });

  test.each([
    ['createPocket', '1', CREATE_POCKET],
    ['createPocket', '1.0', CREATE_POCKET],
    ['a query', '2', VIEWER],
    ['a query', '2.0', VIEWER],
    ['a query in a fragment', '2', '{ ...A } fragment A on Query { viewer { partner } }'],
    ['a query in an inline fragment', '2', '{ ... { viewer { partner } } }'],
    ['a query', '3', VIEWER],
    ['a query', '0', VIEWER],
    ['a query', '1.1', VIEWER],
    ['a query', '1.00', VIEWER],
    ['a query', '01', VIEWER],
    ['a query', 'v1', VIEWER],
    ['a query', 'latest', VIEWER],
    ['a query', '', VIEWER],
    ['createPocket', '2.1', CREATE_POCKET],
    ['createPocket', '2, 1', CREATE_POCKET],
  ])('of %s is refused as %j', async (_case, version, query) => {
    const { status, body } = await ask(query, version);
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNSUPPORTED_API_VERSION' } }]);
  });

  test('may be left out', async () => {
    const variables = { input: pocketInput({ accountNumber: 'none' }) };
    expect(await gateway.ask({ query: VIEWER })).toMatchObject({ status: 200 });
    expect(await gateway.ask({ query: CREATE_POCKET, variables })).toMatchObject({ status: 200 });
  });

  test('that is refused creates no pocket', async () => {
    const before = await countPockets(gateway, '200001');
    const variables = { input: pocketInput() };
    await gateway.ask({ query: CREATE_POCKET, variables, headers: { 'api-version': '1' } });
    expect(await countPockets(gateway, '200001')).toBe(before);
  });
});

describe('a document with fields of two versions', () => {
  const schema = buildSchema('type Query { one: Int two: Int }');
  const two = schema.getQueryType()?.getFields()['two'];
  if (two !== undefined) two.extensions = { apiVersion: 2 };

  function refusalOf(text: string, version: string | undefined): unknown {
    const document = parse(text);
    const operation = document.definitions[0] as OperationDefinitionNode;
    try {
      demandApiVersion(demandsOf(schema, document, operation), version);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  test.each(['{ one two }', '{ one ...A } fragment A on Query { two }', '{ one ... { two } }', '{ two other: one }'])(
    '%s fits no version',
    (text) => {
      const refusal = { extensions: { code: 'UNSUPPORTED_API_VERSION', http: { status: 400 } } };
      expect(refusalOf(text, '1')).toMatchObject(refusal);
      expect(refusalOf(text, '2.0')).toMatchObject(refusal);
    },
  );

  test('is served without the header', () => {
    expect(refusalOf('{ one two }', undefined)).toBeUndefined();
  });
});
