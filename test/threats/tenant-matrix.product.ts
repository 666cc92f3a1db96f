import { randomUUID } from 'node:crypto';
import { sql } from '../support/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isObjectType, type GraphQLObjectType } from 'graphql';
import { cashInInput, simulateCashIn } from '../support/cash-ins.ts';
import { newConfiguration } from '../support/configurations.ts';
import { goodInput, registerCustomer } from '../support/customers.ts';
import { eventually, Gateway, type Ask } from '../support/gateway.ts';
import { socketOf } from '../support/live-events.ts';
import { createTotp, expectRegistered, transactionalHash, validateTotp } from '../support/pix.ts';
import { createPocket, expectSuccess, pocketInput } from '../support/pockets.ts';
import { reprocessByFilter } from '../support/reprocessing.ts';
import { leavesOf } from '../support/schema-arguments.ts';
import { TestSocket } from '../support/socket.ts';
import { serverUrl } from '../support/test-database.ts';
import {
  cursors,
  dayAgo,
  documents,
  emails,
  hashes,
  idempotencyKeys,
  ids,
  keys,
  kindOf,
  numbers,
  ownValue,
} from './tenant-arguments.ts';
import { cells, requestOf, rootFields, ROOTS, schema, type Cell } from './tenant-cells.ts';

/**
 * Each argument of each root field that can name something is tried with what ACME_PAY owns, in the hands of BETA_PAY.
 * The answer must be the one to something that nobody has. The matrix is made from the schema: a new field is in it by
 * itself, and an argument of a name that is in neither table fails the tests.
 */
/** Fields below the root that take what names something, and how they are reached. */
const NESTED: Readonly<Record<string, (field: string) => string>> = {
  'PaymentAccount.pockets': (field) => `{ paymentAccount(number: "300001") { ${field} { totalCount } } }`,
  'WebhookEvent.messageConnection': (field) => `{ webhookEvents(first: 1) { nodes { ${field} { nodes { id } } } } }`,
};

/** The interface that a field is of, else its type: members have the resolvers of their interface. */
function ownerOf(type: GraphQLObjectType, field: string): string {
  return (type.getInterfaces().find((each) => field in each.getFields()) ?? type).name;
}

/** Arguments that name nothing by themselves: they only narrow what another argument names. */
const NARROWING: ReadonlySet<string> = new Set(['documentAnalysis(documentNumber)']);

/** Answers to documents that were not even run. */
const NO_TRIAL = /GRAPHQL_VALIDATION_FAILED|GRAPHQL_PARSE_FAILED|INTERNAL_SERVER_ERROR|FORBIDDEN|Variable "/;

let gateway: Gateway;
let challenge: { hash: string; code: string };
let before: unknown;

beforeAll(async () => {
  // On PGlite only what the statements say is tried; on PostgreSQL the second wall stands behind it.
  gateway = await Gateway.start({ environment: { ROW_LEVEL_SECURITY: String(serverUrl !== undefined) } });
  const input = pocketInput();
  const { pocket } = await expectSuccess(createPocket(gateway, input));
  const entry = await expectRegistered(gateway, { key: { type: 'CPF', value: '10020030169' }, number: '200001' });
  const configuration = await newConfiguration(gateway, {}, { client: 'acme-pay' });
  const email = { type: 'EMAIL', value: `${randomUUID()}@example.com` };
  const totp = await createTotp(gateway, '10020030169', email);
  challenge = { hash: totp.hash, code: totp.sandboxCode };
  const registered = await goodInput(gateway);
  const { registration } = await registerCustomer(gateway, registered);
  const filter = { startDate: dayAgo(0), endDate: dayAgo(0) };
  const { reprocessing } = await reprocessByFilter(gateway, { filter }, { client: 'acme-pay' });
  await eventually(async () => (await ownersView()).webhookEvents.totalCount > 0);
  await simulateCashIn(gateway, cashInInput({ accountNumber: '300001' }), { client: 'beta-pay' });
  const events = { query: '{ webhookEvents(first: 1) { totalCount } }', client: 'beta-pay' };
  await eventually(async () => (await gateway.data(events)).webhookEvents.totalCount > 0);
  await sql(
    gateway,
    `insert into event_checkpoint values (gen_random_uuid(), 'ACME_PAY', 1, '1.1', '1.1', 'h', 'c', 's', 'k', now())`,
  );
  const view = await ownersView();
  const { webhookEvents, webhookMessages, paymentAccounts, webhookConfigurations } = view;
  const lists = [webhookEvents, webhookMessages, paymentAccounts, webhookConfigurations];
  lists.push(view.eventCheckpoints, view.eventConsumers);
  const edges = lists.flatMap((list) => list.edges);
  ids.owned.push(pocket.id, pocket.account.id, entry.id, configuration, registration.id, reprocessing.id);
  ids.owned.push(...edges.map(({ node }) => node.id));
  cursors.owned.push(...edges.map(({ cursor }) => cursor));
  numbers.owned.push(pocket.number, '200001');
  documents.owned.push('10020030169', registered.documentNumber);
  keys.owned.push('10020030169');
  emails.owned.push(email.value, 'taken@example.com');
  idempotencyKeys.owned.push(String(input['idempotencyKey']));
  hashes.owned.push(
    totp.hash,
    await transactionalHash(gateway, '10020030169', { type: 'EMAIL', value: `${randomUUID()}@example.com` }),
    ...Object.values(registered.documentation),
  );
  before = await lastingView();
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

interface List {
  readonly totalCount: number;
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[];
}

interface View {
  readonly paymentAccounts: List;
  readonly webhookConfigurations: List;
  readonly webhookEvents: List;
  readonly eventCheckpoints: List;
  readonly eventConsumers: List;
  readonly webhookMessages: List;
}

async function ownersView(): Promise<View> {
  return gateway.data({
    query: `query ($startDate: SearchDate!, $endDate: SearchDate!) {
      paymentAccounts(first: 20) { totalCount edges { cursor node { id status pockets(first: 3) { totalCount } } } }
      webhookConfigurations(first: 1) { totalCount edges { cursor node { id status name uri updatedAt } } }
      webhookEvents(first: 1) { totalCount edges { cursor node { id } } }
      eventConsumers(first: 1) { totalCount edges { cursor node { id sequence } } }
      eventCheckpoints(first: 1) { totalCount edges { cursor node { id } } }
      webhookMessages(first: 1, filter: { startDate: $startDate, endDate: $endDate }) {
        totalCount edges { cursor node { id state retryCount } } }
    }`,
    variables: { startDate: dayAgo(90), endDate: dayAgo(0) },
  });
}

/** What no background work changes meanwhile. */
async function lastingView(): Promise<readonly List[]> {
  const { paymentAccounts, webhookConfigurations, eventConsumers } = await ownersView();
  return [paymentAccounts, webhookConfigurations, eventConsumers];
}

/** What BETA_PAY or another client is answered, without what it sent and what is new in each answer. */
async function answerTo(cell: Cell, value: string, client = 'beta-pay'): Promise<string> {
  const { query, variables } = requestOf(cell, value);
  const send = cell.operation === 'subscription' ? overSocket : overHttp;
  const answer = await send({ query, variables, client });
  return JSON.stringify(answer)
    .replaceAll(value, 'VALUE')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'UUID');
}

async function overHttp(ask: Ask): Promise<unknown> {
  const { status, body } = await gateway.ask(ask);
  return { status, data: body.data, errors: body.errors?.map(({ message, extensions }) => ({ message, extensions })) };
}

async function overSocket({ query, variables, client }: Ask): Promise<unknown> {
  const socket = await socketOf(gateway, client ?? undefined);
  const answer = await socket.run(query, variables);
  socket.webSocket.terminate();
  return Array.isArray(answer) ? answer.map(({ extensions }) => extensions.code) : answer;
}

describe('what another partner owns is answered as what nobody has:', () => {
  test.each(cells)('$name', async (cell) => {
    const { owned, nobodys } = kindOf(cell.leaf) ?? ids;
    expect(owned).not.toHaveLength(0);
    const toNobodys = await answerTo(cell, nobodys());
    expect(toNobodys).not.toMatch(NO_TRIAL);
    for (const value of owned) expect(await answerTo(cell, value)).toBe(toNobodys);
    expect(await answerTo(cell, nobodys())).toBe(toNobodys);
  });

  test.each(cells.filter(({ operation, name }) => operation === 'query' && !NARROWING.has(name)))(
    '$name, which is something to its owner',
    async (cell) => {
      const { owned, nobodys } = kindOf(cell.leaf) ?? ids;
      const toNobodys = await answerTo(cell, nobodys(), 'acme-pay');
      const answers = await Promise.all(owned.map((value) => answerTo(cell, value, 'acme-pay')));
      expect(answers.some((answer) => answer !== toNobodys)).toBe(true);
    },
  );

  test('and nothing of it has changed', async () => {
    expect(await lastingView()).toEqual(before);
    const validated = await validateTotp(gateway, challenge.hash, challenge.code);
    expect(validated).toMatchObject({ __typename: 'ValidateTotpSuccess' });
  });
});

describe('the matrix', () => {
  test('knows of every argument what it is', () => {
    for (const { leaves } of rootFields) for (const leaf of leaves) expect(() => ownValue(leaf)).not.toThrow();
  });

  test('has a way to each field below the root that takes what names something', () => {
    const nested = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter((type) => !ROOTS.includes(type) && !type.name.startsWith('__'))
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter((field) => leavesOf(field).some((leaf) => kindOf(leaf) !== undefined))
          .map((field) => `${ownerOf(type, field.name)}.${field.name}`),
      );
    expect([...new Set(nested)].toSorted()).toEqual(Object.keys(NESTED).toSorted());
  });

  test.each(Object.entries(NESTED))('below the root a foreign cursor is none: %s', async (name, document) => {
    const field = name.split('.')[1] ?? '';
    for (const cursor of cursors.owned) {
      const { body } = await gateway.ask({ query: document(`${field}(after: "${cursor}")`), client: 'beta-pay' });
      expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
    }
  });
});
