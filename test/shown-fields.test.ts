import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  buildSchema,
  extendSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLSchema,
} from 'graphql';
import { writtenDocuments } from './support/written-documents.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const documents = writtenDocuments();

/** Returns the fields of a schema that no document selects, on their type or on an interface of it. */
function fieldsWithoutTest(shown: GraphQLSchema): readonly string[] {
  const selected = new Set<string>();
  for (const document of documents) {
    const info = new TypeInfo(shown);
    const note = () => {
      const [type, field] = [info.getParentType(), info.getFieldDef()];
      if (!type || !field) return;
      const types = isAbstractType(type) ? [type, ...shown.getPossibleTypes(type)] : [type];
      for (const { name } of types) selected.add(`${name}.${field.name}`);
    };
    visit(document, visitWithTypeInfo(info, { Field: note }));
  }
  const types = Object.values(shown.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type));
  return types
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`))
    .filter((field) => !selected.has(field));
}

test('every field of the schema is selected by a test or an example', () => {
  expect(fieldsWithoutTest(schema).map((field) => `${field}: select it in a test or an example`)).toEqual([]);
});

test('a field that none selects is found, also if others of that name are selected', () => {
  const added = parse('extend type Pocket { colour: String } extend type Viewer { createdAt: String }');
  const before = fieldsWithoutTest(schema);
  const found = fieldsWithoutTest(extendSchema(schema, added)).filter((field) => !before.includes(field));
  expect(found).toEqual(['Pocket.colour', 'Viewer.createdAt']);
});
