/**
 * Example operations, which the explorer shows and tests run.
 * @packageDocumentation
 */

import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXAMPLE_KINDS, type Condition, type Example, type ExampleKind, type ExampleStep } from './example.value.ts';
import { isObject, type Json } from './placeholders.value.ts';

const FOLDER = fileURLToPath(new URL('./documents/', import.meta.url));
/** Below it each extension may have more in a folder `examples`; a build has all of them in the first one. */
const EXTENSIONS = fileURLToPath(new URL('../../extensions/', import.meta.url));
const CLIENT_DEFAULT = 'acme-pay';

/** Thrown if a file of an example is missing or malformed; the message names the file. */
class BadExample extends Error {}

/**
 * Reads all examples, of extensions too. Each is a document `KIND/FIELD/MEMBER.graphql` with a file `MEMBER.json` beside it: `title`,
 * `variables`, and where they differ from the defaults `client`, `preparation` and `meanwhile`, which are lists of
 * steps. A step names any document below the folder, usually another example's, and has its own variables. Its answer
 * is kept by root field, or by alias if a document needs a field several times. A step that has to wait, for example
 * for an analysis, is a query with `until`: it is sent again until the value at `path` is `equals`.
 */
export async function readExamples(): Promise<readonly Example[]> {
  const files = [...(await findExampleFiles())];
  const texts = new Map(
    await Promise.all(files.map(async ([path, file]) => [path, await readFile(file, 'utf8')] as const)),
  );
  return EXAMPLE_KINDS.flatMap((kind) =>
    Object.entries(membersOf(kind, texts)).flatMap(([field, members = []]) =>
      successFirst(members).map((endsIn) => readExample({ kind, field, endsIn }, texts)),
    ),
  );
}

/** Returns the file of each path below a folder of examples, in the order of the paths. */
export async function findExampleFiles(): Promise<ReadonlyMap<string, string>> {
  // A build has no such folder, and an extension need not have examples.
  const names = await readdir(EXTENSIONS).catch(() => []);
  const ofExtensions = names.map((name) => filesIn(join(EXTENSIONS, name, 'examples')).catch(() => []));
  const found = await Promise.all([filesIn(FOLDER), ...ofExtensions]);
  return new Map(found.flat().toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function filesIn(folder: string): Promise<readonly (readonly [path: string, file: string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [relative(folder, file).replaceAll(sep, '/'), file] as const);
}

type Texts = ReadonlyMap<string, string>;

/** Returns by field which members of its result have an example. */
function membersOf(kind: ExampleKind, texts: Texts): Partial<Record<string, string[]>> {
  const paths = [...texts.keys()].filter((path) => path.startsWith(`${kind}/`) && path.endsWith('.graphql'));
  const members: Partial<Record<string, string[]>> = {};
  for (const [, field = '', member = ''] of paths.map((path) => path.slice(0, -'.graphql'.length).split('/')))
    (members[field] ??= []).push(member);
  return members;
}

function successFirst(members: readonly string[]): string[] {
  return members.toSorted((one, other) => Number(one.endsWith('Error')) - Number(other.endsWith('Error')));
}

function readExample({ kind, field, endsIn }: Pick<Example, 'kind' | 'field' | 'endsIn'>, texts: Texts): Example {
  const path = `${kind}/${field}/${endsIn}`;
  const row: Json = parseJson(textOf(`${path}.json`, texts));
  if (!isObject(row) || typeof row['title'] !== 'string') throw new BadExample(`${path}.json has no title.`);
  const { title, client = CLIENT_DEFAULT, variables = {} } = row;
  if (typeof client !== 'string' || !isObject(variables)) throw new BadExample(`${path}.json: client or variables.`);
  return {
    path,
    kind,
    field,
    endsIn,
    title,
    client,
    document: textOf(`${path}.graphql`, texts),
    variables,
    preparation: readSteps(path, row['preparation'], texts),
    meanwhile: readSteps(path, row['meanwhile'], texts),
  };
}

function readSteps(path: string, steps: Json = [], texts: Texts): ExampleStep[] {
  if (!Array.isArray(steps)) throw new BadExample(`${path}.json: steps are a list.`);
  return steps.map((step: Json) => readStep(path, step, texts));
}

function readStep(path: string, step: Json, texts: Texts): ExampleStep {
  if (!isObject(step) || typeof step['example'] !== 'string' || !isObject(step['variables'] ?? {}))
    throw new BadExample(`${path}.json: a step names an example and gives variables.`);
  const { example, variables = {} } = step;
  return {
    document: textOf(`${example}.graphql`, texts),
    variables: isObject(variables) ? variables : {},
    ...(step['until'] !== undefined && { until: readCondition(path, step['until']) }),
  };
}

function readCondition(path: string, condition: Json): Condition {
  if (!isObject(condition) || typeof condition['path'] !== 'string' || typeof condition['equals'] !== 'string')
    throw new BadExample(`${path}.json: until names a path and what it equals.`);
  return { path: condition['path'], equals: condition['equals'] };
}

function textOf(path: string, texts: Texts): string {
  const text = texts.get(path);
  if (text === undefined) throw new BadExample(`${path} is missing.`);
  return text;
}

function parseJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  return asJson(value);
}

/** Types the result of `JSON.parse` as JSON. */
function asJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(asJson);
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, item]) => [name, asJson(item)]));
}
