import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EXAMPLE_DOCUMENTS } from '../../../../src/playground/examples/example-documents.ts';
import { readPersistedDocuments } from '../../../../src/platform/graphql/documents/read-persisted-documents.ts';
import { Gateway } from '../../../support/gateway.ts';
import { socketOf } from '../../../support/live-events.ts';
import { ACCOUNT, answerOf, byHash, gatewayWithDocuments, get, idOf, post, TWO } from '../../../support/persisted.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';

let gateway: Gateway;
let strict: Gateway;

beforeAll(async () => {
  gateway = await gatewayWithDocuments();
  strict = await gatewayWithDocuments({ PERSISTED_DOCUMENTS_ONLY: 'true' });
});
afterAll(() => Promise.all([gateway.stop(), strict.stop()]));

const FOUND = { paymentAccount: { branch: '0001' } };
const variables = { number: '200001' };

describe('a registered document', () => {
  test.each([
    ['its id', { documentId: 'account' }],
    ['its SHA-256', { documentId: idOf(ACCOUNT) }],
    ['its SHA-256 with the name of the algorithm', { documentId: `sha256:${idOf(ACCOUNT)}` }],
    ["Apollo's hash", byHash(idOf(ACCOUNT))],
    ["Apollo's hash next to the text", { query: ACCOUNT, ...byHash(idOf(ACCOUNT)) }],
  ])('is run by %s', async (_case, named) => {
    const { status, body } = await post(gateway, { body: { ...named, variables } });
    expect([status, body.data]).toEqual([200, FOUND]);
    const parameters = Object.entries({ ...named, variables }).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    expect((await get(gateway, Object.fromEntries(parameters) as Record<string, string>)).body.data).toEqual(FOUND);
    const socket = await socketOf(gateway, 'acme-pay');
    socket.send({ id: 'a', type: 'subscribe', payload: { ...named, variables } });
    expect((await socket.next('next', 'a')).payload.data).toEqual(FOUND);
    socket.webSocket.terminate();
  });

  test('can be a subscription over a socket', async () => {
    const socket = await socketOf(gateway, 'acme-pay');
    socket.send({ id: 'a', type: 'subscribe', payload: { documentId: 'events' } });
    await socket.run('{ __typename }');
    const body = { query: CREATE_POCKET, variables: { input: pocketInput() } };
    expect((await post(gateway, { body })).status).toBe(200);
    expect((await socket.next('next', 'a')).payload.data.webhookEvents.id).toEqual(expect.any(String));
    socket.webSocket.terminate();
  });

  test('is not run by GET without a token or another header that makes a browser send a preflight', async () => {
    const { status, code } = await answerOf(await fetch(`${gateway.app.url}/graphql?documentId=two&operationName=One`));
    expect([status, code]).toEqual([400, 'BAD_REQUEST']);
    expect((await get(gateway, { documentId: 'two', operationName: 'One' })).status).toBe(200);
  });

  test('is not run by GET when it is a mutation', async () => {
    const input = JSON.stringify({ input: pocketInput() });
    expect((await get(gateway, { documentId: 'createPocket', variables: input })).status).toBe(405);
  });

  test('counts as one operation of its partner', async () => {
    const limited = await Gateway.start({ environment: { ROLES: 'api', RATE_LIMIT: '2/60' } });
    try {
      const [example] = (await readPersistedDocuments(EXAMPLE_DOCUMENTS)).keys();
      const statuses: number[] = [];
      for (let sent = 0; sent < 3; sent += 1)
        statuses.push((await post(limited, { body: { documentId: example, variables: { input: {} } } })).status);
      expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
    } finally {
      await limited.stop();
    }
  });
});

describe('an id that is not registered', () => {
  test('is refused when it is a documentId', async () => {
    const unknown = { documentId: idOf('{ __typename }') };
    for (const answer of [await post(gateway, { body: unknown }), await get(gateway, unknown)])
      expect([answer.status, answer.code]).toEqual([400, 'DOCUMENT_NOT_REGISTERED']);
    const socket = await socketOf(gateway, 'acme-pay');
    socket.send({ id: 'a', type: 'subscribe', payload: unknown });
    expect((await socket.next('error', 'a')).payload[0].extensions.code).toBe('DOCUMENT_NOT_REGISTERED');
    socket.webSocket.terminate();
  });

  test.each([
    ['not a string', { documentId: 7 }],
    ['next to a text', { documentId: 'account', query: ACCOUNT }],
  ])('is refused when it is %s', async (_case, body) => {
    const { status, code } = await post(gateway, { body: { ...body, variables } });
    expect([status, code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test.each([
    ['of another text', { version: 1, sha256Hash: idOf(TWO) }],
    ['of another version', { version: 2, sha256Hash: idOf(ACCOUNT) }],
    ['without a hash', { version: 1 }],
    ['that is not an object', 5],
  ])('is refused as a client error when it is an Apollo extension %s', async (_case, persistedQuery) => {
    const wrong = { query: ACCOUNT, extensions: { persistedQuery } };
    const byGet = { query: ACCOUNT, extensions: JSON.stringify(wrong.extensions) };
    for (const answer of [await post(gateway, { body: wrong, client: null }), await get(gateway, byGet)])
      expect([answer.status, answer.code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test('makes Apollo clients send the text, once', async () => {
    const query = '{ viewer { companyKey } }';
    const named = byHash(idOf(query));
    const first = await post(gateway, { body: named });
    expect([first.status, first.code]).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
    expect(first.body.errors?.[0]?.message).toBe('PersistedQueryNotFound');
    expect((await post(gateway, { body: { query, ...named } })).body.data).toBeDefined();
    expect((await post(gateway, { body: named })).body.data).toBeDefined();
  });
});

describe('where only registered documents are served', () => {
  test('a registered one is served', async () => {
    expect((await post(strict, { body: { documentId: 'account', variables } })).body.data).toEqual(FOUND);
    expect((await post(strict, { body: { ...byHash(idOf(ACCOUNT)), variables } })).body.data).toEqual(FOUND);
  });

  test.each([
    ['a text', { query: '{ __typename }' }],
    ['the text of a registered one', { query: TWO, operationName: 'One' }],
    ['a text with its hash', { query: '{ __typename }', ...byHash(idOf('{ __typename }')) }],
  ])('%s is refused', async (_case, body) => {
    const { status, code } = await post(strict, { body });
    expect([status, code]).toEqual([400, 'PERSISTED_DOCUMENT_REQUIRED']);
    expect((await get(strict, { query: body.query })).code).toBe('PERSISTED_DOCUMENT_REQUIRED');
    const socket = await socketOf(strict, 'acme-pay');
    socket.send({ id: 'a', type: 'subscribe', payload: body });
    expect((await socket.next('error', 'a')).payload[0].extensions.code).toBe('PERSISTED_DOCUMENT_REQUIRED');
    socket.webSocket.terminate();
  });

  test('no text is learned from Apollo clients', async () => {
    const query = '{ viewer { partner } }';
    await post(strict, { body: { query, ...byHash(idOf(query)) } });
    expect((await post(strict, { body: byHash(idOf(query)) })).code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  test('a list of operations is refused too', async () => {
    expect((await post(strict, { body: [{ query: '{ __typename }' }] })).body.data).toBeUndefined();
  });
});
