// Runs jest. A name selects test files of all lanes by path, as in jest, and suites too: those that share the gateway
// of a test file are selected by their own names, and run by that file. Without a name one lane runs.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * V8 options of the workers. They start hundreds of gateways, each with 100 MB of an embedded database besides a heap
 * of 100 MB: V8 would collect the whole heap twice for each, which is a quarter of the time of a start. Helper threads
 * of the garbage collector have no cores of their own besides the workers: without them a lane uses less CPU.
 */
const ROOM = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--initial-heap-size=1000',
  '--single-threaded-gc',
];
const [NODE_MAJOR = 0] = process.versions.node.split('.').map(Number);
process.execArgv.push(...ROOM, ...(NODE_MAJOR >= 24 ? ['--external-memory-accounted-in-global-limit'] : []));

const files = globSync('test/**/*.{test,storage,product,crash,shapes}.ts').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const suites = globSync('test/**/*.suite.ts');

/** Returns the test files that run the suites whose paths contain a name. */
function filesOfSuites(name) {
  const found = suites.filter((path) => path.includes(name)).map((path) => `/${basename(path)}'`);
  return files.filter(({ text }) => found.some((suite) => text.includes(suite))).map(({ path }) => path);
}

const [node, , ...given] = process.argv;
const paths = [...files.map(({ path }) => path), ...suites];
// An argument that matches no path is the value of an option.
const names = given.filter((name) => !name.startsWith('-') && paths.some((path) => path.includes(name)));
const hasConfig = given.some((argument) => argument.startsWith('--config'));
const inAllLanes = names.length > 0 && !hasConfig ? ['--config', 'jest.named.config.mjs'] : [];
process.argv = [node, 'jest', ...inAllLanes, ...given, ...new Set(names.flatMap(filesOfSuites))];
await import('../node_modules/jest/bin/jest.js');
