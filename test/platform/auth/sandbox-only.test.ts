import { describe, expect, test } from '@jest/globals';
import { buildSchema, isObjectType, parse, type OperationDefinitionNode } from 'graphql';
import type { Principal } from '../../../src/platform/auth/principal.ts';
import { demandsOf, demandToken } from '../../../src/platform/requests/operation-demands.ts';

const schema = buildSchema(`
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query { open: Int toy: Toy guarded: Toy @requiresScopes(scopes: [["sandbox.write"]]) }
  type Toy { plain: Int playful: Int }
`);
for (const [type, name] of Object.entries({ Query: 'guarded', Toy: 'playful' })) {
  const definition = schema.getType(type);
  const field = isObjectType(definition) ? definition.getFields()[name] : undefined;
  if (field !== undefined) field.extensions = { sandboxOnly: true };
}

function principal(...scopes: string[]): Principal {
  return {
    partnerId: 'ACME_PAY',
    companyKey: 'ACME_PAY',
    client: null,
    scopes: new Set(scopes),
    tokenExpiresAt: new Date(),
    tokenKey: '',
    boundTo: undefined,
  };
}

/** Returns the error with which an operation is refused, or undefined. */
function refusalOf(text: string, sandbox: boolean, caller?: Principal): unknown {
  const document = parse(text);
  const operation = document.definitions[0] as OperationDefinitionNode;
  try {
    demandToken(demandsOf(schema, document, operation), {
      ...{ principal: caller, sandbox, introspection: 'on', transport: { name: 'http' } },
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

const FORBIDDEN = { code: 'FORBIDDEN', requiredScopes: ['sandbox.write'], http: { status: 403 } };

describe('a field of sandbox mode', () => {
  test.each([
    ['with its scope', principal('sandbox.write')],
    ['without its scope', principal()],
  ])('is forbidden outside sandbox mode, %s', (_case, caller) => {
    const refusal = { message: expect.stringContaining('only in sandbox mode'), extensions: FORBIDDEN };
    expect(refusalOf('{ guarded { plain } }', false, caller)).toMatchObject(refusal);
  });

  test.each(['{ toy { playful } }', '{ open ...A } fragment A on Query { toy { ... { playful } } }'])(
    'is found at any depth: %s',
    (text) => {
      expect(refusalOf(text, false)).toMatchObject({ extensions: { code: 'FORBIDDEN', requiredScopes: [] } });
      expect(refusalOf(text, true)).toBeUndefined();
    },
  );

  test.each([true, false])('needs a token first, in sandbox mode or not: %s', (sandbox) => {
    expect(refusalOf('{ guarded { plain } }', sandbox)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
  });

  test('still needs its scope in sandbox mode', () => {
    const refusal = { message: expect.stringContaining('lacks a scope'), extensions: FORBIDDEN };
    expect(refusalOf('{ guarded { plain } }', true, principal('sandbox.read'))).toMatchObject(refusal);
    expect(refusalOf('{ guarded { plain } }', true, principal('sandbox.write'))).toBeUndefined();
  });

  test('does not affect other fields', () => {
    expect(refusalOf('{ open toy { plain } }', false)).toBeUndefined();
  });
});
