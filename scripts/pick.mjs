// Prints one value of a GraphQL answer that comes on standard input: `… | npm run --silent pick -- createPocket.pocket.id`.
// Where the answer does not have it, a refusal say, it shows the whole answer on standard error and exits with 1.
import { text } from 'node:stream/consumers';

const [path = ''] = process.argv.slice(2);
const answer = await text(process.stdin);
const value = path === '' ? undefined : path.split('.').reduce(below, dataOf(answer));
if (value === undefined || value === null) {
  process.stderr.write(
    `The answer has no ${path || 'value: name one, such as createPocket.pocket.id'}.\n${answer.trim()}\n`,
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
