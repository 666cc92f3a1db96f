import { hash, randomUUID } from 'node:crypto';
import { ApolloServer } from '@apollo/server';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { Example, ExampleStep } from '../../../../src/playground/examples/example.value.ts';
import { Placeholders, type JsonObject } from '../../../../src/playground/examples/placeholders.value.ts';
import { readExamples } from '../../../../src/playground/examples/read-examples.ts';
import { systemClock } from '../../../../src/composition/system.ts';
import { Gateway } from '../../../support/gateway.ts';

/** Those that change nothing come first: what the others make has its place in lists by chance. */
const examples = (await readExamples())
  .filter(({ kind }) => kind !== 'subscriptions')
  .toSorted((one, other) => changes(one) - changes(other));

function changes({ kind, preparation }: Example): number {
  return kind === 'mutations' ? 2 : Math.min(preparation.length, 1);
}

/** How a request says which document it means. */
type Name = (document: string) => object;
/** No text comes twice, so that each is read anew. */
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
    // What workers do at their own pace would make the worlds differ.
    sides.push({ gateway: await Gateway.start({ logger, environment: { ROLES: 'api' } }), lines, name });
  }
});
afterAll(() => Promise.all(sides.map(({ gateway }) => gateway.stop())));
afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs an example to its end; gives all that can be seen of its last answer but for what is random or comes from the clock. */
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

const NAMES_OF_CHANCE: ReadonlySet<string> = new Set([
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
  'endToEndId',
]);
/** GUIDs, instants, phones, the port of a gateway, and what is all digits: numbers of accounts, one-time codes. */
const MADE_BY_CHANCE_OR_CLOCK =
  /\+55\d{11}|(?<=http:\/\/localhost:)\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?|^\d{4,}$/gi;

function hidden(json: string): unknown {
  return JSON.parse(json, (name, value: unknown) => {
    if (NAMES_OF_CHANCE.has(name)) return '…';
    return typeof value === 'string' ? value.replace(MADE_BY_CHANCE_OR_CLOCK, '…') : value;
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
