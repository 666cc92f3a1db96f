import { describe, expect, test } from '@jest/globals';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { scene } from './issuer-scene.ts';

async function askWith(query: string, claims: Readonly<Record<string, unknown>>, variables: object = {}) {
  const token = await scene.issuer.token(scene.gateway.clock.now(), { claims });
  return scene.gateway.ask({ query, variables, token });
}

function ask(query: string, scope: unknown, variables: object = {}) {
  return askWith(query, { scope }, variables);
}

async function expectForbidden(answer: ReturnType<typeof ask>, requiredScopes: string[]): Promise<void> {
  const { status, headers, body } = await answer;
  expect(status).toBe(403);
  expect(headers.get('www-authenticate')).toBeNull();
  expect(body.data).toBeUndefined();
  expect(body.errors).toHaveLength(1);
  expect(body.errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN', requiredScopes });
}

describe('a scope', () => {
  test.each([
    ['a part of it', 'pocket.creat'],
    ['more than it', 'pocket.create.x'],
    ['letters before it', 'xpocket.create'],
    ['another case', 'POCKET.CREATE'],
    ['a wildcard', 'pocket.*'],
    ['everything', '*'],
    ['its family', 'pocket'],
    ['another of its family', 'pocket.read'],
    ['commas between', 'account.read,pocket.create'],
    ['a tab between', 'account.read\tpocket.create'],
    ['quotes', '"pocket.create"'],
    ['nothing', ''],
  ])('is compared as a whole: %s does not match it', async (_case, scope) => {
    const response = ask(CREATE_POCKET, scope, { input: pocketInput() });
    await expectForbidden(response, ['pocket.create']);
  });

  test.each(['pocket.create', 'account.read pocket.create', ' pocket.create  x ', 'pocket.create pocket.create'])(
    'is found in the list %j',
    async (scope) => {
      const { status, body } = await ask(CREATE_POCKET, scope, { input: pocketInput({ accountNumber: 'none' }) });
      expect(status).toBe(200);
      expect(body.data.createPocket).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    },
  );

  test.each([
    ['{ paymentAccount(number: "200001") { number } }', 'account.read'],
    ['{ paymentAccounts { totalCount } }', 'account.read'],
    ['{ pocket(number: "x") { number } }', 'pocket.read'],
    ['{ webhookEvents { totalCount } }', 'webhook.read'],
  ])('is needed by %s: %s', async (query, scope) => {
    await expectForbidden(ask(query, 'customer.read'), [scope]);
    expect(await ask(query, scope)).toMatchObject({ status: 200 });
  });

  test.each<Readonly<Record<string, unknown>>>([
    { scope: ['pocket.read', 'account.read'] },
    { scope: ['pocket.read account.read'] },
    { scope: undefined, scp: ['pocket.read', 'account.read'] },
    { scope: undefined, scp: 'pocket.read account.read' },
    { scope: null, scp: ['pocket.read', 'account.read'] },
    { scope: 'pocket.read account.read', scp: 'pocket.create' },
    { scope: ['pocket.read', 5, ['pocket.create'], null, 'account.read'] },
  ])('is read as issuers write it: %j', async (claims) => {
    const { body } = await askWith('{ viewer { scopes } }', claims);
    expect(body.data.viewer.scopes).toEqual(['account.read', 'pocket.read']);
  });

  test.each([{ scope: { 'pocket.read': true } }, { scope: 5, scp: 'pocket.read' }, { scope: true }])(
    'is in no other claim: %j',
    async (claims) => {
      const { body } = await askWith('{ viewer { scopes } }', claims);
      expect(body.data.viewer.scopes).toEqual([]);
    },
  );

  test('is not needed for fields that every token can read', async () => {
    const { status, body } = await ask('{ viewer { partner scopes } node(id: "x") { id } }', '');
    expect(status).toBe(200);
    expect(body.data).toEqual({ viewer: { partner: 'ACME_PAY', scopes: [] }, node: null });
  });

  test('that this gateway does not know is shown, and does no harm', async () => {
    const { body } = await ask('{ viewer { scopes } }', 'pocket.read openid account.read');
    expect(body.data.viewer.scopes).toEqual(['account.read', 'openid', 'pocket.read']);
  });
});

describe('an operation is authorized as a whole, before any resolver:', () => {
  const account = 'paymentAccount(number: "200001")';

  test.each([
    ['an allowed field next to a forbidden one', '{ viewer { partner } pocket(number: "x") { number } }'],
    ['a field in a fragment', '{ viewer { partner } ...A } fragment A on Query { pocket(number: "x") { number } }'],
    [
      'a field in a fragment of a fragment',
      '{ viewer { partner } ...A } fragment A on Query { ...B } fragment B on Query { pocket(number: "x") { number } }',
    ],
    ['a field in an inline fragment', '{ viewer { partner } ... on Query { pocket(number: "x") { number } } }'],
    ['a field under an alias', '{ viewer { partner } viewer2: pocket(number: "x") { number } }'],
    ['a field below an allowed one', `{ viewer { partner } ${account} { number pockets { totalCount } } }`],
    [
      'a field in a fragment below an allowed one',
      `{ ${account} { ...A } } fragment A on PaymentAccount { number pockets { totalCount } }`,
    ],
    ['a field of a node', '{ viewer { partner } node(id: "x") { ... on PaymentAccount { pockets { totalCount } } } }'],
  ])('%s returns no data', async (_case, query) => {
    const { body } = await ask(query, 'account.read');
    await expectForbidden(ask(query, 'account.read'), body.errors?.[0]?.extensions['requiredScopes'] as string[]);
    expect(body.errors?.[0]?.extensions['requiredScopes']).toContain('pocket.read');
  });

  test('all required scopes are named, once and sorted', async () => {
    const query = `{ a: ${account} { pockets { totalCount } } webhookEvents { totalCount } b: ${account} { id } }`;
    await expectForbidden(ask(query, 'webhook.read'), ['account.read', 'pocket.read', 'webhook.read']);
  });

  test('a forbidden mutation changes nothing', async () => {
    await expectForbidden(ask(CREATE_POCKET, 'account.read pocket.read', { input: pocketInput() }), ['pocket.create']);
    const { body } = await ask(`{ ${account} { pockets { totalCount } } }`, 'account.read pocket.read');
    expect(body.data).toEqual({ paymentAccount: { pockets: { totalCount: 0 } } });
  });
});
