import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { commandNamed } from '../../support/command-named.ts';
import { endOf } from '../../../src/operator/command.ts';
import { BoundScene } from '../../platform/auth/bound-scene.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { TestSocket } from '../../support/socket.ts';
import { serverUrl } from '../../support/test-database.ts';

const REFUSAL = 'Only tokens that are bound to a key or certificate (cnf) are accepted here.';
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
let world: OwnWorld;
let scene: BoundScene | undefined;

beforeAll(async () => {
  world = await OwnWorld.make();
});
afterEach(async () => {
  TestSocket.endAll();
  await scene?.stop();
  scene = undefined;
  await run('ACME_PAY', '--lift');
});
afterAll(() => world.remove());

const run = (...args: string[]) =>
  endOf(commandNamed('require-bound-tokens'), { args, environment: world.environment });

async function start(): Promise<BoundScene> {
  scene = await BoundScene.start({ environment: world.environment });
  return scene;
}

const plainToken = ({ issuer, gateway }: BoundScene, partner = 'ACME_PAY') =>
  issuer.token(gateway.clock.now(), { claims: { partner_id: partner } });

const sendPlain = async (to: BoundScene, partner?: string) =>
  to.send({ token: await plainToken(to, partner), scheme: 'Bearer' });

/** Expects that a socket opened with a bound token cannot continue with a plain one. */
async function expectRenewalRefused(bound: BoundScene): Promise<void> {
  const token = await bound.token();
  const dpop = await bound.client.proof({ method: 'GET', url: bound.url, token, nonce: await bound.nonce() });
  const socket = await TestSocket.acknowledged(bound.gateway.app.url, { authorization: `DPoP ${token}`, dpop });
  socket.send({ type: 'ping', payload: { authorization: `Bearer ${await plainToken(bound)}` } });
  expect(await socket.closed).toEqual({ code: 4403, reason: `Forbidden: ${REFUSAL}` });
}

describe('npm run require-bound-tokens', () => {
  test('refuses plain tokens of this partner only, and accepts its bound ones, until it is lifted', async () => {
    expect(await run('ACME_PAY')).toEqual({
      code: 0,
      output: 'ACME_PAY must bind its tokens: within two seconds, unbound ones are refused and their sockets closed.\n',
      errors: '',
    });
    let bound = await start();
    const { status, body } = await sendPlain(bound);
    expect([status, body.errors]).toEqual([401, [{ message: REFUSAL, extensions: { code: 'UNAUTHENTICATED' } }]]);
    expect(await sendPlain(bound, 'BETA_PAY')).toMatchObject({ status: 200 });
    const token = await bound.token();
    expect(await bound.send({ token, proof: await bound.proof(token) })).toMatchObject({ status: 200 });
    const socket = await TestSocket.connect({ url: bound.gateway.app.url });
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${await plainToken(bound)}` } });
    expect(await socket.closed).toEqual({ code: 4403, reason: `Forbidden: ${REFUSAL}` });
    const rest = await fetch(`${bound.gateway.app.url}/accounts/100001`, {
      headers: { authorization: `Bearer ${await plainToken(bound)}` },
    });
    expect([rest.status, await rest.json()]).toMatchObject([401, { errors: [{ code: 'UNAUTHORIZED' }] }]);
    await expectRenewalRefused(bound);
    await bound.stop();
    scene = undefined;
    expect(await run('ACME_PAY', '--lift')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^ACME_PAY need not bind its tokens: /),
    });
    bound = await start();
    expect(await sendPlain(bound)).toMatchObject({ status: 200 });
  });

  test.each([
    ['an unknown option', ['ACME_PAY', '--resume'], "Unknown option '--resume'."],
    ['an unknown partner', ['NOBODY'], 'There is no partner "NOBODY".'],
  ])('refuses %s in a sentence', async (_what, args, sentence) => {
    const { code, errors } = await run(...args);
    expect([code, errors.startsWith(sentence)]).toEqual([1, true]);
  });
});

onPostgreSql('a partner that must bind its tokens while a process runs', () => {
  test('is accepted with bound tokens only, even if its plain token is cached, until it is lifted', async () => {
    const bound = await start();
    const plain = await plainToken(bound);
    const socket = await TestSocket.acknowledged(bound.gateway.app.url, { authorization: `Bearer ${plain}` });
    const statusOf = async () => (await bound.send({ token: plain, scheme: 'Bearer' })).status;
    expect(await statusOf()).toBe(200);
    await run('ACME_PAY');
    await eventually(async () => (await statusOf()) === 401);
    expect(await socket.closed).toMatchObject({ code: 4403 });
    const token = await bound.token();
    expect(await bound.send({ token, proof: await bound.proof(token) })).toMatchObject({ status: 200 });
    await run('ACME_PAY', '--lift');
    await eventually(async () => (await statusOf()) === 200);
  });
});
