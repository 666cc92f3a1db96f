// Prints one value of the GraphQL response on standard input: `… | npm run --silent pick -- createPocket.pocket.id`.
// If the response does not have it, as after a refusal, it prints the whole response to standard error and exits with 1.
import { text } from 'node:stream/consumers';

const [path = ''] = process.argv.slice(2);
const response = await text(process.stdin);
const value = path === '' ? undefined : path.split('.').reduce(below, dataOf(response));
if (value === undefined || value === null) {
  process.stderr.write(
    `The response has no ${path || 'value: give a path, such as createPocket.pocket.id'}.\n${response.trim()}\n`,
  );
  process.exitCode = 1;
} else process.stdout.write(`${typeof value === 'object' ? JSON.stringify(value) : value}\n`);

function dataOf(json) {
  try {
    return JSON.parse(json).data;
  } catch {
    return undefined;
  }
}

function below(parent, name) {
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name) ? parent[name] : undefined;
}
