/**
 * Example operations, which the explorer shows and tests run.
 * @packageDocumentation
 */

import { readdir, readFile } from 'node:fs/promises';
import { EXAMPLE_KINDS, type Condition, type Example, type ExampleKind, type ExampleStep } from './example.value.ts';
import { isObject, type Json } from './placeholders.value.ts';

const FOLDER = new URL('./documents/', import.meta.url);
const CLIENT_DEFAULT = 'acme-pay';

/** Thrown if a file of an example is malformed; the message names the file. */
class BadExample extends Error {}

/**
 * Reads all examples. Each is a document `KIND/FIELD/MEMBER.graphql` with a file `MEMBER.json` beside it: `title`,
 * `variables`, and where they differ from the defaults `client`, `preparation` and `meanwhile`, which are lists of
 * steps. A step names any document below the folder, usually another example's, and has its own variables. Its answer
 * is kept by root field, or by alias if a document needs a field several times. A step that has to wait, for example
 * for an analysis, is a query with `until`: it is sent again until the value at `path` is `equals`.
 */
export async function readExamples(): Promise<readonly Example[]> {
  const examples: Example[] = [];
  for (const kind of EXAMPLE_KINDS)
    for (const field of await namesIn(`${kind}/`)) {
      const files = await namesIn(`${kind}/${field}/`);
      const members = files
        .filter((file) => file.endsWith('.graphql'))
        .map((file) => file.slice(0, -'.graphql'.length));
      for (const endsIn of successFirst(members)) examples.push(await readExample(kind, field, endsIn));
    }
  return examples;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(new URL(folder, FOLDER))).toSorted();
}

function successFirst(members: readonly string[]): string[] {
  return members.toSorted((one, other) => Number(one.endsWith('Error')) - Number(other.endsWith('Error')));
}

async function readExample(kind: ExampleKind, field: string, endsIn: string): Promise<Example> {
  const path = `${kind}/${field}/${endsIn}`;
  const row: Json = parseJson(await readText(`${path}.json`));
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
    document: await readText(`${path}.graphql`),
    variables,
    preparation: await readSteps(path, row['preparation']),
    meanwhile: await readSteps(path, row['meanwhile']),
  };
}

async function readSteps(path: string, steps: Json = []): Promise<ExampleStep[]> {
  if (!Array.isArray(steps)) throw new BadExample(`${path}.json: steps are a list.`);
  return Promise.all(steps.map((step: Json) => readStep(path, step)));
}

async function readStep(path: string, step: Json): Promise<ExampleStep> {
  if (!isObject(step) || typeof step['example'] !== 'string' || !isObject(step['variables'] ?? {}))
    throw new BadExample(`${path}.json: a step names an example and gives variables.`);
  const { example, variables = {} } = step;
  return {
    document: await readText(`${example}.graphql`),
    variables: isObject(variables) ? variables : {},
    ...(step['until'] !== undefined && { until: readCondition(path, step['until']) }),
  };
}

function readCondition(path: string, condition: Json): Condition {
  if (!isObject(condition) || typeof condition['path'] !== 'string' || typeof condition['equals'] !== 'string')
    throw new BadExample(`${path}.json: until names a path and what it equals.`);
  return { path: condition['path'], equals: condition['equals'] };
}

async function readText(path: string): Promise<string> {
  return readFile(new URL(path, FOLDER), 'utf8');
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
