import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { goodInput } from '../../support/customers.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { gateway } from '../../support/sandbox-gateway.ts';
import { call, pathsOf, responseAt, type Description, type RestAnswer } from '../../support/rest.ts';
import { expectAsShown } from './as-shown.ts';
import { partnerApi, type SpecOperation } from './partner-api.ts';

type Json = Readonly<Record<string, unknown>>;

/** A request to an operation: its body, and its path with the parameters filled in. */
interface Sent {
  readonly body?: Json | undefined;
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const CONFIGURATIONS = partnerApi.listConfigurations;
const MESSAGES = partnerApi.searchMessages;
const period = () => {
  const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return { startDate: dayOf(150), endDate: dayOf(0) };
};

beforeAll(() => setPocketLimit(gateway, '200001', 200));

function send(operation: SpecOperation, { body, path = operation.path, headers }: Sent): Promise<RestAnswer> {
  const given = {
    'api-version': operation.versions[0],
    'content-type': 'application/json',
    accept: 'application/json',
    ...(operation.requires.includes('idempotency-key') && { 'idempotency-key': randomUUID() }),
    ...headers,
  };
  const { scope } = operation;
  return call(gateway, `${operation.method} ${path}`, { scope, headers: given, ...(body && { body }) });
}

const pocket: Json = {
  data: {
    user: { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
    currency: 'BRL',
    label: 'School trip',
    useCase: 'CORPORATE_EXPENSES',
  },
  metadata: { order: 'A-1', lines: [1, 2] },
};
const POCKETS = '/accounts/200001/pockets';

/** Returns a body of a registration with every field of the table, and the sample's spelling of the postal code. */
async function customer(): Promise<{ body: Json; path: string }> {
  const { documentNumber, phone, email, documentation } = await goodInput(gateway);
  const body = {
    registerName: 'Maria Exemplo',
    socialName: 'Maria',
    birthDate: '1990-01-31',
    phone,
    address: {
      zipcode: '01310-100',
      addressLine: 'A'.repeat(256),
      buildingNumber: 'S/N',
      complement: 'Apto 1',
      neighborhood: 'Bela Vista',
      city: 'Sao Paulo',
      state: 'SP',
      country: 'BR',
    },
    declaredIncome: 'FROM_ONE_THOUSAND_TO_TWO_THOUSAND',
    assertedIncome: { value: 1234.5, currency: 'BRL' },
    occupation: 'OCP0001',
    pep: { level: 'NONE' },
    motherName: 'Joana Exemplo',
    email,
    documentation,
  };
  return { body, path: `/customers/${documentNumber}` };
}

/** Returns a body of a registration of a key, with the bank that the account is shown with. */
async function key(): Promise<{ body: Json }> {
  const { branch, number, type, bank } = (await call(gateway, 'GET /accounts/200001')).body;
  return { body: { addressingKey: { type: 'EVP' }, account: { branch, number, type, bank } } };
}

/** Returns a copy without the member at a dotted path. */
function without(value: unknown, [name = '', ...rest]: readonly string[]): Json {
  const { [name]: part, ...others } = value as Json;
  return rest.length === 0 || part === undefined ? others : { ...others, [name]: without(part, rest) };
}

const bodies: readonly (readonly [string, SpecOperation, () => Promise<Sent>])[] = [
  ['createPocket', partnerApi.createPocket, () => Promise.resolve({ body: pocket, path: POCKETS })],
  ['registerCustomer', partnerApi.registerCustomer, customer],
  ['registerKey', partnerApi.registerKey, key],
];

describe.each(bodies)('%s, as specified,', (_name, operation, request) => {
  test('accepts a body with every field, and one with only the required fields', async () => {
    const answers = [];
    for (const version of operation.versions) {
      const { body, path } = await request();
      const optional = operation.body.filter(([, , isRequired]) => !isRequired).map(([way]) => way.split('.'));
      const least = optional.reduce<Json>(without, body ?? {});
      gateway.clock.advance(61);
      const sent = version === operation.versions[0] ? body : least;
      answers.push(await send(operation, { path, body: sent, headers: { 'api-version': version } }));
    }
    expect(answers.map(({ status }) => status)).toEqual([operation.success, operation.success]);
    for (const { text, body } of operation.answer.length > 0 ? answers : []) {
      expect(text).not.toBe('');
      expectAsShown(body, operation.answer);
    }
  });

  test('names each missing field and each missing header', async () => {
    const { body, path } = await request();
    for (const [way] of operation.body.filter(([, , isRequired]) => isRequired)) {
      const parts = way.split('.');
      const less = without(without(body, parts), way === 'address.zipCode' ? ['address', 'zipcode'] : parts);
      const answer = await send(operation, { path, body: less });
      expect([way, answer.status, pathsOf(answer.body)]).toEqual([way, 400, [way]]);
    }
    for (const name of operation.requires) {
      const answer = await send(operation, { path, body, headers: { [name]: undefined } });
      expect([answer.status, pathsOf(answer.body)]).toEqual([400, [name]]);
    }
  });
});

test.each(Object.entries(partnerApi))('%s accepts no other scope', async (_name, operation) => {
  const other = operation.scope === 'webhook.read' ? 'pocket.create' : 'webhook.read';
  const answer = await send({ ...operation, scope: other }, operation.method === 'GET' ? {} : { body: {} });
  expect([answer.status, answer.body.errors[0].code]).toEqual([403, 'FORBIDDEN']);
});

const errors = Object.entries(partnerApi).flatMap(([name, operation]) =>
  operation.errors.map(([status, code, message]) => ({ name, operation, status, code, message })),
);

test.each(errors)('$name can refuse with $status $code', async ({ operation, status, code, message }) => {
  const page = (await (await fetch(`${gateway.app.url}/errors/${code}`)).json()) as Json;
  expect(page).toMatchObject({ code, status, ...(message !== undefined && { message }) });
  const described = (await (await fetch(`${gateway.app.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  const { responses = {} } = described.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
  expect(responses[status]?.description.split(', ')).toContain(code);
});

test.each([
  ['GET /pockets/%E0%A4%A', '/pockets/{pocketNumber}', 404, 'NOT_FOUND'],
  [`GET /pockets/${'1'.repeat(300)}`, '/pockets/{pocketNumber}', 404, 'NOT_FOUND'],
  ['POST /pix/claims', '/pix/claims', 501, 'NOT_IMPLEMENTED'],
])('%s is refused as the description says', async (operation, template, status, code) => {
  const answer = await call(gateway, operation);
  expect([answer.status, answer.body.errors[0].code]).toEqual([status, code]);
  const description = (await (await fetch(`${gateway.app.url}/openapi.json`)).json()) as Description;
  const { responses = {} } = description.paths[template]?.[operation.split(' ')[0]?.toLowerCase() ?? ''] ?? {};
  expect(responseAt(description, responses, String(status))?.description.split(', ')).toContain(code);
});

test('links of a pocket are the four of the sample, to the pocket', async () => {
  const { body } = await send(partnerApi.createPocket, { body: pocket, path: POCKETS });
  expect(body.data.number).toMatch(/^200001\d{1,13}BRL$/);
  const address = `${gateway.app.url}/pockets/${String(body.data.number)}`;
  expect(
    (body.links as Json[]).map(({ rel, method, url }) => `${String(rel)} ${String(method)} ${String(url)}`),
  ).toEqual([
    `get_pocket GET ${address}`,
    `get_pocket_balances GET ${address}/balances`,
    `create_pocket_transaction_savings POST ${address}/transactions/savings`,
    `close_pocket PATCH ${address}/closure`,
  ]);
  expect(body.metadata).toEqual(pocket['metadata']);
});

describe('the lists', () => {
  const american = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

  test('of messages show what the table has, in every state', async () => {
    const { startDate, endDate } = period();
    for (const state of ['Success', 'Failed', 'Hold']) {
      const query = new URLSearchParams({ startDate, endDate: american(endDate), state, pageSize: '100' });
      const { status, body } = await send(MESSAGES, { path: `${MESSAGES.path}?${query.toString()}` });
      expect([status, new Set((body.data as Json[]).map((one) => one['state']))]).toEqual([200, new Set([state])]);
      expectAsShown({ ...body, links: [{ url: '', rel: '', method: '' }] }, MESSAGES.answer);
      for (const message of body.data as Json[])
        expect(message).toMatchObject({
          id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
          idempotencyKey: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
          sentDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*$/),
          elapsedEventCapture: expect.stringMatching(/^\d\d:\d\d:\d\d\.\d+$/),
          elapsedHttpCall: expect.stringMatching(/^\d\d:\d\d:\d\d\.\d+$/),
        });
    }
  });

  test('of configurations show what the table has', async () => {
    const { status, body } = await send(CONFIGURATIONS, { path: `${CONFIGURATIONS.path}?page=1&pageSize=100` });
    expect([status, (body.data as Json[]).length > 1]).toEqual([200, true]);
    expectAsShown(body, CONFIGURATIONS.answer);
    for (const { id, status: state } of body.data as Json[])
      expect([id, ['Enabled', 'Disabled'].includes(String(state))]).toEqual([
        expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
        true,
      ]);
  });

  test.each([
    ['searchMessages', MESSAGES],
    ['listConfigurations', CONFIGURATIONS],
  ])('%s names what is missing', async (_name, operation) => {
    for (const name of operation.requires) {
      const query = new URLSearchParams(operation === MESSAGES ? period() : {});
      query.delete(name);
      const headers = name === 'api-version' ? { [name]: undefined } : {};
      const answer = await send(operation, { path: `${operation.path}?${query.toString()}`, headers });
      expect([answer.status, pathsOf(answer.body)]).toEqual([400, [name]]);
    }
  });
});
