import { hash, randomUUID } from 'node:crypto';
import { ApolloServer } from '@apollo/server';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { Example, ExampleStep } from '../../../../src/playground/examples/example.value.ts';
import { Placeholders, type JsonObject } from '../../../../src/playground/examples/placeholders.value.ts';
import { readExamples } from '../../../../src/playground/examples/read-examples.ts';
import { systemClock } from '../../../../src/platform/system.ts';
import { Gateway } from '../../../support/gateway.ts';

/** Examples that change nothing are first: the rows that others create appear in lists in random order. */
const examples = (await readExamples())
  .filter(({ kind }) => kind !== 'subscriptions')
  .toSorted((one, other) => changes(one) - changes(other));

function changes({ kind, preparation }: Example): number {
  return kind === 'mutations' ? 2 : Math.min(preparation.length, 1);
}

/** Returns the part of a request that names its document. */
type Name = (document: string) => object;
/** Makes each text unique, so that each is parsed. */
const byText: Name = (query) => ({ query: `${query} # ${randomUUID()}` });
const byId: Name = (document) => ({ documentId: `sha256:${hash('sha256', document)}` });

/** A gateway with a world of its own, and the lines that it has logged. */
interface Side {
  readonly gateway: Gateway;
  readonly lines: string[];
  readonly name: Name;
}

const sides: Side[] = [];

beforeAll(async () => {
  for (const name of [byText, byId]) {
    const lines: string[] = [];
    const logger = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
    // Asynchronous work of workers would make the worlds differ.
    sides.push({ gateway: await Gateway.start({ logger, environment: { ROLES: 'api' } }), lines, name });
  }
});
afterAll(() => Promise.all(sides.map(({ gateway }) => gateway.stop())));
afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs an example and returns all that is visible of its last response, except what is random or depends on the time. */
async function seen({ gateway, lines, name }: Side, example: Example): Promise<object> {
  const placeholders = new Placeholders({ uuid: randomUUID, now: systemClock.now() });
  for (const step of example.preparation) placeholders.answered((await send(gateway, step, placeholders)).data);
  lines.length = 0;
  const { status, headers, text } = await send(gateway, example, placeholders);
  return { status, headers: hidden(JSON.stringify(headers)), body: hidden(text), lines: lines.map(hidden) };

  async function send({ app }: Gateway, { document, variables }: ExampleStep, filled: Placeholders) {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await gateway.token(example.client)}`,
      },
      body: JSON.stringify({ ...name(document), variables: filled.fillAll(variables) }),
    });
    const body = await response.text();
    const { data = {} } = JSON.parse(body) as { data?: JsonObject };
    const { date: _date, 'content-length': _length, ...rest } = Object.fromEntries(response.headers);
    return { status: response.status, headers: rest, text: body, data };
  }
}

const RANDOM_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'cursor',
  'startCursor',
  'endCursor',
  'secret',
  'signingSecret',
  'transactionalHash',
  'hash',
  'token',
  'webhookEventsCursor',
  'webhookMessagesCursor',
  'ms',
  'number',
  'url',
  'elapsedHttpCall',
  'durationMs',
  'endToEndId',
  'pocketNumber',
]);
/** GUIDs, instants, phone numbers, the port of a gateway, and digits only: account numbers, one-time codes. */
const RANDOM_OR_TIME =
  /\+55\d{11}|(?<=http:\/\/localhost:)\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?|^\d{4,}$/gi;

function hidden(json: string): unknown {
  return JSON.parse(json, (name, value: unknown) => {
    if (RANDOM_MEMBERS.has(name)) return '…';
    return typeof value === 'string' ? value.replace(RANDOM_OR_TIME, '…') : value;
  });
}

test.each(examples)('$path is answered by id as by its text', async (example) => {
  const [text, id] = sides;
  if (text === undefined || id === undefined) throw new Error('The gateways did not start.');
  const apollo = jest.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest');
  const byItsText = await seen(text, example);
  expect(apollo).toHaveBeenCalledTimes(example.preparation.length + 1);
  apollo.mockClear();
  expect(await seen(id, example)).toEqual(byItsText);
  expect(apollo).not.toHaveBeenCalled();
});
