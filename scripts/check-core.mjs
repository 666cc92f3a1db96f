// Checks that extensions can be taken away: copies the project without them to a temporary folder, and there generates,
// compiles, compares the schema, runs `npm test` on PGlite, and makes a pocket with the built server. What fails is shown,
// and the copy is kept with --keep; names of test files select some of them.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { diff } from '@graphql-inspector/core';
import { pruneSchema } from '@graphql-tools/utils';
import { buildSchema } from 'graphql';

/** What belongs to extensions: their code, their tests, and what they generate; and tests of the whole product. */
const OF_EXTENSIONS = /^((src|test|scripts)\/extensions\/|test\/(docs|schema\/contract)\.test\.ts$)/;
const NO_EXTENSIONS = 'export const extensions = [] as const;\n';
const CREATE = `mutation ($input: CreatePocketInput!) {
  createPocket(input: $input) { ... on CreatePocketSuccess { pocket { number label } } ... on DomainError { message } }
}`;

const { values, positionals } = parseArgs({ options: { keep: { type: 'boolean' } }, allowPositionals: true });
const folder = mkdtempSync(join(tmpdir(), 'core-'));
const env = { ...process.env };
// On PGlite, and with a build of its own.
delete env.TEST_DATABASE_URL;
delete env.GATEWAY_BUILD;

function run(command, ...args) {
  process.stdout.write(`== ${[command, ...args].join(' ')}\n`);
  execFileSync(command, args, { cwd: folder, env, stdio: 'inherit' });
}

function copyCore() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const deleted = execFileSync('git', ['ls-files', '-d'], { encoding: 'utf8' }).split('\n');
  for (const file of listed.trim().split('\n'))
    if (!OF_EXTENSIONS.test(file) && !deleted.includes(file)) cpSync(file, join(folder, file));
  writeFileSync(join(folder, 'src/extensions.ts'), NO_EXTENSIONS);
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
}

/** Runs `npm test`; if one or two files fail, once more by themselves. */
function runTests() {
  const report = join(folder, 'tests.json');
  try {
    run('npm', 'test', '--', '--ci', '--json', '--outputFile', report, ...positionals);
  } catch (error) {
    const failed = spawnSync('node', ['scripts/failed-files.mjs', report], { cwd: folder, encoding: 'utf8' });
    if (failed.status !== 0) throw error;
    run('npm', 'test', '--', '--ci', '--runTestsByPath', ...failed.stdout.trim().split(/\s+/));
  }
}

/** The schema of the core is that of the product with members removed, and each of its types is reached. */
async function compareSchemas() {
  const [whole, core] = ['.', folder].map((root) => buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8')));
  const others = (await diff(whole, core)).filter(({ type }) => !type.endsWith('_REMOVED'));
  const reached = pruneSchema(core).getTypeMap();
  const unreached = Object.keys(core.getTypeMap()).filter((name) => !(name in reached));
  const problems = [...others.map(({ message }) => message), ...unreached.map((name) => `${name} is not reached.`)];
  if (problems.length > 0) throw new Error(`The schema without extensions differs:\n${problems.join('\n')}`);
}

/** Starts the built server in sandbox mode, and makes a pocket. */
async function makePocket() {
  run('node', 'scripts/build-server.mjs');
  const settings = { ...env, PORT: '0', ADMIN_PORT: '0', DATA_DIR: 'memory://' };
  const server = spawn('node', ['dist/server/main.js'], {
    cwd: folder,
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await readyUrl(server);
    const args = ['scripts/token.mjs', '--client', 'acme-pay', '--url', url];
    const token = execFileSync('node', args, { cwd: folder, encoding: 'utf8' }).trim();
    const user = { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' };
    const input = { accountNumber: '200001', label: 'Core', currency: 'BRL', useCase: 'CORPORATE_EXPENSES', user };
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: CREATE, variables: { input: { ...input, idempotencyKey: randomUUID() } } }),
    });
    const answer = await response.json();
    if (answer.data?.createPocket?.pocket?.label !== 'Core') throw new Error(`No pocket: ${JSON.stringify(answer)}`);
    const missing = await fetch(`${url}/openapi.json`);
    if (missing.status !== 404) throw new Error(`/openapi.json is served without its extension: ${missing.status}`);
  } finally {
    server.kill();
  }
}

async function readyUrl({ stdout }) {
  for await (const line of createInterface(stdout)) {
    const [, url] = /ready at (http:\S+)\/graphql/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The server did not start.');
}

try {
  copyCore();
  run('npm', 'run', '--silent', 'generate');
  run('node_modules/.bin/tsc', '-p', 'tsconfig.json');
  await compareSchemas();
  runTests();
  await makePocket();
  process.stdout.write('== The core compiles, passes its tests and serves without extensions.\n');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  if (values.keep) process.stdout.write(`== ${folder}\n`);
  else rmSync(folder, { recursive: true });
}
