import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { cashInInput, SIMULATE_CASH_IN } from '../../support/cash-ins.ts';
import { Gateway } from '../../support/gateway.ts';
import { forgetThePast, makeWorld } from '../../support/world.ts';

let issuer: OutsideIssuer;
let gateway: Gateway;

/** A gateway that is not a sandbox, although its database has the sandbox's partners. */
beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment(), SANDBOX: 'false' } });
  await makeWorld(gateway.app.database);
  await forgetThePast(gateway.app.database);
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

async function ask(query: string, scope: string) {
  const token = await issuer.token(gateway.clock.now(), { claims: { scope } });
  return gateway.ask({ query, variables: query.includes('$input') ? { input: cashInInput() } : {}, token });
}

describe('outside sandbox mode simulateCashIn', () => {
  test.each(['sandbox.write', 'account.read', ''])('is forbidden to a token with the scopes %j', async (scope) => {
    const { status, body } = await ask(SIMULATE_CASH_IN, scope);
    expect(status).toBe(403);
    expect(body.data).toBeUndefined();
    expect(body.errors).toMatchObject([
      {
        message: 'This operation contains a field that is served only in sandbox mode.',
        extensions: { code: 'FORBIDDEN', requiredScopes: ['sandbox.write'] },
      },
    ]);
  });

  test('needs a token first', async () => {
    const variables = { input: cashInInput() };
    const { status, body } = await gateway.ask({ query: SIMULATE_CASH_IN, variables, client: null });
    expect(status).toBe(401);
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('creates no cash-in', async () => {
    await ask(SIMULATE_CASH_IN, 'sandbox.write');
    const { entityManager } = gateway.app.database;
    expect(await entityManager.getConnection().execute('select id from cash_in')).toEqual([]);
  });

  test('does not affect other operations', async () => {
    const { body } = await ask('{ viewer { partner sandbox } }', '');
    expect(body.data).toEqual({ viewer: { partner: 'ACME_PAY', sandbox: false } });
  });
});
