import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, isObjectType, isUnionType, type GraphQLNamedType } from 'graphql';
import { errorCatalogue, errorTypeName } from '../../src/kernel/error-catalogue.ts';
import { readExamples } from '../../src/explorer/read-examples.ts';
import { ExampleRun } from '../support/examples.ts';
import { Gateway } from '../support/gateway.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const readme = readFileSync('README.md', 'utf8');
const examples = await readExamples();
const paths = examples.map(({ path }) => path);

/** Outcomes that no input provokes, and why. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  'mutations/deleteWebhookConfiguration/InvalidInputError': 'an id of any other shape is one that is not found',
  'mutations/pingWebhookConfiguration/InvalidInputError': 'an id of any other shape is one that is not found',
};

/** Every outcome of every mutation that exists. */
const outcomes = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, type }) =>
  (isUnionType(type) ? type.getTypes() : []).map((member) => `mutations/${name}/${member.name}`),
);

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

describe('an example', () => {
  test.each(examples)('$path ends in what its name says', async (example) => {
    const { __typename: endsIn } = await new ExampleRun(gateway, example).ending();
    expect(endsIn).toBe(example.endsIn);
  });

  test('has a link in the README', () => {
    const linked = [...readme.matchAll(/\(src\/explorer\/examples\/([^)]*)\.graphql\)/g)].map(([, path]) => path);
    expect(linked.toSorted()).toEqual(paths.toSorted());
  });
});

describe('the examples', () => {
  test('have each outcome of each mutation', () => {
    expect(paths.filter((path) => path.startsWith('mutations/')).toSorted()).toEqual(
      outcomes.filter((outcome) => !(outcome in OUT_OF_REACH)).toSorted(),
    );
  });

  test.each(['queries', 'subscriptions'] as const)('have every connection and subscription: %s', (kind) => {
    const root = kind === 'queries' ? schema.getQueryType() : schema.getSubscriptionType();
    const wanted = Object.values(root?.getFields() ?? {}).filter(
      ({ type }) => kind === 'subscriptions' || String(type).includes('Connection'),
    );
    for (const { name } of wanted) expect(paths).toContainEqual(expect.stringContaining(`${kind}/${name}/`));
  });
});

describe('sandboxScenarios', () => {
  test('has each code of each mutation that exists, as the catalogue says', async () => {
    const data = await gateway.data({ query: '{ sandboxScenarios { mutation code } }' });
    const given = data.sandboxScenarios as { mutation: string; code: string }[];
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
    const wanted = errorCatalogue.flatMap(({ code, raisedBy }) =>
      raisedBy
        .filter((mutation) => mutations.includes(mutation))
        .filter((mutation) => !(`mutations/${mutation}/${errorTypeName(code)}` in OUT_OF_REACH))
        .map((mutation) => ({ mutation, code })),
    );
    const order = (row: object) => JSON.stringify(row);
    expect(given.map(order).toSorted()).toEqual(wanted.map(order).toSorted());
  });

  test('gives what can be sent as it is', async () => {
    const query = `query ($mutation: String) { sandboxScenarios(mutation: $mutation) {
      code client document variables input preparation { document variables }
    } }`;
    const { sandboxScenarios } = await gateway.data({ query, variables: { mutation: 'createPocket' } });
    for (const { code, client, document, variables, input, preparation } of sandboxScenarios) {
      for (const step of preparation) await gateway.data({ query: step.document, variables: step.variables, client });
      const { createPocket } = await gateway.data({ query: document, variables, client });
      expect(createPocket.code).toBe(code);
      expect(variables).toEqual({ input });
    }
  });

  test('draws new keys for each query', async () => {
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

/** A field of a result means the same in all members that have it: a client may select it once. */
describe('members of one union', () => {
  const unions = Object.values(schema.getTypeMap()).filter((type: GraphQLNamedType) => isUnionType(type));

  test.each(unions)('%s agree on the types of their common fields', (union) => {
    const members = union.getTypes().filter((member) => isObjectType(member));
    const types = new Map<string, string>();
    for (const { name, type } of members.flatMap((member) => Object.values(member.getFields()))) {
      expect([name, types.get(name) ?? String(type)]).toEqual([name, String(type)]);
      types.set(name, String(type));
    }
  });
});
