import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import type { Example, ExampleStep } from '../src/playground/examples/example.value.ts';
import { Placeholders, type JsonObject } from '../src/playground/examples/placeholders.value.ts';
import { readExamples } from '../src/playground/examples/read-examples.ts';
import { systemClock } from '../src/platform/system.ts';
import { Gateway } from './support/gateway.ts';
import { StatementSpans } from './support/statement-spans.ts';
import { serverUrl } from './support/test-database.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const queries = schema.getQueryType()?.getFields() ?? {};
const mutations = schema.getMutationType()?.getFields() ?? {};
const examples = (await readExamples()).filter(({ kind }) => kind !== 'subscriptions');

/** Budget of a query without a row below, such as a new one: a page, its total, and one for what belongs to it. */
const STATEMENTS_OF_QUERY = 3;
/** The same of a mutation: claim, lock, count, up to five writes including the audit trail's, and the result. */
const STATEMENTS_OF_MUTATION = 10;

/** Statements that operations need. Raise a row only with a reason. */
const BUDGETS: Readonly<Record<string, number>> = {
  // On PostgreSQL, waking up the relay is a statement too.
  createPocket: 8,
  // Under a lock it is searched for and counted, since their number is limited; its events are rows of their own.
  createWebhookConfiguration: 7,
  // It is locked and loaded, and so is the sequence of its newest message; then both are deleted.
  deleteWebhookConfiguration: 6,
  // The lease and the events; `ackEvents` moves the position, or reads why it cannot. Each with its audit entry.
  nextEvents: 3,
  ackEvents: 3,
  pingWebhookConfiguration: 2,
  // A look-up is reserved and settled, two statements each. An idempotency key is claimed.
  registerCustomer: 12,
  // For an e-mail address or a phone the holder is found first, the look-up is reserved and settled, and the hash locked.
  // Whether another code may be created is looked up if the next step is selected, by two statements.
  registerPixEntry: 11,
  reprocessWebhookMessages: 5,
  reprocessWebhookMessagesByFilter: 2,
  // Its example has an idempotency key, which is claimed; and it is booked.
  simulateCashIn: 9,
  // Its new address is locked and searched for before it changes.
  updateWebhookConfiguration: 6,
  errorCatalogue: 0,
  occupations: 0,
  states: 0,
  currencies: 0,
  diallingCodes: 0,
  // Ids do not contain their type: each type of node is queried for its own.
  node: 13,
  nodes: 13,
  // Its key is tried and read with a bounded wait; then its subject, as a node.
  idempotentOutcome: 16,
  // The account, a page of its pockets, their total, its keys.
  paymentAccount: 4,
  paymentAccounts: 2,
  pocket: 1,
  // Its pocket and account, the balances of both, and two lists with their totals and what their entries are.
  pocketTransaction: 11,
  // Persons are read with an audit entry. The examples select edges: accounts and rounds, each with its total.
  customerRegistrations: 4,
  customers: 8,
  pixEntries: 9,
  sandboxScenarios: 0,
  viewer: 0,
};

let gateway: Gateway;
let spans: StatementSpans;

/** With row-level security: it must cost no statement, and the grants of its role must suffice for all examples. */
beforeAll(async () => {
  spans = new StatementSpans();
  gateway = await Gateway.start({ environment: { ROLES: 'api', ROW_LEVEL_SECURITY: 'true' } });
});
afterAll(async () => {
  await gateway.stop();
  await spans.stop();
});

async function statementsOf(example: Example): Promise<readonly string[]> {
  const placeholders = new Placeholders({ uuid: randomUUID, now: systemClock.now() });
  const send = async ({ document, variables }: ExampleStep, headers: Readonly<Record<string, string>> = {}) => {
    const ask = { query: document, variables: placeholders.fillAll(variables), client: example.client, headers };
    placeholders.answered((await gateway.data(ask)) as JsonObject);
  };
  // The token is verified, and its partner found, before anything is counted.
  await gateway.data({ query: '{ viewer { partner } }', client: example.client });
  for (const step of example.preparation) await send(step);
  return spans.of((headers) => send(example, headers));
}

function budgetOf(field: string): number {
  return BUDGETS[field] ?? (field in mutations ? STATEMENTS_OF_MUTATION : STATEMENTS_OF_QUERY);
}

describe('an example stays within the budget of its field', () => {
  test.each(examples)('$path', async (example) => {
    const statements = await statementsOf(example);
    expect(statements.slice(budgetOf(example.field))).toEqual([]);
  });
});

// A refusal is an answer. A failure on PGlite costs a health check; PostgreSQL finds a used key by one.
test('no statement of an example fails on the embedded database', () => {
  expect(serverUrl === undefined ? spans.failed() : []).toEqual([]);
});

describe('a query without an example stays within the budget of queries', () => {
  const others = Object.values(queries).filter(({ name }) => !examples.some(({ field }) => field === name));

  // Not `test.each`: usually there is no such query.
  test('whichever it is', async () => {
    for (const field of others) {
      const statements = await spans.of((headers) => gateway.ask({ query: documentOf(field), headers }));
      expect([field.name, ...statements.slice(budgetOf(field.name))]).toEqual([field.name]);
    }
  });
});

/** Returns a document that queries a field, with unknown ids. */
function documentOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(isRequiredArgument).map((argument) => `${argument.name}: ${literalOf(argument.type)}`);
  const selection = isLeafType(getNamedType(type)) ? '' : ' { __typename }';
  return `{ ${name}${given.length === 0 ? '' : `(${given.join(', ')})`}${selection} }`;
}

function literalOf(type: GraphQLInputType): string {
  if (isListType(getNullableType(type))) return '[]';
  return getNamedType(type).name === 'UUID' ? `"${randomUUID()}"` : '"200001"';
}

test('a budget belongs to a root field', () => {
  expect(Object.keys({ ...queries, ...mutations })).toEqual(expect.arrayContaining(Object.keys(BUDGETS)));
});
