// Writes what is made from the code: schema.graphql, the README's tables of errors and of examples, and the manifest of
// the examples' documents. With --check it writes nothing, and fails where a file says something else, or where the
// schema breaks what is committed on main.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { format } from 'prettier';
import { createResolvers } from '../src/composition/resolvers.ts';
import { errorCatalogue, errorTypeName } from '../src/kernel/error-catalogue.ts';
import { readExamples } from '../src/playground/examples/read-examples.ts';
import { buildGatewaySchema, printGatewaySchema } from '../src/platform/graphql/vocabulary/schema.ts';

const SCHEMA = 'schema.graphql';
const README = 'README.md';
const DOCUMENTS = 'src/playground/examples/persisted-documents.json';

async function currentSchema() {
  const printed = printGatewaySchema(buildGatewaySchema(createResolvers({})));
  return format(printed, { parser: 'graphql', printWidth: 120 });
}

function errorTable() {
  const rows = errorCatalogue.map(({ code, status, message, raisedBy, origin }) =>
    [
      `\`${code}\``,
      status,
      `\`${errorTypeName(code)}\``,
      message.replaceAll('<', '&lt;'),
      raisedBy.join(', '),
      origin,
    ].join(' | '),
  );
  return [
    '| Code | Status | Type | Message | Raised by | Origin |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

const KINDS = { mutations: 'mutation', queries: 'query', subscriptions: 'subscription' };

/** A row for each root field, with a link for each ending. */
async function exampleTable() {
  const rows = Object.entries(
    Object.groupBy(await readExamples(), ({ kind, field }) => `${KINDS[kind]} \`${field}\``),
  ).map(([field, examples]) => {
    const links = examples.map(({ path, endsIn }) => `[${endsIn}](src/playground/examples/documents/${path}.graphql)`);
    return `| ${field} | ${links.join(', ')} |`;
  });
  return ['| Root field | Ends in |', '| --- | --- |', ...rows].join('\n');
}

/** Documents of the examples by their SHA-256, as clients compute it. */
async function exampleDocuments() {
  const texts = (await readExamples()).flatMap(({ document, preparation, meanwhile }) => [
    document,
    ...[...preparation, ...meanwhile].map((step) => step.document),
  ]);
  const manifest = texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]);
  const sorted = manifest.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return format(JSON.stringify(Object.fromEntries(sorted)), { parser: 'json', printWidth: 120 });
}

function withPart(text, name, content) {
  const marked = new RegExp(`(<!-- ${name}:begin[^>]*-->)[\\s\\S]*?(<!-- ${name}:end -->)`);
  return text.replace(marked, (_all, begin, end) => `${begin}\n\n${content}\n\n${end}`);
}

async function currentReadme() {
  const text = withPart(
    withPart(readFileSync(README, 'utf8'), 'errors', errorTable()),
    'examples',
    await exampleTable(),
  );
  // As .prettierrc.json says: code in it is formatted too.
  return format(text, { parser: 'markdown', printWidth: 120, singleQuote: true });
}

/** The schema as it is committed on main, or undefined where there is none. */
function committedSchema() {
  for (const branch of ['origin/main', 'main']) {
    try {
      return execFileSync('git', ['show', `${branch}:${SCHEMA}`], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      // No such branch, or no schema on it.
    }
  }
  return undefined;
}

async function breakingChanges(current) {
  const committed = committedSchema();
  if (committed === undefined) return [];
  const changes = await diff(buildSchema(committed), buildSchema(current));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message);
}

const generated = {
  [SCHEMA]: await currentSchema(),
  [README]: await currentReadme(),
  [DOCUMENTS]: await exampleDocuments(),
};
const problems = [];
for (const [file, text] of Object.entries(generated)) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
    problems.push(`${file} is not what the code says: run "npm run generate" and read the difference.`);
}
if (process.argv.includes('--check') && process.env.ALLOW_BREAKING_SCHEMA !== 'true')
  for (const message of await breakingChanges(generated[SCHEMA]))
    problems.push(`Breaking: ${message} (ALLOW_BREAKING_SCHEMA=true lets it pass.)`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
