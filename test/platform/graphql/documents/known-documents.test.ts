import { readFileSync } from 'node:fs';
import { ApolloServer } from '@apollo/server';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { KnownDocument, KnownDocuments } from '../../../../src/platform/graphql/documents/known-documents.ts';
import type { Gateway } from '../../../support/gateway.ts';
import { ACCOUNT, byHash, idOf, post } from '../../../support/persisted.ts';
import { sharedGateway } from '../../../support/worker-gateways.ts';

const EXAMPLES = 'src/playground/examples/persisted-documents.json';
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

function knownDocuments(only = false): KnownDocuments {
  return new KnownDocuments(schema, new Map(), { only });
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a text', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await sharedGateway();
  });
  afterAll(() => gateway.stop());

  test('that is valid is parsed once, no matter which client sends it again', async () => {
    const apollo = jest.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest');
    const body = { query: ACCOUNT, variables: { number: '200001' } };
    const ask = async (client: string | null) => (await post(gateway, { body, client })).body.data;
    const found = { paymentAccount: { branch: '0001' } };
    expect(await ask('acme-pay')).toEqual(found);
    expect(await ask('acme-pay')).toEqual(found);
    expect(await ask('beta-pay')).toEqual({ paymentAccount: null });
    expect(await ask(null)).toBeUndefined();
    expect(apollo).toHaveBeenCalledTimes(1);
  });

  test('that can be requested by id is parsed before a client sends it', async () => {
    const apollo = jest.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest');
    const texts = Object.values(JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Record<string, string>);
    const text = texts.find((one) => one.includes('errorCatalogue'));
    expect((await post(gateway, { body: { query: text, variables: { locale: 'pt-BR' } } })).body.data).toHaveProperty(
      'errorCatalogue',
    );
    expect(apollo).not.toHaveBeenCalled();
  });

  test.each([
    ['that breaks a rule', '{ nothing }'],
    ['that does not parse', '{'],
  ])('%s is refused each time', async (_case, query) => {
    for (let times = 0; times < 2; times += 1) expect((await post(gateway, { body: { query } })).status).toBe(400);
  });
});

test('a text that is sent with a hash is left to Apollo', () => {
  const documents = knownDocuments();
  documents.remember(ACCOUNT, parse(ACCOUNT));
  expect(documents.named({ query: ACCOUNT })).toBeInstanceOf(KnownDocument);
  expect(documents.named({ query: ACCOUNT, ...byHash(idOf(ACCOUNT)) })).toBeUndefined();
});

test('texts stay within a bound, and the oldest are evicted', () => {
  const documents = knownDocuments();
  const texts = Array.from({ length: 300 }, (_, nth) => `{ ${'__typename '.repeat(990)} } # ${nth}`);
  for (const text of texts) documents.remember(text, parse(text));
  const isKnown = (query = '') => documents.named({ query }) !== undefined;
  expect([isKnown(texts.at(0)), isKnown(texts.at(-1))]).toEqual([false, true]);
  expect(texts.filter(isKnown).length).toBeLessThan(150);
});
