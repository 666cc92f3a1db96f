// Generates files from the code: schema.graphql, the lists of errors, events, bodies, examples and settings in docs/, the
// manifest of the examples' documents, the types of SQL statements, and what extensions have in scripts/extensions. With
// --check it writes nothing, and fails if a file is out of date, or if the schema has breaking changes from the one
// committed on main.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { format } from 'prettier';
import { capabilities, errorCatalogue } from '../src/capabilities.ts';
import { createResolvers } from '../src/composition/resolvers.ts';
import { bodySchema, sampleBody } from '../src/events/contract/body-schema.ts';
import { sampleEnvelopes } from '../src/events/contract/envelope.value.ts';
import { extensions } from '../src/extensions.ts';
import { declaredEvents } from '../src/kernel/event-definition.ts';
import { settingGroups } from '../src/config/config.ts';
import { requestErrors } from '../src/platform/graphql/errors/request-errors.ts';
import { raisedBy } from '../src/platform/graphql/vocabulary/raised-by.ts';
import { socketCloses } from '../src/platform/sockets/socket-message.ts';
import { findExampleFiles, readExamples } from '../src/playground/examples/read-examples.ts';
import { buildGatewaySchema, printGatewaySchema } from '../src/platform/graphql/vocabulary/schema.ts';
import { DEFAULT_PORTS } from '../src/ports.ts';
import { productStatements } from '../test/support/product-statements.ts';
import { statementTypes } from './statements/statement-types.ts';

const SCHEMA = 'schema.graphql';
const DOCUMENTS = 'src/playground/examples/persisted-documents.json';

const schema = buildGatewaySchema(createResolvers(capabilities, DEFAULT_PORTS));
const mutationsByError = raisedBy(schema);

function currentSchema() {
  return format(printGatewaySchema(schema), { parser: 'graphql', printWidth: 120 });
}

/** The origins of errors, as headings. */
const ORIGINS = { PARTNER_API: 'Of the partner API', GATEWAY: 'Of this gateway, where the partner API has no code' };

function errorList() {
  const refusals = Object.entries(Object.groupBy(errorCatalogue, ({ origin }) => origin));
  const closes = Object.entries(socketCloses).toSorted(([one], [other]) => one - other);
  const atTop = Object.entries(requestErrors).map(
    ([code, { status, condition }]) => `- \`${code}\` ${status}: Raised when ${condition}.`,
  );
  return [
    ...refusals.map(([origin, rows]) => [`## ${ORIGINS[origin]}`, '', ...rows.map(errorLine)].join('\n')),
    `## Top-level errors\n\nIn \`extensions.code\`, with their HTTP status:\n\n${atTop.join('\n')}`,
    `## Close codes\n\nOf WebSockets:\n\n${closes.map(([code, condition]) => `- ${code}: Closed when ${condition}.`).join('\n')}`,
  ].join('\n\n');
}

function errorLine({ code, type, status, message, restOnly }) {
  const told = message.replaceAll('<', '&lt;').replace(/\.?$/, '.');
  const mutations = mutationsByError.get(type);
  if (mutations !== undefined)
    return `- \`${code}\` ${status} \`${type}\`: ${told} Returned by ${mutations.join(', ')}.`;
  return `- \`${code}\` ${status}: ${told} ${restOnly ? 'Over REST only.' : 'A top-level error.'}`;
}

const KINDS = { mutations: 'mutation', queries: 'query', subscriptions: 'subscription' };

/** Returns a line for each root field, with a link for each ending. */
async function exampleList() {
  const files = await findExampleFiles();
  const lines = Object.entries(
    Object.groupBy(await readExamples(), ({ kind, field }) => `${KINDS[kind]} \`${field}\``),
  ).map(([field, examples]) => {
    const links = examples.map(
      ({ path, endsIn }) => `[${endsIn}](../${relative(process.cwd(), files.get(`${path}.graphql`))})`,
    );
    return `- ${field}: ${links.join(', ')}`;
  });
  return lines.join('\n');
}

/** Returns a line for each event: its name, context and description. */
function eventList() {
  return declaredEvents()
    .map(({ name, context, description }) => `- \`${name}\`, context \`${context}\`: ${description}`)
    .join('\n');
}

/** Returns for each event its fields and a sample of its body. */
function bodyList() {
  return declaredEvents()
    .map((event) => {
      const sample = `\`\`\`json\n${JSON.stringify(sampleBody(event), null, 2)}\n\`\`\``;
      const schema = `[JSON Schema](${schemaFile(event).replace('docs/', '')})`;
      const envelopes = event.envelopeData && envelopeSample(event);
      const fields = [`- \`entityId\`: ${event.entityId.description}`, ...fieldLines('data', event.data)];
      return [`## ${event.name}`, `${event.description} ${schema}`, fields.join('\n'), sample, envelopes]
        .filter((part) => part !== undefined)
        .join('\n\n');
    })
    .join('\n\n');
}

/** Returns what the data of an event are in envelopes. */
function envelopeSample(event) {
  const [{ data }] = JSON.parse(sampleEnvelopes(event));
  const lines = fieldLines('data', event.envelopeData).join('\n');
  return `In [envelopes](#envelopes) its \`data\` are:\n\n${lines}\n\n\`\`\`json\n${JSON.stringify(data, null, 2)}\n\`\`\``;
}

function fieldLines(path, fields) {
  return Object.entries(fields).flatMap(([name, { description, nullable, enum: values, properties }]) => [
    `- \`${path}.${name}\`: ${description}${values ? ` ${values.map((value) => `\`${value}\``).join(', ')}.` : ''}${nullable ? ' May be null.' : ''}`,
    ...(properties ? fieldLines(`${path}.${name}`, properties) : []),
  ]);
}

function schemaFile({ name }) {
  return `docs/schemas/${name.toLowerCase().replaceAll('_', '-')}.json`;
}

/** Returns a line for each setting, under the heading of its group. */
function settingList() {
  return settingGroups
    .map(({ heading, settings }) => [`## ${heading}`, '', ...Object.values(settings).map(settingLine)].join('\n'))
    .join('\n\n');
}

function settingLine({ about: { name, wanted, without, meaning } }) {
  return `- \`${name}\`: ${meaning}. Value: ${wanted}. Default: ${without}.`;
}

/** Returns the documents of the examples by their SHA-256, as clients compute it. */
async function exampleDocuments() {
  const texts = (await readExamples()).flatMap(({ document, preparation, meanwhile }) => [
    document,
    ...[...preparation, ...meanwhile].map((step) => step.document),
  ]);
  const manifest = texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]);
  const sorted = manifest.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return format(JSON.stringify(Object.fromEntries(sorted)), { parser: 'json', printWidth: 120 });
}

/** Returns what an extension generates, by a script of its name: whole files, and lists of pages in docs/. */
async function ofExtension({ name }) {
  const script = `./extensions/${name}.mjs`;
  if (!existsSync(new URL(script, import.meta.url))) return {};
  const { documents } = await import(script);
  return documents(schema, errorCatalogue);
}

function withPart(text, name, content) {
  const marked = new RegExp(`(<!-- ${name}:begin[^>]*-->)[\\s\\S]*?(<!-- ${name}:end -->)`);
  return text.replace(marked, (_all, begin, end) => `${begin}\n\n${content}\n\n${end}`);
}

/** Returns a page with its list generated again. As in .prettierrc.json, code in it is formatted too. */
async function currentPage(file, name, list) {
  const text = withPart(readFileSync(file, 'utf8'), name, list);
  return format(text, { parser: 'markdown', printWidth: 120, singleQuote: true });
}

/** Returns the schema committed on main; undefined if there is none. */
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

const ofExtensions = await Promise.all(extensions.map(ofExtension));
const generated = {
  [SCHEMA]: await currentSchema(),
  [DOCUMENTS]: await exampleDocuments(),
  ...(await statementTypes(productStatements())),
  ...Object.assign({}, ...ofExtensions.map(({ files }) => files)),
};
const lists = {
  errors: errorList(),
  examples: await exampleList(),
  events: eventList(),
  settings: settingList(),
  'webhook-bodies': bodyList(),
  ...Object.assign({}, ...ofExtensions.map(({ lists: own }) => own)),
};
for (const [name, list] of Object.entries(lists)) {
  const file = `docs/${name}.md`;
  generated[file] = await currentPage(file, name, list);
}
for (const event of declaredEvents())
  generated[schemaFile(event)] = await format(JSON.stringify(bodySchema(event)), { parser: 'json', printWidth: 120 });
const problems = [];
for (const [file, text] of Object.entries(generated)) {
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
    problems.push(`${file} is out of date: run "npm run generate" and review the diff.`);
}
if (process.argv.includes('--check') && process.env.ALLOW_BREAKING_SCHEMA !== 'true')
  for (const message of await breakingChanges(generated[SCHEMA]))
    problems.push(`Breaking: ${message} (ALLOW_BREAKING_SCHEMA=true allows it.)`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
