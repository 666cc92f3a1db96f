import { describe, expect, test } from '@jest/globals';
import { pocketInput, pocketUser } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';
import { TestSocket } from '../../support/socket.ts';

const CREATE = 'mutation ($input: CreatePocketInput!) { createPocket(input: $input) { __typename } }';
const EVENTS = 'query ($since: DateTime) { webhookEvents(filter: { since: $since, contexts: [PIXX] }) { totalCount } }';
const WRONG = pocketInput({
  idempotencyKey: 'mine',
  label: undefined,
  useCase: 'PARTIES',
  colour: 'red',
  user: { ...pocketUser({ birthDate: '2010-02-30' }), document: null },
});
const FAULTS = [
  { path: ['idempotencyKey'], code: 'FORMAT', message: expect.stringContaining('UUID'), allowed: null },
  { path: ['user', 'document'], code: 'REQUIRED', message: 'This field is required.', allowed: null },
  { path: ['user', 'birthDate'], code: 'FORMAT', message: expect.stringContaining('Date'), allowed: null },
  { path: ['label'], code: 'REQUIRED', message: 'This field is required.', allowed: null },
  {
    path: ['useCase'],
    code: 'NOT_ALLOWED',
    message: expect.stringContaining('CORPORATE_EXPENSES'),
    allowed: expect.arrayContaining(['CORPORATE_EXPENSES', 'ACCOUNT_FOR_UNDER_AGE']),
  },
  { path: ['colour'], code: 'NOT_ALLOWED', message: 'There is no such field.', allowed: null },
];

/** Returns all violations of an answer. */
async function violationsOf(query: string, variables: object = {}): Promise<unknown> {
  const { status, body } = await gateway.ask({ query, variables });
  expect([status, body.data]).toEqual([400, undefined]);
  return body.errors?.flatMap(({ extensions }) => extensions['violations'] ?? []);
}

describe('values that do not have the type of their place are named', () => {
  test('with all their paths, each time the document is sent', async () => {
    for (const _ of [1, 2, 3])
      expect(await violationsOf(CREATE, { input: WRONG })).toEqual(expect.arrayContaining(FAULTS));
    expect(await violationsOf(CREATE, { input: WRONG })).toHaveLength(FAULTS.length);
  });

  test('over a socket', async () => {
    const Authorization = `Bearer ${await gateway.token('acme-pay')}`;
    const socket = await TestSocket.acknowledged(gateway.app.url, { Authorization });
    socket.send({ id: '1', type: 'subscribe', payload: { query: CREATE, variables: { input: WRONG } } });
    const { payload } = await socket.next('error');
    expect(payload[0].extensions.violations).toEqual(expect.arrayContaining(FAULTS));
    socket.webSocket.terminate();
  });

  test('of a literal, and of a variable in one, from the argument of a query', async () => {
    const contexts = { path: ['filter', 'contexts', '0'], code: 'NOT_ALLOWED' };
    expect(await violationsOf(EVENTS)).toMatchObject([contexts]);
    expect(await violationsOf(EVENTS.replace('PIXX', 'PIX'), { since: 'yesterday' })).toMatchObject([
      { path: ['filter', 'since'], code: 'FORMAT' },
    ]);
  });

  test.each([
    ['a variable', CREATE, []],
    ['an argument', 'mutation { createPocket { __typename } }', []],
    ['an argument of a query', '{ paymentAccount { id } }', ['number']],
    [
      'a member of a literal',
      'mutation { createTotp(input: { documentNumber: "1" }) { __typename } }',
      ['addressingKey'],
    ],
  ])('if it is %s that is missing', async (_what, query, path) => {
    expect(await violationsOf(query)).toMatchObject([{ path, code: 'REQUIRED' }]);
  });

  test('a number that is too large is out of range', async () => {
    expect(await violationsOf('{ paymentAccounts(first: 10000000000) { totalCount } }')).toMatchObject([
      { path: ['first'], code: 'RANGE' },
    ]);
  });

  test('at most twenty of them', async () => {
    const query = 'query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter) { totalCount } }';
    const contexts = Array.from({ length: 50 }, () => 'PIXX');
    expect(await violationsOf(query, { filter: { contexts } })).toHaveLength(20);
  });
});
