// Prints the test files that failed in a run of jest, one per line, and what failed in them to stderr. Ends with 1 when
// there are none, or more than a few: then it is no coincidence.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const FILES_MAX = 2;

const [results = ''] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
const failed = testResults.filter(({ status }) => status === 'failed');
for (const { name, message } of failed) {
  process.stderr.write(`FAIL ${relative('', name)}\n${message}\n`);
  process.stdout.write(`${relative('', name)}\n`);
}
process.exitCode = failed.length === 0 || failed.length > FILES_MAX ? 1 : 0;
