import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { format } from 'prettier';
import { entities, migrations } from '../../src/capabilities.ts';
import { openDatabase } from '../../src/platform/open-database.ts';
import { folderIn } from '../../src/platform/embedded/embedded-folder.ts';
import type { Statement } from '../../src/platform/statements/statement.ts';
import { Describer, type Column, type Description, type SqlType } from './described-statements.ts';

const REGISTRY = 'src/platform/statements/statement.ts';
/** Where the types of a folder's statements are written, below it. */
const GENERATED = 'statements.generated.ts';

/** How values of PostgreSQL's types arrive from sessions; all others are texts. */
const READ_AS: Readonly<Record<string, string>> = {
  ...{ int2: 'number', int4: 'number', float4: 'number', float8: 'number' },
  ...{ bool: 'boolean', json: 'object', jsonb: 'object' },
};
/** What they are written as. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  ...{ int2: 'number', int4: 'number', float4: 'number', float8: 'number', int8: 'Large', numeric: 'Large' },
  ...{ bool: 'boolean', date: 'Instant', timestamptz: 'Instant' },
};
/** Enums whose labels capabilities add, so that entities type them as texts. */
const OPEN_ENUMS = new Set(['event_name']);
/** Arrays that sessions read, by the type of their elements; others would arrive as one text. */
const READ_ARRAYS = new Set([
  'text',
  'varchar',
  'uuid',
  'int2',
  'int4',
  'int8',
  'float8',
  'bool',
  'date',
  'timestamptz',
]);

interface Described extends Description {
  readonly statement: Statement;
}

/** Describes statements on an empty database, and returns the files with their types, by path. */
export async function statementTypes(statements: readonly Statement[]): Promise<Readonly<Record<string, string>>> {
  const described = await describeAll(statements);
  const sources = globSync('src/**/*.ts', { exclude: ['src/**/*.generated.ts'] }).map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  const sourceOf = ({ name }: Statement) => sources.find(({ text }) => text.includes(`'${name}'`));
  // A name that is made at run time has no type.
  const byFolder = Map.groupBy(described, ({ statement }) => folderOf(sourceOf(statement)?.path));
  byFolder.delete(undefined);
  const files = [...byFolder].map(async ([folder = '', types]) => {
    const path = join(folder, GENERATED);
    return [path, await fileOf(path, types)] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

async function describeAll(statements: readonly Statement[]): Promise<readonly Described[]> {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'));
  try {
    const opened = await openDatabase({ url: undefined, dataDirectory: folder, poolSize: 1, entities, migrations });
    await opened.orm.migrator.up();
    await opened.close();
    const describer = await Describer.open(folderIn(folder));
    const described: Described[] = [];
    for (const statement of statements) described.push(await describe(describer, statement));
    await describer.close();
    return described.filter(({ statement, columns }) => statement.isOfEntities !== true || columns.length > 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function describe(describer: Describer, statement: Statement): Promise<Described> {
  const { name, text, neverNull = [], isOfEntities = false } = statement;
  const { columns, parameters } = await describer.describe(text).catch((error: unknown) => {
    throw new Error(`PostgreSQL does not understand ${name}: ${String(error)}`, { cause: error });
  });
  for (const column of neverNull)
    if (columns.every((one) => one.name !== column || one.isNeverNull))
      throw new Error(`${name} need not say that ${column} is never null.`);
  const described = columns
    .filter(({ isComputed }) => isComputed || !isOfEntities)
    .map((one) => (neverNull.includes(one.name) ? { ...one, isNeverNull: true } : one));
  return { statement, columns: described, parameters };
}

/** Each extension has a file of its own, and so has each of the other folders of `src`. */
function folderOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : (/^src\/(extensions\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? 'src');
}

/** Names in generated files, and what they stand for. */
const ALIASES = { Instant: 'string | Date', Large: 'number | string', List: 'readonly (string | number | null)[]' };

async function fileOf(path: string, described: readonly Described[]): Promise<string> {
  const members = described
    .map((one) => `${one.statement.name}: { ${membersOf(one).join('; ')} };`)
    .sort()
    .join('\n');
  const types = described.flatMap(({ columns, parameters }) => [...columns, ...parameters].map(({ type }) => type));
  const enums = types.flatMap(({ name, labels }) => (labels ? [[pascal(name), union(labels)] as const] : []));
  const aliases = Object.entries({ ...ALIASES, ...Object.fromEntries(enums.sort()) });
  const used = aliases.filter(([name]) => new RegExp(`\\b${name}\\b`).test(members));
  const text = [
    '// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.',
    'export {};',
    ...used.map(([name, type]) => `type ${name} = ${type};`),
    `declare module '${moduleFrom(dirname(path))}' { interface StatementTypes { ${members} } }`,
  ].join('\n');
  return format(text, { parser: 'typescript', printWidth: 120, singleQuote: true });
}

function moduleFrom(folder: string): string {
  const path = relative(folder, REGISTRY);
  return path.startsWith('.') ? path : `./${path}`;
}

function membersOf(described: Described): readonly string[] {
  const row = `readonly row: ${rowOf(described)}`;
  return described.statement.isOfEntities === true ? [row] : [row, `readonly given: ${givenOf(described)}`];
}

function rowOf({ statement, columns }: Described): string {
  const members = new Map(columns.map((column) => [keyOf(column.name), readAs(statement, column)]));
  return columns.length === 0 ? 'never' : objectOf([...members].map(([name, type]) => `readonly ${name}: ${type}`));
}

function readAs(statement: Statement, { name, type, isNeverNull, texts = [] }: Column): string {
  if (type.isArray && !READ_ARRAYS.has(type.name))
    throw new Error(`${statement.name} returns ${name} as ${type.name}[]: cast it to text[].`);
  const plain = isClosed(type) ? pascal(type.name) : (READ_AS[type.name] ?? 'string');
  const one = texts.length > 0 ? union(texts) : plain;
  return `${type.isArray ? `readonly ${one}[]` : one}${isNeverNull ? '' : ' | null'}`;
}

/** Values are a list, or by name; those of a group may be missing. */
function givenOf({ statement, parameters }: Described): string {
  const types = parameters.map(({ type, isNeverNull }) => `${writtenAs(type)}${isNeverNull ? '' : ' | null'}`);
  const { parameters: names = [] } = statement;
  if (names.length === 0) return `readonly [${types.join(', ')}]`;
  const named = names.map((name, nth) => ({ path: name.split('.'), type: types[nth] ?? '' }));
  const groups = Map.groupBy(named, ({ path: [first = ''] }) => first);
  const members = [...groups].map(([name, group]) => {
    const grouped = group.flatMap(({ path: [, second], type }) => (second ? [`readonly ${second}?: ${type}`] : []));
    return `readonly ${name}: ${grouped.length > 0 ? objectOf(grouped) : (group[0]?.type ?? '')}`;
  });
  return objectOf(members);
}

function objectOf(members: readonly string[]): string {
  return `{ ${members.join('; ')} }`;
}

function writtenAs(type: SqlType): string {
  if (type.isArray) return 'List';
  return isClosed(type) ? pascal(type.name) : (WRITTEN_AS[type.name] ?? 'string');
}

function isClosed({ name, labels }: SqlType): boolean {
  return labels !== undefined && !OPEN_ENUMS.has(name);
}

function union(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(' | ');
}

function keyOf(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
