import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { gateway } from '../../support/shared-gateway.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly operationId?: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Members that all operations share, and that docs describe once. */
const ALIKE = ['api-version', 'x-correlation-id', 'page', 'pageSize', 'cursor', 'meta.page', 'meta.pageSize'];

/** Returns the dotted paths of the members of a body that have no members themselves, or that are free-form. */
function leavesOf({ properties, items, anyOf }: Schema, way = ''): readonly string[] {
  const [first] = anyOf ?? [];
  if (items !== undefined || first !== undefined) return leavesOf(items ?? first ?? {}, way);
  if (properties === undefined) return [way];
  return Object.entries(properties).flatMap(([name, part]) => leavesOf(part, way === '' ? name : `${way}.${name}`));
}

function bodyIn(content: Content = {}): readonly string[] {
  return Object.values(content).flatMap(({ schema }) => leavesOf(schema));
}

/** Returns the text below a heading. */
function sectionOf(page: string, heading: string): string {
  return page.split(`\n### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
}

test('docs state where every part of a request and of an answer is in GraphQL', async () => {
  const { paths } = (await (await fetch(`${gateway.app.url}/openapi.json`)).json()) as Described;
  const page = readFileSync('docs/partner-api.md', 'utf8');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ heading: `${method.toUpperCase()} ${path}`, operation })),
  );
  const undocumented = operations
    .filter(({ operation }) => operation.operationId !== undefined)
    .flatMap(({ heading, operation }) => {
      const [asks = '', gives = ''] = sectionOf(page, heading).split('\nGives:\n');
      const requested = [...operation.parameters.map(({ name }) => name), ...bodyIn(operation.requestBody?.content)];
      const given = Object.entries(operation.responses)
        .filter(([status]) => Number(status) < 300)
        .flatMap(([, { content }]) => bodyIn(content));
      // A list that is made here is documented as a whole.
      const isDocumented = (text: string, way: string) =>
        ALIKE.includes(way) || text.includes(`\`${way}\``) || text.includes(`\`${way.split('.')[0] ?? ''}\`: `);
      return [
        ...requested.filter((way) => !isDocumented(asks, way)).map((way) => `${heading} asks ${way}`),
        ...given.filter((way) => !isDocumented(gives, way)).map((way) => `${heading} gives ${way}`),
      ];
    });
  expect([operations.length > 20, undocumented]).toEqual([true, []]);
});
