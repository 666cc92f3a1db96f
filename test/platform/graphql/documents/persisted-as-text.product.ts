import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Gateway } from '../../../support/gateway.ts';
import { ACCOUNT, DEAR, EVENTS, gatewayWithDocuments, idOf, post, TWO, type Sent } from '../../../support/persisted.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await gatewayWithDocuments();
});
afterAll(() => gateway.stop());

const variables = { number: '200001' };

describe('a request by id, and one by a known text, are answered like one by a new text', () => {
  const accepts = [
    ...['', '*/*', 'application/json', 'application/graphql-response+json', 'text/html', 'application/*'],
    'application/graphql-response+json, application/json',
    'application/graphql-response+json,application/json;q=0.9',
    'application/graphql-response+json, application/json;q=0.9',
    'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    'application/json, text/plain, */*',
    'application/json;q=0.1, application/graphql-response+json',
  ].map((accept) => [`accept: ${accept}`, ACCOUNT, { variables }, { headers: { accept } }] as const);

  test.each<readonly [string, string, object, Partial<Sent>?]>([
    ...accepts,
    ['no token', ACCOUNT, { variables }, { client: null }],
    ['a scope is missing', ACCOUNT, { variables }, { scope: 'webhook:read' }],
    ['another api-version', ACCOUNT, { variables }, { headers: { 'api-version': '2' } }],
    ['an invalid api-version', ACCOUNT, { variables }, { headers: { 'api-version': 'x' } }],
    ['it costs too much', DEAR, {}],
    ['a variable is missing', ACCOUNT, {}],
    ['a variable is wrong', ACCOUNT, { variables: { number: { is: 'personal' } } }],
    ['variables are a list', ACCOUNT, { variables: [] }],
    ['variables are text', ACCOUNT, { variables: '{}' }],
    ['variables are null', ACCOUNT, { variables: null }],
    ['extensions are text', ACCOUNT, { variables, extensions: '{}' }],
    ['the name is not one of its operations', TWO, { operationName: 'Three' }],
    ['the name is empty', TWO, { operationName: '' }],
    ['no name selects an operation', TWO, {}],
    ['the name selects an operation', TWO, { operationName: 'One' }],
    ['the name is a number', TWO, { operationName: 1 }],
    ['it is a subscription', EVENTS, {}],
  ])('%s', async (_case, text, body, sent = {}) => {
    const seen = async (named: object) => {
      const answer = await post(gateway, { ...sent, body: { ...named, ...body } });
      const { correlationId, ...extensions } = answer.body.extensions ?? { correlationId: '' };
      expect(correlationId).toHaveLength(36);
      return { ...answer, body: { ...answer.body, extensions } };
    };
    const fresh = { query: `${text} # ${randomUUID()}` };
    const byNewText = await seen(fresh);
    expect(await seen({ documentId: idOf(text) })).toEqual(byNewText);
    expect(await seen(fresh)).toEqual(byNewText);
  });
});
