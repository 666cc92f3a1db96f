import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { gateway } from '../../support/shared-gateway.ts';
import { isThroughProvider } from '../../support/bank-gateway.ts';
import { createPocket, CREATE_POCKET, pocketInput, setPocketLimit } from '../../support/pockets.ts';
import { call, pathsOf, type RestCall } from '../../support/rest.ts';
import { data, pocketCall, POCKETS } from './pocket-call.ts';

beforeAll(() => setPocketLimit(gateway, '200001', 100));

describe('POST /accounts/{accountNumber}/pockets', () => {
  test('answers as the partner API does, in its order', async () => {
    const { status, body, headers } = await call(gateway, POCKETS, pocketCall({ body: { data, metadata: { a: 1 } } }));
    expect(status).toBe(201);
    expect(headers.get('idempotent-replayed')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body)).toEqual(['data', 'links', 'metadata']);
    expect(Object.keys(body.data)).toEqual(
      'number label suffix currency type status reason category useCase createdAt user account'.split(' '),
    );
    expect(Object.keys(body.data.account)).toEqual('branch number status reason createdAt bank holder'.split(' '));
    expect(body.data).toMatchObject({ reason: 'HOLDER_REQUEST', status: 'ACTIVE', type: 'POCKET_BRL', suffix: 'BRL' });
    expect(body.data.user.birthDate).toBe('1990-01-31T00:00:00Z');
    expect(body.metadata).toEqual({ a: 1 });
    const address = `${gateway.app.url}/pockets/${String(body.data.number)}`;
    expect(body.links).toEqual([
      { url: address, rel: 'get_pocket', method: 'GET' },
      { url: `${address}/balances`, rel: 'get_pocket_balances', method: 'GET' },
      { url: `${address}/transactions/savings`, rel: 'create_pocket_transaction_savings', method: 'POST' },
      { url: `${address}/closure`, rel: 'close_pocket', method: 'PATCH' },
    ]);
    const links = await Promise.all(
      (body.links as { method: string; url: string }[])
        .slice(0, 3)
        .map(({ method, url }) =>
          call(gateway, `${method} ${new URL(url).pathname}`, method === 'POST' ? { body: {} } : {}),
        ),
    );
    // What a saving needs is said: it is followed with a body in money.test.ts.
    expect(links.map((one) => one.status)).toEqual([200, isThroughProvider() ? 501 : 200, 400]);
    expect(links[0]?.body).toEqual(body);
    const none = { value: 0, currency: 'BRL' };
    const balances = { data: { total: none, available: none, hold: none } };
    const lacking = {
      errors: [expect.objectContaining({ code: 'NOT_AVAILABLE_AT_PROVIDER' })],
      reference: expect.any(String),
    };
    expect(links[1]?.body).toEqual(isThroughProvider() ? lacking : balances);
  });

  test('replays what GraphQL has created with the same key, and the other way round', async () => {
    const input = pocketInput();
    const made = await createPocket(gateway, input);
    const replayed = await call(
      gateway,
      POCKETS,
      pocketCall({ headers: { 'idempotency-key': String(input['idempotencyKey']) } }),
    );
    expect(replayed.status).toBe(201);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.body.data.number).toBe(made.pocket.number);
    const key = randomUUID();
    const first = await call(gateway, POCKETS, pocketCall({ headers: { 'idempotency-key': key } }));
    const second = await gateway.data({
      query: CREATE_POCKET,
      variables: { input: pocketInput({ idempotencyKey: key }) },
    });
    expect(second.createPocket).toMatchObject({ replayed: true, pocket: { number: first.body.data.number } });
    const other = await call(
      gateway,
      POCKETS,
      pocketCall({ headers: { 'idempotency-key': key }, body: { data: { ...data, label: 'x' } } }),
    );
    expect([other.status, other.body.errors[0].code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('reports all violations together, by the names of the request', async () => {
    const { status, body } = await call(gateway, POCKETS, {
      headers: { 'api-version': undefined, 'idempotency-key': 'nope' },
      body: { data: { user: { document: { value: 5, type: 'RG' }, birthDate: '1990-02-30' }, currency: 'BRL' } },
    });
    expect(status).toBe(400);
    expect(pathsOf(body)).toEqual([
      ...['api-version', 'idempotency-key', 'data.user.name', 'data.user.document.value', 'data.user.document.type'],
      ...['data.user.birthDate', 'data.label', 'data.useCase'],
    ]);
    expect(body.errors[0]).toEqual({
      code: 'INVALID_PARAMETER',
      propertyName: 'api-version',
      messages: ['api-version is required.'],
      details: { code: 'REQUIRED' },
    });
    expect(body.errors[4]).toMatchObject({
      messages: ['Give CPF or CNPJ.'],
      details: { code: 'NOT_ALLOWED', allowed: ['CPF', 'CNPJ'] },
    });
    expect((body.errors as { details: { code: string } }[]).map(({ details }) => details.code)).toEqual([
      ...['REQUIRED', 'FORMAT', 'REQUIRED', 'FORMAT', 'NOT_ALLOWED', 'FORMAT', 'REQUIRED', 'REQUIRED'],
    ]);
    expect(body.reference).toBe(`${gateway.app.url}/errors/INVALID_PARAMETER`);
  });

  test('ignores members that it does not know, and those that belong elsewhere', async () => {
    const body = { other: 1, data: { ...data, more: true, accountNumber: '999999', idempotencyKey: 'nope' } };
    expect((await call(gateway, POCKETS, pocketCall({ body }))).status).toBe(201);
  });

  test('names what the use case finds wrong, and refuses with its status and data', async () => {
    const wrong = { ...data, user: { ...data.user, document: { value: '10020030241', type: 'CPF' } } };
    const invalid = await call(gateway, POCKETS, pocketCall({ body: { data: wrong } }));
    expect([invalid.status, pathsOf(invalid.body)]).toEqual([400, ['data.user.document.value']]);
    const young = { ...data, user: { ...data.user, birthDate: '2020-01-31' } };
    const refused = await call(gateway, POCKETS, pocketCall({ body: { data: young } }));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          code: 'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
          propertyName: 'data.user.birthDate',
          messages: ['The birthdate of the user 2020-01-31 is invalid to use case CORPORATE_EXPENSES.'],
          details: expect.objectContaining({ birthDate: '2020-01-31', useCase: 'CORPORATE_EXPENSES', minimumAge: 18 }),
        },
      ],
    ]);
    const unknown = await call(gateway, 'POST /accounts/999999/pockets', pocketCall());
    expect([unknown.status, unknown.body.errors[0].code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });
});

describe('of several refusals the first wins', () => {
  const all: RestCall = {
    client: null,
    headers: { authorization: 'Bearer x', 'x-correlation-id': 'x', 'api-version': '9', 'content-type': 'text/plain' },
    body: '{',
  };
  const without = (...names: string[]): RestCall => ({
    ...all,
    headers: { ...all.headers, ...Object.fromEntries(names.map((name) => [name, undefined])) },
  });
  const json = { 'content-type': 'application/json' };
  const steps: readonly (readonly [string, string, RestCall, number, string])[] = [
    ['an unknown path', 'POST /accounts/1/nothing', all, 404, 'NOT_FOUND'],
    ['another method', 'DELETE /accounts/1/pockets', all, 405, 'METHOD_NOT_ALLOWED'],
    ['a correlation id', POCKETS, all, 400, 'INVALID_PARAMETER'],
    ['a bad token', POCKETS, without('x-correlation-id'), 401, 'UNAUTHORIZED'],
    ['a media type', POCKETS, without('x-correlation-id', 'authorization'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a large body', POCKETS, { client: null, headers: json, body: ' '.repeat(300_000) }, 413, 'PAYLOAD_TOO_LARGE'],
    ['broken JSON', POCKETS, { client: null, headers: json, body: '{' }, 400, 'BAD_REQUEST'],
    ['a list', POCKETS, { client: null, headers: json, body: '[1]' }, 400, 'BAD_REQUEST'],
    ['no token', POCKETS, { client: null, headers: { 'api-version': '9' }, body: {} }, 401, 'UNAUTHORIZED'],
    ['a scope', POCKETS, { scope: 'pocket.read', headers: { 'api-version': '9' }, body: {} }, 403, 'FORBIDDEN'],
    ['a version', POCKETS, { headers: { 'api-version': '1' }, body: {} }, 400, 'UNSUPPORTED_API_VERSION'],
    ['parameters', POCKETS, { body: {} }, 400, 'INVALID_PARAMETER'],
  ];

  test.each(steps)('%s', async (_name, operation, options, status, code) => {
    const answer = await call(gateway, operation, options);
    expect([answer.status, answer.body.errors[0].code]).toEqual([status, code]);
    expect(answer.body.reference).toBe(`${gateway.app.url}/errors/${code}`);
  });

  test.each([
    ['POST /accounts/1/nothing', 404, 'NOT_FOUND', 'Nothing is served at this path.'],
    ['GET //pockets', 404, 'NOT_FOUND', 'Nothing is served at this path.'],
    ['GET /errors/NOTHING', 404, 'NOT_FOUND', 'Nothing is served at this path.'],
    ['DELETE /accounts/1/pockets', 405, 'METHOD_NOT_ALLOWED', 'Use GET, POST.'],
  ])('%s is refused only in the shape of all errors', async (operation, status, code, message) => {
    const answer = await call(gateway, operation, { client: null });
    const reference = `${gateway.app.url}/errors/${code}`;
    expect([answer.status, answer.body]).toEqual([status, { errors: [{ code, messages: [message] }], reference }]);
  });

  test('an unrelated path is refused in the shape of GraphQL too', async () => {
    const { body } = await call(gateway, 'GET /nothing', { client: null });
    expect(body.errors).toMatchObject([{ messages: [body.errors[0].message], extensions: { code: 'NOT_FOUND' } }]);
  });

  test('another method is answered with the allowed methods', async () => {
    const { headers } = await call(gateway, 'DELETE /customers/10020030169');
    expect(headers.get('allow')).toBe('GET, PUT, PATCH');
  });
});

describe('GET', () => {
  test('/pockets/{pocketNumber} leaves the account out at the level BASIC', async () => {
    const made = await createPocket(gateway, pocketInput());
    const basic = await call(gateway, `GET /pockets/${String(made.pocket.number)}?resultLevel=BASIC`);
    expect([basic.status, 'account' in basic.body.data]).toEqual([200, false]);
    const other = await call(gateway, `GET /pockets/${String(made.pocket.number)}?resultLevel=MORE`);
    expect([other.status, pathsOf(other.body)]).toEqual([400, ['resultLevel']]);
  });

  test.each([
    ['GET /pockets/1', 'POCKET_NOT_FOUND', 'pocketNumber'],
    ['GET /accounts/1', 'ACCOUNT_NOT_FOUND', 'accountNumber'],
    ['GET /customers/1', 'CUSTOMER_NOT_FOUND', 'documentNumber'],
  ])('%s is 404', async (operation, code, propertyName) => {
    const { status, body } = await call(gateway, operation);
    expect([status, body.errors]).toEqual([404, [expect.objectContaining({ code, propertyName })]]);
    const explained = await fetch(body.reference);
    expect(await explained.json()).toMatchObject({ code, status: 404 });
  });

  test('/accounts/{accountNumber} shows the account', async () => {
    const { status, body } = await call(gateway, 'GET /accounts/200001');
    expect([status, body.number, body.type]).toEqual([200, '200001', 'PAYMENT']);
  });

  test('another partner sees nothing', async () => {
    expect((await call(gateway, 'GET /accounts/200001', { client: 'beta-pay' })).status).toBe(404);
  });
});
