import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Gateway } from '../../support/gateway.ts';
import { CREATE_POCKET, createPocket, pocketInput } from '../../support/pockets.ts';
import { register } from '../../support/pix.ts';
import { ProviderDouble, type Got } from '../calls/provider-double.ts';
import { introduce } from '../events/told-events.ts';

/** Nobody else has such an account, user or label: none of it may stand in a log. */
const ACCOUNT = '4711000815';
const USER = { name: 'Secretissima Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };
const LABEL = 'A label of nobody else';

let double: ProviderDouble;
let gateway: Gateway;
const log: string[] = [];

beforeAll(async () => {
  double = await ProviderDouble.start();
  const environment = { PROVIDER: 'rest', PROVIDER_URL: double.url, PROVIDER_RATE: '0', ADMIN_PORT: '0' };
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  gateway = await Gateway.start({ environment: { ...environment, PROVIDER_TIMEOUT_SECONDS: '1' }, logger });
  await introduce(gateway);
});
afterAll(async () => {
  await gateway.stop();
  await double.stop();
});
// What is left open is refused then, and ends.
afterEach(() => answering(409, { code: 'NO_MORE' }));

function answering(status: number, body: object | string, headers = {}): void {
  double.answer = (_request, response) => {
    answer(response, status, body, headers);
  };
}

function answer(response: ServerResponse, status: number, body: object | string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const pocket = (changes: object = {}) => createPocket(gateway, pocketInput({ user: USER, label: LABEL, ...changes }));

describe('a refusal', () => {
  test.each<[string, number, object | string, object]>([
    [
      'by a list, with details',
      422,
      { errors: [{ code: 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', messages: ['No.'], details: { limit: 7 } }] },
      { code: 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', limit: 7 },
    ],
    [
      'by a list, without them',
      422,
      {
        errors: [{ code: 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', message: 'No.', details: { limit: 'many' } }],
      },
      { message: 'Account has reached the maximum pocket counts.', limit: 3 },
    ],
    [
      'by a code and a message',
      422,
      { code: 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM', message: 'No.' },
      { code: 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM', companyKey: 'ACME_PAY' },
    ],
    [
      'by problem details',
      422,
      { type: 'https://provider.example/errors/INVALID_ACCOUNT_STATUS', title: 'No.' },
      { code: 'INVALID_ACCOUNT_STATUS' },
    ],
    [
      'by the code of an age that the use case alone would not have',
      422,
      { code: 'INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE' },
      { code: 'INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE', birthDate: '1990-01-31', minimumAge: 18 },
    ],
    ['by nothing but 404', 404, '', { code: 'ACCOUNT_NOT_FOUND', accountNumber: '200001' }],
    [
      'by several reasons, of which one is known',
      422,
      { errors: [{ code: 'RULE_OF_TOMORROW' }, { code: 'INVALID_ACCOUNT_STATUS' }] },
      { code: 'INVALID_ACCOUNT_STATUS' },
    ],
    [
      'of the request',
      400,
      {
        errors: [
          { code: 'REQUEST_ERROR', propertyName: 'data.user.document.value', messages: ['Wrong.', 'Very.'] },
          { code: 'INVALID_PARAMETER', messages: 'All of it.' },
        ],
      },
      {
        code: 'INVALID_PARAMETER',
        violations: [
          { path: [], message: 'All of it.' },
          { path: ['user', 'document', 'value'], message: 'Wrong. Very.' },
        ],
      },
    ],
    [
      'by a code that nobody knows',
      418,
      { errors: [{ code: 'RULE_OF_TOMORROW', messages: ['A rule.', 'Later.'] }] },
      { code: 'UNMAPPED_REFUSAL', upstreamStatus: 418, upstreamCode: 'RULE_OF_TOMORROW' },
    ],
    ['by no code', 422, '<html>', { code: 'UNMAPPED_REFUSAL', upstreamStatus: 422, upstreamCode: '' }],
    ['by a 409 of its own', 409, [1], { code: 'UNMAPPED_REFUSAL', upstreamStatus: 409, upstreamMessages: [] }],
  ])('is read: %s', async (_how, status, body, wanted) => {
    answering(status, body);
    const query = CREATE_POCKET.replace(
      '... on InvalidInputError',
      '... on UnmappedRefusalError { upstreamStatus upstreamCode upstreamMessages } ... on InvalidInputError',
    );
    const variables = { input: pocketInput({ user: USER, label: LABEL }) };
    expect((await gateway.data({ query, variables })).createPocket).toMatchObject(wanted);
  });

  test('of too many keys has the limit of the holder, where none is told', async () => {
    answering(422, { code: 'MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT' });
    const evp = (number: string) => register(gateway, { key: { type: 'EVP' }, number });
    expect(await evp('200003')).toMatchObject({ limit: 5 });
    expect(await evp('100003')).toMatchObject({ limit: 20 });
  });

  test('to wait has the wait of the rules, where none is told that can be', async () => {
    answering(422, { code: 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL', details: { retryAfterSeconds: 'soon' } });
    expect(await register(gateway, { key: { type: 'EVP' }, number: '200003' })).toMatchObject({
      retryAfterSeconds: 60,
    });
  });
});

describe('an account that the provider shows no holder of', () => {
  const holder = { name: 'Secretissima Exemplo', type: 'CUSTOMER', document: { value: '10020030592', type: 'CPF' } };
  const bank = { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' };
  const createdAt = '2026-01-01T00:00:00Z';
  const account = (number: string) => ({ branch: '0001', number, status: 'ACTIVE', createdAt, bank });

  test('has that of the first pocket', async () => {
    double.answer = ({ path }, response) => {
      if (path === `/accounts/${ACCOUNT}`) return answer(response, 200, account(ACCOUNT));
      const shown = { ...account(ACCOUNT), holder: { ...holder, status: 'ACTIVE', createdAt } };
      const made = { number: `${ACCOUNT}1BRL`, label: LABEL, currency: 'BRL', status: 'ACTIVE', category: 'POCKET' };
      const data = { ...made, reason: 'HOLDER_REQUEST', useCase: 'CORPORATE_EXPENSES', createdAt, user: USER };
      answer(response, 201, { data: { ...data, account: shown }, links: [], metadata: {} });
    };
    const { pocket: made } = await pocket({ accountNumber: ACCOUNT });
    expect(made).toMatchObject({
      number: `${ACCOUNT}1BRL`,
      account: { number: ACCOUNT, holder: { name: holder.name } },
    });
  });

  test('keeps it when it is read', async () => {
    await gateway.app.database.entityManager.getConnection().execute(`delete from provider_reading where part = ''`);
    answering(200, { ...account(ACCOUNT), status: 'BLOCKED' });
    const query = `{ paymentAccount(number: "${ACCOUNT}") { status type holder { name document { value } } } }`;
    expect((await gateway.data({ query })).paymentAccount).toEqual({
      ...{ status: 'BLOCKED', type: 'PAYMENT' },
      holder: { name: holder.name, document: { value: holder.document.value } },
    });
  });

  test('has that of a CPF that was registered for it', async () => {
    const number = '4711000816';
    double.answer = ({ path }, response) => {
      if (path === `/accounts/${number}`) return answer(response, 200, account(number));
      answer(response, 201, { addressingKey: { type: 'CPF', value: '10020030673' }, createdAt });
    };
    const { entry } = await register(gateway, { key: { type: 'CPF', value: '10020030673' }, number });
    expect(entry.account).toMatchObject({ number, holder: { document: { value: '10020030673' } } });
  });

  test('is told of by nobody where there is no other word of it', async () => {
    answering(200, account('4711000817'));
    const { status } = await gateway.ask({ query: '{ paymentAccount(number: "4711000817") { number } }' });
    expect(status).toBe(503);
  });
});

// Last, as so many faults in a row open the breaker.
test.each<[string, (request: Got, response: ServerResponse) => void]>([
  ['a 500', (_request, response) => answer(response, 500, { code: 'INVALID_ACCOUNT_STATUS' })],
  ['a redirect', (_request, response) => answer(response, 307, '', { location: double.url })],
  ['a timeout of its own', (_request, response) => answer(response, 408, '')],
  ['a success that nobody can read', (_request, response) => answer(response, 201, '{"data":{"number":1}}')],
  ['a success that is none', (_request, response) => answer(response, 200, '<html>')],
  ['a cut', (_request, response) => response.destroy()],
  [
    'half an answer',
    (_request, response) => response.writeHead(201, { 'content-length': '99' }).write('{', () => response.destroy()),
  ],
  ['nothing', () => undefined],
])('%s decides nothing, and says so', async (_what, answerer) => {
  const input = pocketInput({ user: USER, label: LABEL });
  double.answer = answerer;
  const { status, headers, body } = await gateway.ask({ query: CREATE_POCKET, variables: { input } });
  expect(status).toBe(503);
  expect(headers.get('retry-after')).not.toBeNull();
  expect(body.errors?.[0]).toMatchObject({
    message: 'The provider has not answered yet: send the same request again, or ask idempotentOutcome.',
    extensions: {
      code: 'SERVICE_UNAVAILABLE',
      outcome: { mutation: 'createPocket', key: input['idempotencyKey'], state: 'RUNNING' },
    },
  });
});

test('logs and metrics have nothing of all that, nor what proves who calls', async () => {
  const metrics = await (await fetch(`${gateway.app.adminUrl ?? ''}/metrics`)).text();
  expect(metrics).toContain('gateway_provider_unmapped_total{mutation="createPocket"}');
  expect(metrics).toContain('gateway_provider_calls_total');
  const said = log.join('');
  expect(said).toContain('provider call');
  const tokens = double.got.map(({ headers }) => String(headers.authorization ?? '').replace('Bearer ', ''));
  const secrets = [...new Set(tokens.filter((token) => token !== '')), 'acme-pay-secret', LABEL, ACCOUNT];
  for (const secret of [...secrets, USER.name, USER.document.value, '10020030673', 'RULE_OF_TOMORROW'])
    for (const text of [said, metrics]) expect(text).not.toContain(secret);
});
