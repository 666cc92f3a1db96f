import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { happen, live, LIVE_EVENTS, shown, shownInAll, socketOf } from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { TestSocket } from '../../support/socket.ts';
import { gateway } from '../../support/shared-gateway.ts';

let url: string;

beforeAll(async () => {
  url = gateway.app.url;
  await setPocketLimit(gateway, '200001', 1_000_000);
});
afterEach(() => {
  TestSocket.endAll();
});

const INIT = { type: 'connection_init' };

describe('the token of a socket', () => {
  test.each([
    ['Authorization', (token: string) => ({ Authorization: token })],
    ['authorization', (token: string) => ({ authorization: token })],
    ['headers.Authorization', (token: string) => ({ headers: { Authorization: token } })],
    ['headers.authorization', (token: string) => ({ headers: { authorization: token } })],
  ])('is read from %s, and its expiry is reported', async (_place, payloadOf) => {
    const token = await gateway.token('acme-pay');
    const socket = await TestSocket.acknowledged(url, payloadOf(`Bearer ${token}`));
    const { viewer } = (await socket.run('{ viewer { partner tokenExpiresAt } }')).data;
    expect(viewer.partner).toBe(gateway.partnerOf());
    const { payload } = await socket.next('connection_ack');
    expect(payload).toEqual({ tokenExpiresAt: viewer.tokenExpiresAt, serverTime: expect.stringMatching(/Z$/) });
  });

  test.each([[{}], [{ Authorization: null }]])(
    'may be left out: %j is acknowledged, and an operation refused',
    async (payload) => {
      const socket = await TestSocket.acknowledged(url, payload);
      expect(await socket.run('{ errorCatalogue { code } }')).toHaveProperty('data');
      const id = socket.subscribe(LIVE_EVENTS);
      expect((await socket.next('error', id)).payload).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    },
  );

  test('belongs in connection_init, as an operation says whose token was in a header of the handshake', async () => {
    const socket = await TestSocket.connect({
      url,
      options: { headers: { authorization: `Bearer ${await gateway.token('acme-pay')}` } },
    });
    socket.send(INIT);
    await socket.next('connection_ack');
    const id = socket.subscribe(LIVE_EVENTS);
    const [error] = (await socket.next('error', id)).payload;
    expect(error).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
    expect(error.message).toContain('connection_init');
    expect(error.message).toContain('"Authorization": "Bearer <token>"');
  });

  test.each([['Bearer x'], ['x'], [''], [5], [{}], [[1]]])(
    'that is invalid, such as %j, closes it',
    async (authorization) => {
      const socket = await TestSocket.connect({ url });
      socket.send({ ...INIT, payload: { authorization } });
      expect(await socket.closed).toMatchObject({ code: 4403 });
    },
  );

  test('is not chosen from two', async () => {
    const [one, other] = [await gateway.token('acme-pay'), await gateway.token('beta-pay')];
    for (const payload of [
      { Authorization: `Bearer ${one}`, authorization: `Bearer ${other}` },
      { authorization: `Bearer ${one}`, headers: { authorization: `Bearer ${other}` } },
    ]) {
      const socket = await TestSocket.connect({ url });
      socket.send({ ...INIT, payload });
      expect(await socket.closed).toMatchObject({ code: 4403 });
    }
    const same = { Authorization: `Bearer ${one}`, headers: { authorization: `Bearer ${one}` } };
    await expect(TestSocket.acknowledged(url, same)).resolves.toBeDefined();
  });

  test('closes it when it expires', async () => {
    const token = await gateway.freshToken('acme-pay', { expires_in: '60' });
    const socket = await TestSocket.acknowledged(url, { authorization: `Bearer ${token}` });
    gateway.clock.advance(61);
    try {
      expect(await socket.closed).toMatchObject({ code: 4403 });
    } finally {
      gateway.clock.reset();
    }
  });

  test('without the scope is refused at subscribe', async () => {
    const socket = await socketOf(gateway, 'acme-pay', 'pocket.read');
    const id = socket.subscribe(LIVE_EVENTS);
    expect((await socket.next('error', id)).payload).toMatchObject([
      { extensions: { code: 'FORBIDDEN', requiredScopes: ['webhook.read'] } },
    ]);
  });
});

describe('a token sent by ping', () => {
  const renew = async (socket: TestSocket, client: string, scope = '') => {
    const token = await gateway.freshToken(client, { scope, expires_in: '3000' });
    socket.send({ type: 'ping', payload: { Authorization: `Bearer ${token}` } });
  };

  test('replaces the old one, and no stream ends', async () => {
    const old = await gateway.freshToken('acme-pay', { expires_in: '60' });
    const socket = await TestSocket.acknowledged(url, { authorization: `Bearer ${old}` });
    const id = await live(gateway, socket);
    await renew(socket, 'acme-pay');
    const { payload } = await socket.next('pong');
    expect(new Date(payload.tokenExpiresAt).getTime() - gateway.clock.now().getTime()).toBeGreaterThan(2_000_000);
    gateway.clock.advance(120);
    try {
      const number = await happen(gateway);
      expect(await shownInAll(socket, id, 1)).toEqual([number]);
      expect((await socket.run('{ viewer { partner } }')).data).toEqual({ viewer: { partner: gateway.partnerOf() } });
    } finally {
      gateway.clock.reset();
    }
  });

  test('of fewer scopes ends only the streams that need more', async () => {
    const socket = await socketOf(gateway);
    const poor = await live(gateway, socket);
    const rich = await live(
      gateway,
      socket,
      'subscription { webhookEvents { entityId ... on PocketAccountWasCreatedEvent { pocket { label } } } }',
    );
    await renew(socket, 'acme-pay', 'webhook.read');
    expect((await socket.next('error', rich)).payload).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const number = await happen(gateway);
    await eventually(() => Promise.resolve(shown(socket, poor).at(-1) === number));
    expect(shown(socket, rich)).not.toContain(number);
  });

  test('of fewer scopes ends a stream that is still being opened', async () => {
    const token = await gateway.freshToken('acme-pay', { scope: 'pocket.read', expires_in: '3000' });
    await gateway.data({ query: '{ viewer { partner } }', token });
    const socket = await socketOf(gateway);
    const id = socket.subscribe(LIVE_EVENTS);
    socket.send({ type: 'ping', payload: { authorization: `Bearer ${token}` } });
    expect((await socket.next('error', id)).payload).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  test.each([
    ['another partner', 'beta-pay'],
    ['no partner', undefined],
  ])('of %s closes the socket', async (_case, client) => {
    const socket = await socketOf(gateway);
    if (client === undefined) socket.send({ type: 'ping', payload: { authorization: 'Bearer x' } });
    else await renew(socket, client);
    expect(await socket.closed).toMatchObject({ code: 4403 });
  });
});
