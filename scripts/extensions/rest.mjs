// Generates from the rows of the REST paths what docs say about them (which paths there are, and where each part of a
// request and of an answer is in GraphQL), and the types of a client.
import { getNamedType, getNullableType, isInputObjectType, isListType, isUnionType } from 'graphql';
import openapiTypes, { astToString } from 'openapi-typescript';
import { isCapitalized, spelledValues } from '../../src/extensions/rest/capitalized.ts';
import { DescribedRow } from '../../src/extensions/rest/described-row.ts';
import { KEY } from '../../src/extensions/rest/input-members.ts';
import { bodySchema } from '../../src/extensions/rest/openapi-schemas.ts';
import { openApi } from '../../src/extensions/rest/openapi.ts';
import { restRows } from '../../src/extensions/rest/rest-rows.ts';
import { partOf } from '../../src/extensions/rest/shape.ts';

const CLIENT_TYPES = 'test/extensions/rest/rest-client/generated/paths.ts';

/** Returns whole files by their paths, and lists by the names of their pages in docs/. */
export async function documents(schema, catalogue) {
  const built = restRows.filter((row) => !('unbuilt' in row)).map((row) => described(row, schema, catalogue));
  const description = openApi({
    rows: restRows,
    built,
    catalogue,
    publicUrl: 'https://gateway.example',
    hasProvider: false,
  });
  return {
    files: { [CLIENT_TYPES]: astToString(await openapiTypes(JSON.parse(JSON.stringify(description)))) },
    lists: { rest: pathList(restRows, built), 'partner-api': mappingList(built, schema) },
  };
}

/** Returns a row checked against the schema; an error begins with its path. */
function described(row, schema, catalogue) {
  try {
    const built = new DescribedRow(row, schema, catalogue);
    bodySchema(row, built.shape);
    return built;
  } catch (error) {
    throw new Error(`${row.method} ${row.path}: ${error.message}`, { cause: error });
  }
}

/** Returns the dotted paths of the leaves of a schema. */
function leavesOf({ properties = {} }) {
  return Object.entries(properties).flatMap(([name, member]) =>
    member.type === 'object' ? leavesOf(member).map((rest) => `${name}.${rest}`) : [name],
  );
}

const joined = (...parts) => parts.filter((part) => part !== '').join('.');
const code = (text) => `\`${text}\``;

/** Returns a line for each path that is served, and one for those that are not built yet. */
function pathList(rows, built) {
  const served = built.map(({ row, scopes }) => {
    const enough = row.enough === undefined ? '' : ` or ${code(row.enough)}`;
    const scope = `scope ${scopes.map(code).join(', ')}${enough}`;
    return `- ${code(`${row.method} ${row.path}`)}: ${code(row.field)}, api-version ${row.version}, ${scope}, ${row.success}. ${row.summary}`;
  });
  const unbuilt = rows.filter((row) => 'unbuilt' in row).map(({ method, path }) => code(`${method} ${path}`));
  const later = `In links or in the partner API, but not implemented yet (501, \`NOT_IMPLEMENTED\`): ${unbuilt.join(', ')}.`;
  return `${served.join('\n')}\n\n${later}`;
}

/** Returns for each path that is served where its parts are in GraphQL. */
function mappingList(built, schema) {
  return built.map((one) => mapping(one, schema)).join('\n\n');
}

function mapping({ row, reader, operation, shape }, schema) {
  const root = schema.getRootType(operation.operation.operation);
  const field = root.getFields()[row.field];
  const checked = Object.entries(row.only ?? {}).map(
    ([name, values]) => `- body ${code(name)}: ${values.map(code).join(', ')}, or nothing`,
  );
  const compared = [...row.path.matchAll(/\{(\w+)\}/g)]
    .filter(([, name]) => !row.places.some((place) => place.in === 'path' && place.name === name))
    .map(([, name]) => `- path ${code(name)}: compared with what is found`);
  const asked = [...reader.places.flatMap((place) => placeLines(place, row, field)), ...compared, ...checked];
  const given = answerLines(row, shape, resultName(field));
  const asks = asked.length > 0 ? asked.join('\n') : '- nothing';
  const gives = given.length > 0 ? given.join('\n') : '- only the status';
  return `### ${row.method} ${row.path}\n\n${code(`${root.name}.${row.field}`)}. Asks:\n\n${asks}\n\nGives:\n\n${gives}`;
}

/** Returns the name of the type that an answer is part of; for a union, that of its success. */
function resultName({ type }) {
  const named = getNamedType(type);
  if (!isUnionType(named)) return named.name;
  return named.getTypes().find(({ name }) => name.endsWith('Success')).name;
}

function placeLines(place, row, field) {
  const { in: where, name, at, type, choices } = place;
  if (choices) return [`- ${where} ${code(name)}: ${Object.keys(choices).map(code).join(', ')}; select fewer fields`];
  if (!field.args.some((argument) => argument.name === at.split('.')[0]))
    throw new Error(`${row.method} ${row.path} places ${name} at ${at}, which ${field.name} does not take.`);
  if (where !== 'body') return [`- ${where} ${code(name)}: ${code(at)}${spelled(type, row)}`];
  return inputLines({ type, name, at }, row);
}

function inputLines({ type, name, at }, row) {
  const inner = getNullableType(isListType(getNullableType(type)) ? getNullableType(type).ofType : type);
  if (!isInputObjectType(inner)) return [`- body ${code(name)}: ${code(at)}${spelled(inner, row)}`];
  const elsewhere = new Set(row.places.filter(({ member }) => member === undefined).map((place) => place.at));
  if (!row.places.some((place) => place.at === KEY && place.member !== undefined)) elsewhere.add(KEY);
  return Object.values(inner.getFields())
    .map((field) => ({ type: field.type, name: joined(name, field.name), at: joined(at, field.name) }))
    .filter((member) => !elsewhere.has(member.at))
    .flatMap((member) => {
      const [alias] = Object.entries(row.aliases ?? {}).find(([, way]) => way === member.at) ?? [];
      const lines = inputLines(member, row);
      return alias ? lines.map((line) => `${line}; ${code(joined(name, alias.split('.').at(-1)))} too`) : lines;
    });
}

function spelled(type, { spelling = {} }) {
  const named = getNamedType(type);
  return isCapitalized(named, spelling) ? `; written ${spelledValues(named, spelling).map(code).join(', ')}` : '';
}

function answerLines(row, shape, type) {
  if (row.paged) {
    const { at, item: made } = row.paged;
    const list = joined(type, at ?? '');
    const data = partOf(shape, joined(at ?? '', 'data'));
    const from = made && [...data.item.members.keys()].map((name) => code(`${list}.nodes.${name}`));
    const item = made
      ? leavesOf(made.schema).map((name) => `- ${code(`data.${name}`)}: made of ${from.join(', ')}`)
      : shapeLines(data, { name: 'data', at: `${list}.nodes` }, row);
    const total = `- ${code('meta.total')}: ${code(`${list}.totalCount`)}`;
    return [...item, `- ${code('links')}: ${code(`${list}.pageInfo`)} says whether a page follows`, total];
  }
  if (row.body === undefined) return [];
  if ('each' in row.body) {
    const { item } = row.body.each === '' ? shape : partOf(shape, row.body.each);
    const from = [...item.members.keys()].map((name) => code(joined(type, row.body.each, name)));
    return Object.keys(row.body.schema.properties).map((name) => `- ${code(name)}: made of ${from.join(', ')}`);
  }
  if ('whole' in row.body)
    return [
      ...shapeLines(
        partOf(shape, row.body.whole, row.body.without),
        { name: '', at: joined(type, row.body.whole) },
        row,
      ),
      ...(row.body.added ?? []).map(({ name }) => `- ${code(name)}: made of ${code(joined(type, name))}`),
    ];
  return row.body.flatMap((member) => {
    if ('constant' in member) return [`- ${code(member.name)}: always ${code(member.constant)}`];
    if (member.of !== undefined) return [`- ${code(member.name)}: made of ${code(joined(type, member.of))}`];
    if ('make' in member) return [`- ${code(member.name)}: made of ${madeOf(row.body, shape, type)}`];
    return shapeLines(
      partOf(shape, member.from, member.without),
      { name: member.name, at: joined(type, member.from) },
      row,
    );
  });
}

/** Returns the fields that are selected and belong to no other member. */
function madeOf(members, shape, type) {
  const shown = new Set(members.flatMap(({ from }) => (from === undefined ? [] : [from.split('.')[0]])));
  const rest = [...shape.members.keys()].filter((name) => !shown.has(name) && !shown.has(''));
  return rest.length > 0 ? rest.map((name) => code(joined(type, name))).join(', ') : `the number of the ${code(type)}`;
}

function shapeLines(shape, { name, at }, row) {
  switch (shape.kind) {
    case 'list':
      return shapeLines(shape.item, { name, at }, row);
    case 'object':
      return [...shape.members].flatMap(([member, part]) =>
        shapeLines(part, { name: joined(name, member), at: joined(at, member) }, row),
      );
    default:
      return [`- ${code(name)}: ${code(at)}${spelled(shape.type, row)}`];
  }
}
