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
  correlationIds,
  cursors,
  dayAgo,
  codes,
  documents,
  emails,
  entities,
  hashes,
  idempotencyKeys,
  ids,
  keys,
  kindOf,
  messageKeys,
  numbers,
  ownValue,
} from './tenant-arguments.ts';
import { cells, requestOf, rootFields, ROOTS, schema, type Cell } from './tenant-cells.ts';

/**
 * BETA_PAY calls each root field with an argument that can name something, with values that ACME_PAY owns. The answer
 * must be the same as for a value that does not exist. The matrix is made from the schema: it includes new fields
 * automatically, and an argument whose name is in none of the tables fails the tests.
 */
/** Fields below the root with arguments that name something, and documents that reach them. */
const NESTED: Readonly<Record<string, (field: string) => string>> = {
  'PaymentAccount.pockets': (field) => `{ paymentAccount(number: "300001") { ${field} { totalCount } } }`,
  'PaymentAccount.statement': (field) => `{ paymentAccount(number: "300001") { ${field} { totalCount } } }`,
  'Pocket.transactions': (field) => `{ pockets(first: 1) { nodes { ${field} { totalCount } } } }`,
  'Customer.accounts': (field) => `{ customers(first: 1) { nodes { ${field} { totalCount } } } }`,
  'Customer.registrations': (field) => `{ customers(first: 1) { nodes { ${field} { totalCount } } } }`,
  'WebhookEvent.messageConnection': (field) => `{ webhookEvents(first: 1) { nodes { ${field} { nodes { id } } } } }`,
};

/** Returns the interface of a field, or its type if there is none: members share the resolvers of their interface. */
function ownerOf(type: GraphQLObjectType, field: string): string {
  return (type.getInterfaces().find((each) => field in each.getFields()) ?? type).name;
}

/** Arguments that name nothing on their own, but only narrow what another argument names. */
const NARROWING: ReadonlySet<string> = new Set(['documentAnalysis(documentNumber)', 'documentAnalyses(tokens)']);

/** Answers to documents that were not executed. */
const NO_TRIAL = /GRAPHQL_VALIDATION_FAILED|GRAPHQL_PARSE_FAILED|INTERNAL_SERVER_ERROR|FORBIDDEN|Variable \\?"/;

let gateway: Gateway;
let challenge: { hash: string; code: string };
let before: unknown;

beforeAll(async () => {
  // PGlite tests only the conditions of the statements; PostgreSQL also has row-level security as a second defence.
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
  await registerCustomer(gateway, await goodInput(gateway, {}, 'beta-pay'), { client: 'beta-pay' });
  const { cashIn } = await simulateCashIn(gateway, cashInInput({ accountNumber: '200001' }));
  // The partner's program has no pockets.
  await sql(
    gateway,
    `insert into pocket (id, partner_id, account_id, number, label, currency, status, reason, category, use_case, user_name,
       user_document_value, user_document_type, user_birth_date, created_at)
     select gen_random_uuid(), partner_id, id, '3000011BRL', 'Matrix', 'BRL', 'ACTIVE', 'HOLDER_REQUEST', 'POCKET',
       'CORPORATE_EXPENSES', 'Joana Exemplo', '10020031300', 'CPF', '1990-01-31', now()
     from payment_account where number = '300001'`,
  );
  const { saveToPocket } = await gateway.data({
    query: `mutation { saveToPocket(input: {
      idempotencyKey: "${randomUUID()}", pocketNumber: "${pocket.number}", amount: "1.00", currency: "BRL"
    }) { ... on SaveToPocketSuccess { transaction { id } } } }`,
  });
  codes.owned.push(saveToPocket.transaction.id);
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
  numbers.owned.push(pocket.number, '200001');
  const lists = [webhookEvents, webhookMessages, paymentAccounts, webhookConfigurations];
  lists.push(view.eventCheckpoints, view.eventConsumers, ...(await listsOfBank()));
  const edges = lists.flatMap((list) => list.edges);
  ids.owned.push(pocket.id, pocket.account.id, entry.id, configuration, registration.id, reprocessing.id);
  ids.owned.push(cashIn.endToEndId);
  for (const { node } of webhookMessages.edges) {
    messageKeys.owned.push(node.idempotencyKey);
    correlationIds.owned.push(node.event.correlationId);
    entities.owned.push(node.event.entityId);
  }
  const captured = { accountNumbers: numbers.owned, entityIds: entities.owned };
  ids.owned.push(await newConfiguration(gateway, captured, { client: 'acme-pay' }));
  ids.owned.push(...edges.map(({ node }) => node.id));
  cursors.owned.push(...edges.map(({ cursor }) => cursor));
  documents.owned.push('10020030169', registered.documentNumber, pocket.user.document.value);
  keys.owned.push('10020030169');
  emails.owned.push(email.value, 'taken@example.com', registered.email);
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
  readonly webhookMessages: List & { readonly edges: readonly { readonly node: OwnMessage }[] };
}

interface OwnMessage {
  readonly idempotencyKey: string;
  readonly event: { readonly entityId: string; readonly correlationId: string };
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
        totalCount edges { cursor node { id state retryCount idempotencyKey event { entityId correlationId } } } }
    }`,
    variables: { startDate: dayAgo(90), endDate: dayAgo(0) },
  });
}

async function listsOfBank(): Promise<readonly List[]> {
  const names = ['customers', 'customerRegistrations', 'pockets', 'pixEntries', 'cashIns'];
  const lists = names.map((name) => `${name}(first: 1) { totalCount edges { cursor node { id } } }`);
  return Object.values(await gateway.data({ query: `{ ${lists.join(' ')} }` }));
}

/** Returns what background work does not change. */
async function lastingView(): Promise<readonly List[]> {
  const { paymentAccounts, webhookConfigurations, eventConsumers } = await ownersView();
  return [paymentAccounts, webhookConfigurations, eventConsumers];
}

/** Returns the answer to BETA_PAY or another client, without the value that it sent and ids, which can be new. */
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

describe('what another partner owns is answered like what does not exist:', () => {
  test.each(cells)('$name', async (cell) => {
    const { owned, nobodys } = kindOf(cell.leaf) ?? ids;
    expect(owned).not.toHaveLength(0);
    const unknownAnswer = await answerTo(cell, nobodys());
    expect(unknownAnswer).not.toMatch(NO_TRIAL);
    for (const value of owned) expect(await answerTo(cell, value)).toBe(unknownAnswer);
    expect(await answerTo(cell, nobodys())).toBe(unknownAnswer);
  });

  test.each(cells.filter(({ operation, name }) => operation === 'query' && !NARROWING.has(name)))(
    '$name, but not to its owner',
    async (cell) => {
      const { owned, nobodys } = kindOf(cell.leaf) ?? ids;
      const unknownAnswer = await answerTo(cell, nobodys(), 'acme-pay');
      const answers = await Promise.all(owned.map((value) => answerTo(cell, value, 'acme-pay')));
      expect(answers.some((answer) => answer !== unknownAnswer)).toBe(true);
    },
  );

  test('and nothing of it has changed', async () => {
    expect(await lastingView()).toEqual(before);
    const validated = await validateTotp(gateway, challenge.hash, challenge.code);
    expect(validated).toMatchObject({ __typename: 'ValidateTotpSuccess' });
  });
});

describe('the matrix', () => {
  test('knows every argument', () => {
    for (const { leaves } of rootFields) for (const leaf of leaves) expect(() => ownValue(leaf)).not.toThrow();
  });

  test('reaches each field below the root with an argument that names something', () => {
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

  test.each(Object.entries(NESTED))('finds foreign cursors refused below the root: %s', async (name, document) => {
    const field = name.split('.')[1] ?? '';
    for (const cursor of cursors.owned) {
      const { body } = await gateway.ask({ query: document(`${field}(after: "${cursor}")`), client: 'beta-pay' });
      expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
    }
  });
});
