import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { happen, live, LIVE_EVENTS, shown, shownInAll, socketOf } from '../../support/live-events.ts';
import { CREATE_POCKET, pocketInput, setPocketLimit } from '../../support/pockets.ts';
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

describe('an operation over a socket', () => {
  test('may be a mutation', async () => {
    const socket = await socketOf(gateway);
    const { data } = await socket.run(CREATE_POCKET, { input: pocketInput() });
    expect(data.createPocket).toMatchObject({ __typename: 'CreatePocketSuccess' });
  });

  test('carries a correlation id, its client’s or a new one', async () => {
    const socket = await socketOf(gateway);
    const correlationId = '3d0b0f0c-6a1e-4a38-9d7d-0a6b8f1d2c3e';
    socket.send({ id: 'a', type: 'subscribe', payload: { query: '{ __typename }', extensions: { correlationId } } });
    expect((await socket.next('next', 'a')).payload.extensions).toMatchObject({ correlationId });
    expect((await socket.run('{ __typename }')).extensions.correlationId).toMatch(/^[0-9a-f-]{36}$/);
    socket.send({
      id: 'b',
      type: 'subscribe',
      payload: { query: '{ __typename }', extensions: { correlationId: 'x' } },
    });
    expect((await socket.next('error', 'b')).payload).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('must match the api-version of its socket', async () => {
    const token = await gateway.token('acme-pay');
    const socket = await TestSocket.acknowledged(url, { authorization: `Bearer ${token}`, 'api-version': '2' });
    const id = socket.subscribe(LIVE_EVENTS);
    expect((await socket.next('error', id)).payload).toMatchObject([
      { extensions: { code: 'UNSUPPORTED_API_VERSION' } },
    ]);
  });

  const deep = (levels: number) =>
    `{ paymentAccounts ${'{ nodes { pockets '.repeat(levels)} { totalCount } ${'} }'.repeat(levels)} }`;
  test.each([
    ['aliases', `{ ${Array.from({ length: 200 }, (_, nth) => `a${nth}: __typename`).join(' ')} }`],
    ['tokens', `{ ${'x '.repeat(2_000)} }`],
    ['levels', deep(20)],
    [
      'aliases of a subscription',
      `subscription { webhookEvents { ${Array.from({ length: 20 }, (_, nth) => `a${nth}: id`).join(' ')} } }`,
    ],
  ])('must keep to the limits of documents: %s', async (_limit, query) => {
    const socket = await socketOf(gateway);
    const id = socket.subscribe(query);
    expect((await socket.next('error', id)).payload[0].extensions.code).toMatch(/^GRAPHQL_(VALIDATION|PARSE)_FAILED$/);
  });

  test('that is a stream sends nothing more once its client has completed it', async () => {
    const socket = await socketOf(gateway);
    const [ended, other] = [await live(gateway, socket), await live(gateway, socket)];
    socket.send({ type: 'complete', id: ended });
    await socket.run('{ __typename }');
    socket.received.length = 0;
    await happen(gateway);
    await shownInAll(socket, other, 1);
    expect(shown(socket, ended)).toEqual([]);
  });
});

describe('a gateway that stops', () => {
  test('closes its sockets with code 1001, after the answers in progress are sent', async () => {
    const own = await Gateway.start();
    const socket = await socketOf(own);
    const id = socket.subscribe(CREATE_POCKET, { input: pocketInput() });
    await socket.run('{ __typename }');
    await own.stop();
    expect(await socket.closed).toMatchObject({ code: 1001 });
    expect(socket.messages('next', id)).toHaveLength(1);
  });
});
