import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  print,
  visit,
  type ASTNode,
  type DocumentNode,
} from 'graphql';

const text = readFileSync('schema.graphql', 'utf8');
const schema = buildSchema(text);

/** Returns what a document names, with its type, arguments and defaults: `Money.value: Decimal!`, `HttpMethod.GET`. */
function namesIn(document: DocumentNode): readonly string[] {
  return document.definitions.flatMap((definition) => {
    if (!('name' in definition)) return [];
    const { value: type } = definition.name;
    if (definition.kind === Kind.ENUM_TYPE_DEFINITION)
      return (definition.values ?? []).map(({ name }) => `${type}.${name.value}`);
    return 'fields' in definition ? (definition.fields ?? []).map((field) => `${type}.${print(plain(field))}`) : [];
  });
}

/** Returns a field without descriptions and directives. */
function plain<Node extends ASTNode>(node: Node): Node {
  const bare = { description: undefined, directives: [] };
  return visit(node, {
    FieldDefinition: (field) => ({ ...field, ...bare }),
    InputValueDefinition: (value) => ({ ...value, ...bare }),
  });
}

test('the schema has what the contract names, with its type', () => {
  const shown = new Set(namesIn(parse(text)));
  const wanted = namesIn(parse(readFileSync('test/schema/contract.graphql', 'utf8')));
  expect(wanted.length).toBeGreaterThan(80);
  expect(wanted.filter((name) => !shown.has(name))).toEqual([]);
});

test('there is one filter of messages, for queries, the subscription, reprocessing and counts, as the contract has it', () => {
  const membersIn = (path: string) =>
    namesIn(parse(readFileSync(path, 'utf8'))).filter((name) => name.startsWith('WebhookMessageFilter.'));
  expect(membersIn('schema.graphql')).toEqual(membersIn('test/schema/contract.graphql'));
  const filters = Object.keys(schema.getTypeMap()).filter((name) => /^WebhookMessage\w*Filter$/.test(name));
  expect(filters).toEqual(['WebhookMessageFilter']);
});

test('nothing is removed or changed that clients rely on: see docs/clients.md', async () => {
  const before = buildSchema(readFileSync('test/schema/baseline.graphql', 'utf8'));
  const breaking = (await diff(before, schema)).filter(
    ({ criticality }) => criticality.level === CriticalityLevel.Breaking,
  );
  expect(breaking.map(({ message }) => message)).toEqual([]);
});

describe('every mutation', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

  test('takes one input, named after it; one alone takes nothing', () => {
    const given = mutations.map(({ name, args }) => [name, args.map((arg) => `${arg.name}: ${String(arg.type)}`)]);
    const wanted = mutations.map(({ name }) => [
      name,
      name === 'simulateRestore' ? [] : [`input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`],
    ]);
    expect(given).toEqual(wanted);
  });
});

test('lists take their arguments in one order', () => {
  const order = ['filter', 'orderBy', 'first', 'after', 'last', 'before'];
  const lists = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .map(({ args }) => args.map(({ name }) => name))
    .filter((names) => names.includes('first'));
  expect(lists.length).toBeGreaterThan(5);
  for (const names of lists) {
    const known = names.filter((name) => order.includes(name));
    expect(names.slice(0, known.length)).toEqual(order.filter((name) => names.includes(name)));
  }
});

test('no argument is deprecated, and no field of an input but those of the partner API', () => {
  const types = Object.values(schema.getTypeMap());
  const args = types
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).flatMap((field) => field.args));
  const fields = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()));
  expect(args.filter(({ deprecationReason }) => deprecationReason)).toEqual([]);
  expect(fields.filter(({ deprecationReason }) => deprecationReason).map(({ name }) => name)).toEqual([
    'declaredIncome',
  ]);
});

test('every scalar of ours says where it is specified', () => {
  const scalars = parse(text).definitions.filter(({ kind }) => kind === Kind.SCALAR_TYPE_DEFINITION);
  expect(scalars.length).toBeGreaterThan(5);
  for (const scalar of scalars) expect(print(scalar)).toContain('@specifiedBy(url: "https://');
});
