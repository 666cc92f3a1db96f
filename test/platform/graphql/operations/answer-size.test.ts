import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, getIntrospectionQuery, parse } from 'graphql';
import { IntrospectionAnswers } from '../../../../src/platform/requests/introspection-answers.ts';
import { KnownDocument } from '../../../../src/platform/graphql/documents/known-documents.ts';
import { SharedResult } from '../../../../src/platform/sockets/shared-result.ts';
import type { Gateway } from '../../../support/gateway.ts';
import { TestSocket } from '../../../support/socket.ts';
import { sharedGateway } from '../../../support/worker-gateways.ts';

/** Its cost is just below the maximum, and its long aliases make the response larger than 4 MB. */
const ALIASES = 10;
const LONG_NAMES = longNames(4_500_000);
const TOO_LARGE = [
  {
    message: 'The response is larger than 4 MB: request smaller pages or fewer fields.',
    extensions: { code: 'ANSWER_TOO_LARGE' },
  },
];

/** Returns a document whose answer has about so many bytes. */
function longNames(bytes: number): string {
  const fields = readFileSync('schema.graphql', 'utf8').match(/^ {2}\w+(\(.*\))?: /gm)?.length ?? 0;
  const length = Math.round(bytes / (ALIASES * fields));
  const names = Array.from({ length: ALIASES }, (_, nth) => `a${nth}${'x'.repeat(length)}: name`);
  return `{ __schema { types { fields { ${names.join(' ')} } } } }`;
}

describe('an answer that is larger than 4 MB', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await sharedGateway();
  });
  afterEach(() => {
    TestSocket.endAll();
  });
  afterAll(() => gateway.stop());

  test.each(['when its document is read', 'when its document is known'])('is refused over HTTP, %s', async () => {
    const { status, body, headers } = await gateway.ask({ query: LONG_NAMES });
    expect(status).toBe(400);
    expect(body).toEqual({
      errors: TOO_LARGE,
      extensions: { correlationId: headers.get('x-correlation-id') },
    });
  });

  test('is refused over a socket, which stays open', async () => {
    const socket = await TestSocket.acknowledged(gateway.app.url);
    expect(await socket.run(LONG_NAMES)).toMatchObject(TOO_LARGE);
    expect(await socket.run('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } });
  });

  test('is refused, but not one of 3 MB', async () => {
    const query = longNames(3_000_000);
    const socket = await TestSocket.acknowledged(gateway.app.url);
    expect((await gateway.ask({ query })).status).toBe(200);
    expect(await socket.run(query)).toMatchObject({ data: { __schema: {} } });
  });
});

test('an event whose message would be larger than 4 MB is sent as an error', () => {
  const [, , bytes] = new SharedResult(1, { data: { text: 'é'.repeat(2_000_001) } }, () => '').frameAfter(
    Buffer.alloc(0),
  );
  expect(JSON.parse(`{"payload":${bytes?.toString() ?? ''}`)).toEqual({ payload: { errors: TOO_LARGE } });
});

describe('an answer about the schema', () => {
  const requested = (text: string, variables: object = {}) => {
    const operation = new KnownDocument(buildSchema('type Query { __typename: String }'), text, parse(text)).operation(
      undefined,
    );
    if (operation === undefined) throw new Error('No operation.');
    return { operation, variables: { ...variables }, cost: 2_500 };
  };

  test('is made once, regardless of the whitespace in its document', async () => {
    const answers = new IntrospectionAnswers();
    let made = 0;
    const make = () => Promise.resolve({ data: { made: (made += 1) } });
    const text = getIntrospectionQuery();
    const first = await answers.answer(requested(text), make);
    expect(await answers.answer(requested(text.replaceAll(/\s+/g, ' ')), make)).toBe(first);
    expect(await answers.answer(requested(text, { of: 'no account' }), make)).toBe(first);
    const named = 'query Q($name: String!) { __type(name: $name) { name } }';
    expect((await answers.answer(requested(named, { name: 'A' }), make)).data).toEqual({ made: 2 });
    expect((await answers.answer(requested(named, { name: 'B' }), make)).data).toEqual({ made: 3 });
    expect((await answers.answer(requested(named, { name: 'A' }), make)).data).toEqual({ made: 2 });
    expect(made).toBe(3);
  });

  test('is not cached when it failed', async () => {
    const answers = new IntrospectionAnswers();
    let made = 0;
    const make = () => Promise.resolve({ errors: [], data: { made: (made += 1) } });
    await answers.answer(requested('{ __schema { description } }'), make);
    await answers.answer(requested('{ __schema { description } }'), make);
    expect(made).toBe(2);
  });
});
