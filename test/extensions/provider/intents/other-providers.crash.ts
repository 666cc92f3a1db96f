import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { register, VALIDATE_TOTP, validateTotp } from '../../../support/pix.ts';
import { call } from '../../../support/rest.ts';
import type { ProviderDouble } from '../calls/provider-double.ts';
import { answer, BeforeAnother } from './before-another.ts';

/** No other test has this user or label: neither may be in a log. */
const USER = { name: 'Secretissima Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };
const LABEL = 'A label of nobody else';

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterAll(() => before.stop());
// Refuses what is left open, so that it ends.
afterEach(() => {
  before.answering(409, { code: 'NO_MORE' });
});

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
      'by the code of an age limit that the use case does not imply',
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
      'of the request, without a reason',
      400,
      '',
      { violations: [{ path: [], message: 'The provider refused the input without giving a reason.' }] },
    ],
    [
      'of the request, by names with capitals',
      400,
      { errors: [{ propertyName: 'Data.User.Name', message: 'Wrong.' }] },
      { violations: [{ path: ['user', 'name'], message: 'Wrong.' }] },
    ],
    [
      'by an unknown code',
      418,
      { errors: [{ code: 'RULE_OF_TOMORROW', messages: ['A rule.', 'Later.'] }] },
      { code: 'UNMAPPED_REFUSAL', upstreamStatus: 418, upstreamCode: 'RULE_OF_TOMORROW' },
    ],
    ['by no code', 422, '<html>', { code: 'UNMAPPED_REFUSAL', upstreamStatus: 422, upstreamCode: '' }],
    ['by a 409 of its own', 409, [1], { code: 'UNMAPPED_REFUSAL', upstreamStatus: 409, upstreamMessages: [] }],
  ])('is read: %s', async (_how, status, body, wanted) => {
    before.answering(status, body);
    const query = CREATE_POCKET.replace(
      '... on InvalidInputError',
      '... on UnmappedRefusalError { upstreamStatus upstreamCode upstreamMessages } ... on InvalidInputError',
    );
    const variables = { input: pocketInput({ user: USER, label: LABEL }) };
    expect((await before.gateway.data({ query, variables })).createPocket).toMatchObject(wanted);
  });

  test.each<[number, object | string, string, readonly string[]]>([
    [
      418,
      { errors: [{ code: 'RULE_OF_TOMORROW', messages: ['A rule.', 'Later.'] }] },
      'RULE_OF_TOMORROW',
      ['A rule.', 'Later.'],
    ],
    [422, { code: 'RULE_OF_TOMORROW', message: 'A rule.' }, 'RULE_OF_TOMORROW', ['A rule.']],
    [409, '', 'UNMAPPED_REFUSAL', ['The provider refused for a reason that this gateway does not know.']],
    [400, '', 'INVALID_PARAMETER', ['The provider refused the input without giving a reason.']],
  ])('that says little keeps its status, code and messages over REST: %s', async (status, body, code, messages) => {
    before.answering(status, body);
    const { accountNumber, idempotencyKey, ...data } = pocketInput({ user: USER, label: LABEL });
    const headers = { 'idempotency-key': String(idempotencyKey) };
    const answered = await call(before.gateway, `POST /accounts/${String(accountNumber)}/pockets`, {
      headers,
      body: { data },
    });
    expect([answered.status, answered.body]).toEqual([
      status,
      {
        errors: [{ code, messages, ...(code === 'INVALID_PARAMETER' && { details: { code: 'FORMAT' } }) }],
        reference: expect.stringMatching(/\/errors\/(UNMAPPED_REFUSAL|INVALID_PARAMETER)$/),
      },
    ]);
  });

  test('of too many keys has the limit of the holder if none is given', async () => {
    before.answering(422, { code: 'MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT' });
    const evp = (number: string) => register(before.gateway, { key: { type: 'EVP' }, number });
    expect(await evp('200003')).toMatchObject({ limit: 5 });
    expect(await evp('100003')).toMatchObject({ limit: 20 });
  });

  test('to wait has the wait of the rules if no valid one is given', async () => {
    before.answering(422, { code: 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL', details: { retryAfterSeconds: 'soon' } });
    expect(await register(before.gateway, { key: { type: 'EVP' }, number: '200003' })).toMatchObject({
      retryAfterSeconds: 60,
    });
  });
});

test('a code whose answer was lost may have been used, although the next refusal does not show it', async () => {
  const [hash, code] = ['a-hash', '123456'];
  before.double.answer = (_request, response) => void response.destroy();
  const lost = await before.gateway.ask({ query: VALIDATE_TOTP, variables: { input: { hash, code } } });
  expect(lost.status).toBe(503);
  expect(lost.body.errors?.[0]?.message).toBe(
    'The provider has not answered yet: send the same request again. ' +
      'If that is refused with INVALID_TOTP_CODE, the code may have been used: request another one with createTotp.',
  );
  before.answering(422, { code: 'INVALID_TOTP_CODE' });
  expect(await validateTotp(before.gateway, hash, code)).toMatchObject({ code: 'INVALID_TOTP_CODE' });
});

// Last, because this many faults in a row can open the breaker.
const answered =
  (...[status, body, headers = {}]: Parameters<BeforeAnother['answering']>): ProviderDouble['answer'] =>
  (_request, response) => {
    answer(response, status, body, headers);
  };

test.each<[string, ProviderDouble['answer']]>([
  ['a 500', answered(500, { code: 'INVALID_ACCOUNT_STATUS' })],
  ['a redirect', answered(307, '', { location: '/' })],
  ['a timeout of its own', answered(408, '')],
  ['a success that cannot be read', answered(201, '{"data":{"number":1}}')],
  ['a success without JSON', answered(200, '<html>')],
  ['a cut', (_request, response) => void response.destroy()],
  [
    'half an answer',
    (_request, response) => {
      response.writeHead(201, { 'content-length': '99' });
      response.write('{', () => void response.destroy());
    },
  ],
  ['nothing', () => undefined],
])('%s decides nothing, and is reported as undecided', async (_what, answerer) => {
  const input = pocketInput({ user: USER, label: LABEL });
  before.double.answer = answerer;
  const { status, headers, body } = await before.gateway.ask({ query: CREATE_POCKET, variables: { input } });
  expect(status).toBe(503);
  expect(headers.get('retry-after')).not.toBeNull();
  expect(body.errors?.[0]).toMatchObject({
    message: 'The provider has not answered yet: send the same request again, or ask idempotentOutcome.',
    extensions: {
      code: 'SERVICE_UNAVAILABLE',
      outcome: { mutation: 'CREATE_POCKET', key: input['idempotencyKey'], state: 'RUNNING' },
    },
  });
});

test('logs and metrics contain no texts of these requests, and no credentials', async () => {
  const metrics = await (await fetch(`${before.gateway.app.adminUrl}/metrics`)).text();
  expect(metrics).toContain('gateway_provider_unmapped_total{mutation="createPocket"}');
  expect(metrics).toContain('gateway_provider_calls_total');
  const logged = before.log.join('');
  expect(logged).toContain('provider call');
  const tokens = before.double.got.map(({ headers }) => String(headers.authorization ?? '').replace('Bearer ', ''));
  const secrets = [...new Set(tokens.filter((token) => token !== '')), 'acme-pay-secret', LABEL];
  for (const secret of [...secrets, USER.name, USER.document.value, 'RULE_OF_TOMORROW'])
    for (const text of [logged, metrics]) expect(text).not.toContain(secret);
});
