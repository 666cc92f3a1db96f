import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { OutsideIssuer } from '../../auth/outside-issuer.ts';
import { Gateway } from '../../../support/gateway.ts';
import { makeWorld } from '../../../support/world.ts';
import { TestSocket } from '../../../support/socket.ts';

const QUERIES = [
  ['__schema', getIntrospectionQuery()],
  ['__type', '{ __type(name: "Pocket") { name } }'],
  ['a fragment', 'query { ...S } fragment S on Query { __schema { queryType { name } } }'],
] as const;
interface Expected {
  readonly status: number;
  readonly body?: { readonly errors: readonly { readonly extensions: { readonly code: string } }[] };
}
const UNAUTHENTICATED: Expected = { status: 401, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } };
const FORBIDDEN: Expected = { status: 403, body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } };
const OK: Expected = { status: 200 };

let issuer: OutsideIssuer;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
});
afterEach(() => {
  TestSocket.endAll();
});
afterAll(() => issuer.stop());

describe.each([
  ['in sandbox mode', 'true', {}, OK, OK],
  ['outside sandbox mode', 'false', {}, OK, OK],
  ['turned on', 'true', { INTROSPECTION: 'on' }, OK, OK],
  ['for clients with a token', 'false', { INTROSPECTION: 'authenticated' }, UNAUTHENTICATED, OK],
  ['turned off', 'true', { INTROSPECTION: 'off' }, FORBIDDEN, FORBIDDEN],
])('introspection %s', (_mode, sandbox, settings, anonymously, withToken) => {
  let gateway: Gateway;
  let token: string;

  beforeAll(async () => {
    const outside = sandbox === 'false' ? { ...issuer.environment(), ROLES: 'api' } : {};
    gateway = await Gateway.start({ environment: { ROLES: 'api', ...outside, SANDBOX: sandbox, ...settings } });
    if (sandbox === 'false') await makeWorld(gateway.app.database);
    token =
      sandbox === 'false'
        ? await issuer.token(gateway.clock.now(), { claims: { scope: '' } })
        : await gateway.token('acme-pay');
  });
  afterAll(() => gateway.stop());

  test.each(QUERIES)('is allowed or refused in %s', async (_field, query) => {
    expect(await gateway.ask({ query, client: null })).toMatchObject(anonymously);
    expect(await gateway.ask({ query, token })).toMatchObject(withToken);
  });

  test('is allowed or refused over a socket without a token', async () => {
    const socket = await TestSocket.acknowledged(gateway.app.url);
    const answer = await socket.run('{ __schema { queryType { name } } }');
    expect(answer).toMatchObject(anonymously.body?.errors ?? { data: {} });
  });

  test('determines whether the schema is served as a text', async () => {
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(`${gateway.app.url}/schema.graphql`, { headers })).status;
    const shown = (expected: Expected) => (expected === FORBIDDEN ? 404 : expected.status);
    expect(await statusOf({})).toBe(shown(anonymously));
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(shown(withToken));
    expect(await statusOf({ authorization: 'Bearer none' })).toBe(shown(anonymously));
  });

  test('does not affect other operations', async () => {
    expect(await gateway.ask({ query: '{ __typename errorCatalogue { code } }', client: null })).toMatchObject(OK);
  });
});
