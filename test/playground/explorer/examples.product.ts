import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, isObjectType, isUnionType, type GraphQLNamedType } from 'graphql';
import { errorCatalogue } from '../../../src/capabilities.ts';
import { errorTypeName } from '../../../src/kernel/domain-error.ts';
import { raisedBy } from '../../../src/platform/graphql/vocabulary/raised-by.ts';
import { readExamples } from '../../../src/playground/examples/read-examples.ts';
import { ExampleRun, ScenarioRun } from '../../support/examples.ts';
import { Gateway } from '../../support/gateway.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const page = readFileSync('docs/examples.md', 'utf8');
const examples = await readExamples();
const paths = examples.map(({ path }) => path);

/** Outcomes that no input can cause, and why. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  'mutations/createWebhookConfiguration/TooManyWebhookConfigurationsError': 'takes a hundred configurations',
  'mutations/reprocessWebhookMessagesByFilter/TooManyReprocessingsError': 'they are finished at once',
  'mutations/reprocessWebhookMessagesByRange/TooManyReprocessingsError': 'they are finished at once',
  'mutations/deleteWebhookConfiguration/InvalidInputError': 'an id of any other shape is one that is not found',
  'mutations/pingWebhookConfiguration/InvalidInputError': 'an id of any other shape is one that is not found',
  'mutations/registerCustomer/TooManyLookupsError': 'the sandbox has look-ups for all who try it out',
  'mutations/registerPixEntry/TooManyLookupsError': 'the sandbox has look-ups for all who try it out',
  'mutations/createTotp/TooManyTotpChallengesError': 'the sandbox has codes for all who try it out',
  'mutations/validateTotp/TooManyTotpTriesError': 'the sandbox does not wait: its codes are shown',
  'mutations/validateTotp/TotpExpiredError':
    'a code must be more than five minutes old, and nothing but time makes it so',
  'mutations/closePocket/NotAvailableAtProviderError': 'only in front of a provider',
  ...Object.fromEntries(
    ['saveToPocket', 'redeemFromPocket', 'recordCashIn', 'clearCashIn'].map((mutation) => [
      `mutations/${mutation}/NotAvailableAtProviderError`,
      'only in front of a provider',
    ]),
  ),
  'mutations/changePixEntryAccount/NotAvailableAtProviderError': 'only in front of a provider',
  'mutations/simulateStatus/NotAvailableAtProviderError': 'only in front of a provider',
  'mutations/requestDetailedAnalysis/NotAvailableAtProviderError': 'only in front of a provider',
  'mutations/simulateDecision/NotAvailableAtProviderError': 'only in front of a provider',
  'mutations/requestDetailedAnalysis/TooManyLookupsError': 'the sandbox has look-ups for all who try it out',
  'mutations/updateCustomer/TooManyLookupsError': 'the sandbox has look-ups for all who try it out',
  'mutations/closePaymentAccount/InvalidAccountStatusError': 'only a bank blocks accounts',
  ...Object.fromEntries(
    [
      ...['RecordCashInSuccess', 'InvalidInputError', 'IdempotencyKeyReusedError', 'AccountNotFoundError'],
      'InvalidAccountStatusError',
    ].map((outcome) => [`mutations/recordCashIn/${outcome}`, 'only a system of the bank has the scope']),
  ),
  'mutations/clearCashIn/ClearCashInSuccess': 'only a system of the bank has the scope',
  'mutations/clearCashIn/CashInNotFoundError': 'only a system of the bank has the scope',
  ...Object.fromEntries(
    [
      ...['createPocket', 'registerCustomer', 'registerPixEntry', 'submitDocument', 'createTotp', 'validateTotp'],
      ...['openPaymentAccount', 'openSandboxAccount', 'simulateCashIn', 'deletePixEntry'],
      ...['updateCustomer', 'cancelCustomer', 'closePaymentAccount'],
    ].map((mutation) => [`mutations/${mutation}/UnmappedRefusalError`, 'only a provider refuses so']),
  ),
};

/** Every outcome of every mutation. */
const outcomes = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, type }) =>
  (isUnionType(type) ? type.getTypes() : []).map((member) => `mutations/${name}/${member.name}`),
);

let gateway: Gateway;

beforeAll(async () => {
  // Analyses take a moment, so that examples that do not wait for them are refused.
  gateway = await Gateway.start({ environment: { ANALYSIS_SECONDS: '0.4' } });
});
afterAll(() => gateway.stop());

describe('an example', () => {
  test.each(examples)('$path has the outcome in its name, also when it is run again', async (example) => {
    for (let run = 1; run <= 2; run += 1) {
      const { __typename: endsIn } = await new ExampleRun(gateway, example).ending();
      expect([run, endsIn]).toEqual([run, example.endsIn]);
    }
  });

  test('has a link in docs/examples.md', () => {
    const linked = [
      ...page.matchAll(/\(\.\.\/src\/(?:playground|extensions\/[^/]*)\/examples\/(?:documents\/)?([^)]*)\.graphql\)/g),
    ].map(([, path]) => path);
    expect(linked.toSorted()).toEqual(paths.toSorted());
  });
});

describe('the examples', () => {
  test('cover each outcome of each mutation', () => {
    const wanted = outcomes.filter((outcome) => !(outcome in OUT_OF_REACH));
    const lacking = wanted.filter((outcome) => !paths.includes(outcome));
    expect(lacking.map((outcome) => `${outcome} has no example, and is not OUT_OF_REACH`)).toEqual([]);
    expect(paths.filter((path) => path.startsWith('mutations/')).toSorted()).toEqual(wanted.toSorted());
  });

  test('cover every query and subscription', () => {
    const queries = Object.keys(schema.getQueryType()?.getFields() ?? {}).map((name) => `queries/${name}`);
    const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).map(
      (name) => `subscriptions/${name}`,
    );
    const fields = new Set(examples.map(({ kind, field }) => `${kind}/${field}`));
    expect([...queries, ...subscriptions].filter((field) => !fields.has(field))).toEqual([]);
  });
});

describe('sandboxScenarios', () => {
  test('has each code of each mutation, as in the catalogue', async () => {
    const data = await gateway.data({ query: '{ sandboxScenarios { mutation code } }' });
    const given = data.sandboxScenarios as { mutation: string; code: string }[];
    const mutations = raisedBy(schema);
    const wanted = errorCatalogue.flatMap(({ code }) =>
      (mutations.get(errorTypeName(code)) ?? [])
        .filter((mutation) => !(`mutations/${mutation}/${errorTypeName(code)}` in OUT_OF_REACH))
        .map((mutation) => ({ mutation, code })),
    );
    const order = (row: object) => JSON.stringify(row);
    expect(given.map(order).toSorted()).toEqual(wanted.map(order).toSorted());
  });

  test('returns what a program can send, with no placeholders except for answers', async () => {
    const query = `{ sandboxScenarios {
      mutation code client document variables input preparation { document variables until { path equals } }
    } }`;
    const { sandboxScenarios } = await gateway.data({ query });
    for (const { mutation, code, client, document, variables, input, preparation } of sandboxScenarios) {
      const program = new ScenarioRun(gateway, client);
      const { [mutation]: result } = await program.run(preparation, { document, variables });
      expect([mutation, result.code]).toEqual([mutation, code]);
      expect(variables.input ?? variables).toEqual(input);
      expect(JSON.stringify([variables, preparation])).not.toMatch(/\{\{(?!answer )/);
    }
  });

  test('generates new keys for each query', async () => {
    const query = '{ sandboxScenarios(mutation: "createPocket") { input } }';
    const keys = async (): Promise<string[]> => {
      const data = await gateway.data({ query });
      const given = data.sandboxScenarios as { input: { idempotencyKey: string } }[];
      return given.map(({ input }) => input.idempotencyKey);
    };
    const [before, after] = [await keys(), await keys()];
    expect(new Set([...before, ...after]).size).toBe(before.length + after.length);
  });
});

/** A field of a result has one type in all members that have it: so a client can select it once. */
describe('members of one union', () => {
  const unions = Object.values(schema.getTypeMap()).filter((type: GraphQLNamedType) => isUnionType(type));

  test.each(unions)('%s agree on the types of their common fields', (union) => {
    const members = union.getTypes().filter((member) => isObjectType(member));
    const types = new Map<string, string>();
    const fields = members.flatMap((member) => Object.values(member.getFields()));
    for (const { name, type } of fields) {
      expect([name, types.get(name) ?? String(type)]).toEqual([name, String(type)]);
      types.set(name, String(type));
    }
  });
});
