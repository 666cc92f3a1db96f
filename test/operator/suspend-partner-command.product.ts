import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { commandNamed } from '../support/command-named.ts';
import { endOf } from '../../src/operator/command.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { OwnWorld } from '../support/own-world.ts';
import { TestSocket } from '../support/socket.ts';
import { serverUrl } from '../support/test-database.ts';

const QUERY = '{ viewer { partner } }';
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
let world: OwnWorld;

beforeAll(async () => {
  world = await OwnWorld.make();
});
afterEach(async () => {
  TestSocket.endAll();
  await run('ACME_PAY', '--resume');
});
afterAll(() => world.remove());

const run = (...args: string[]) => endOf(commandNamed('suspend-partner'), { args, environment: world.environment });
/** Starts a gateway; each accepts tokens that another one has issued. */
const start = () => Gateway.start({ environment: { ...world.environment, AUTH_ISSUER: 'https://id.example.com/' } });

const REFUSAL = {
  status: 403,
  body: { errors: [{ message: 'The partner is suspended.', extensions: { code: 'PARTNER_SUSPENDED' } }] },
};

describe('npm run suspend-partner', () => {
  test('refuses tokens of this partner only, over HTTP and sockets, and counts them, until it is resumed', async () => {
    expect(await run('ACME_PAY')).toEqual({
      code: 0,
      output: 'ACME_PAY is suspended: within two seconds, its tokens are refused and its sockets closed.\n',
      errors: '',
    });
    let gateway = await start();
    expect(await gateway.ask({ query: QUERY })).toMatchObject(REFUSAL);
    expect(await gateway.ask({ query: QUERY, client: 'beta-pay' })).toMatchObject({ status: 200 });
    const socket = await TestSocket.connect({ url: gateway.app.url });
    const authorization = `Bearer ${await gateway.token('acme-pay')}`;
    socket.send({ type: 'connection_init', payload: { authorization } });
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden: The partner is suspended.' });
    const metrics = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
    expect(metrics).toContain('gateway_refused_credentials_total{reason="suspended_partner"} 2');
    await gateway.stop();
    expect(await run('ACME_PAY', '--resume')).toMatchObject({
      code: 0,
      output: 'ACME_PAY is not suspended: its tokens are accepted within two seconds.\n',
    });
    gateway = await start();
    expect(await gateway.ask({ query: QUERY })).toMatchObject({ status: 200 });
    await gateway.stop();
  });

  test.each([
    ['another option', ['ACME_PAY', '--yes'], "Unknown option '--yes'."],
    ['an unknown partner', ['NOBODY'], 'There is no partner "NOBODY".'],
  ])('refuses %s in a sentence', async (_what, args, sentence) => {
    const { code, errors } = await run(...args);
    expect([code, errors.startsWith(sentence)]).toEqual([1, true]);
  });
});

onPostgreSql('a partner that is suspended while processes run', () => {
  test('is refused by all of them in time, even if they have cached its token, and then accepted again', async () => {
    const gateways = [await start(), await start()];
    const [first] = gateways;
    const token = (await first?.token('acme-pay')) ?? '';
    const both = () =>
      Promise.all(gateways.map(async (gateway) => (await gateway.ask({ query: QUERY, token })).status));
    const open = async (client: string) => {
      const authorization = `Bearer ${await first?.token(client)}`;
      return TestSocket.acknowledged(first?.app.url ?? '', { authorization });
    };
    const [mine, other] = [await open('acme-pay'), await open('beta-pay')];
    await eventually(async () => (await both()).every((status) => status === 200));
    await run('ACME_PAY');
    const began = performance.now();
    await eventually(async () => (await both()).every((status) => status === 403));
    expect(await mine.closed).toMatchObject({ code: 4403 });
    // One poll, one sweep of the sockets, and room for a busy machine.
    expect(performance.now() - began).toBeLessThan(4_000);
    expect((await other.run(QUERY)).data).toEqual({ viewer: { partner: 'BETA_PAY' } });
    await run('ACME_PAY', '--resume');
    await eventually(async () => (await both()).every((status) => status === 200));
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  });
});
