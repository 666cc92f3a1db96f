// Runs jest. A name finds test files by their paths, as jest does, and suites too: those that share the gateway of a test
// file are found by their own names, and run by it.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const files = globSync('test/**/*.{test,crash}.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const suites = globSync('test/**/*.suite.ts');

/** The test files that run the suites of a name. */
function filesOfSuites(name) {
  const found = suites.filter((path) => path.includes(name)).map((path) => `/${basename(path)}'`);
  return files.filter(({ text }) => found.some((suite) => text.includes(suite))).map(({ path }) => path);
}

const [node, , ...given] = process.argv;
const names = given.filter((argument) => !argument.startsWith('-')).flatMap(filesOfSuites);
process.argv = [node, 'jest', ...given, ...new Set(names)];
await import('../node_modules/jest/bin/jest.js');
