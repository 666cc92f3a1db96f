import { afterEach, describe, expect, test } from '@jest/globals';
import { socketOf } from '../../../support/live-events.ts';
import { TestSocket } from '../../../support/socket.ts';
import { gateway } from '../../../support/shared-gateway.ts';

describe('odd documents', () => {
  afterEach(() => {
    TestSocket.endAll();
  });

  const ON = 'fragment F on Subscription';

  /** Documents that graphql-js, Apollo or our own rules could stumble over; none of them must run. */
  const ODD_DOCUMENTS: readonly string[] = [
    'subscription ($a: Boolean!) { webhookEvents @skip(if: $a) { id } }',
    'subscription ($a: Boolean!) { webhookEvents @include(if: $a) { id } }',
    'subscription ($a: Boolean = true) { webhookEvents @skip(if: $a) { id } }',
    'subscription { webhookEvents @skip(if: $undefined) { id } }',
    'subscription { webhookEvents @skip(if: 3) { id } }',
    'subscription { webhookEvents @skip(if: null) { id } }',
    'subscription { webhookEvents @skip { id } }',
    'subscription { webhookEvents @skip(if: true) { id } }',
    'subscription { webhookEvents @include(if: true) { id } }',
    'subscription { webhookEvents @include(if: "yes") @skip(if: [$a]) { id } }',
    'subscription ($a: Boolean!) { ... @include(if: $a) { webhookEvents { id } } }',
    'subscription ($a: Boolean!) { ... on Subscription @include(if: $a) { webhookEvents { id } } }',
    'subscription ($a: Boolean!) { ... { ... { webhookEvents @include(if: $a) { id } } } }',
    `subscription ($a: Boolean!) { ...F @include(if: $a) } ${ON} { webhookEvents { id } }`,
    `subscription ($a: Boolean!) { ...F } ${ON} { webhookEvents @include(if: $a) { id } }`,
    `subscription { ...F } ${ON} { ...G @include(if: $a) } fragment G on Subscription { webhookEvents { id } }`,
    'query A { __typename } subscription B ($a: Boolean!) { webhookEvents @skip(if: $a) { id } }',
    'subscription { ...F }',
    'subscription { ...F @skip(if: $a) }',
    `subscription { ...F } ${ON} { ...F }`,
    `subscription { ...F } ${ON} { ...F @include(if: $a) }`,
    `subscription { ...F } ${ON} { ...G } fragment G on Subscription { ...F }`,
    `subscription { ...F } ${ON} { ...F webhookEvents @include(if: $a) { id } }`,
    `subscription { ...F ...F } ${ON} { webhookEvents { id } } ${ON} { webhookEvents @skip(if: $a) { id } }`,
    'subscription { ...F } fragment F on Query { webhookEvents { totalCount } }',
    'subscription { ...F } fragment F on Nothing { id }',
    'subscription { ... on Query { __typename } }',
    'subscription { __typename }',
    'subscription { __schema { types { name } } }',
    'subscription { __typename @skip(if: $a) }',
    'subscription { a: __typename b: webhookEvents { id } }',
    'subscription { webhookEvents { id } webhookMessages { id } }',
    'subscription { webhookEvents }',
    'subscription { webhookEvents { } }',
    'subscription { webhookEvents(after: $after) { id } }',
    'subscription ($after: Nothing) { webhookEvents(after: $after) { id } }',
    'subscription ($after: WebhookEvent) { webhookEvents(after: $after) { id } }',
    'subscription ($after: String, $after: Int) { webhookEvents(after: $after) { id } }',
    'subscription { webhookEvents(after: 3) { id } }',
    'subscription { webhookEvents(after: {a: [$b]}) { id } }',
    'subscription { webhookEvents(filter: {eventNames: [NOTHING]}) { id } }',
    'subscription { webhookEvents @defer { id } }',
    'subscription @skip(if: $a) { webhookEvents { id } }',
    'subscription { nothing }',
    'subscription { constructor { id } }',
    'subscription { ...__proto__ } fragment __proto__ on Subscription { webhookEvents @skip(if: $a) { id } }',
    '{ __typename @skip(if: $undefined) }',
    '{ __typename @skip }',
    '{ __typename @include(if: {a: 1}) }',
    '{ ...constructor }',
    '{ ...F } fragment F on Query { ...G } fragment G on Query { ...F }',
    '{ toString }',
    'mutation { __typename @include(if: $a) }',
    'mutation { ...F } fragment F on Mutation { ...F }',
    'fragment F on Subscription { webhookEvents { id } }',
    'subscription A { webhookEvents { id } } subscription A { webhookEvents { id } }',
    'schema { subscription: Query }',
    'extend type Subscription { a: Int }',
  ];

  const CLIENT_ERROR = /^(GRAPHQL_(PARSE|VALIDATION)_FAILED|OPERATION_RESOLUTION_FAILURE|BAD_USER_INPUT|BAD_REQUEST)$/;

  describe('a document that makes no sense', () => {
    test.each(ODD_DOCUMENTS)('is answered with 400 and an error over HTTP: %s', async (query) => {
      const { status, body } = await gateway.ask({ query });
      expect(body.errors?.[0]?.extensions['code']).toMatch(CLIENT_ERROR);
      expect(status).toBe(400);
      expect(body.data).toBeUndefined();
    });

    test.each(ODD_DOCUMENTS)('is answered with an error over a socket, which stays open: %s', async (query) => {
      const socket = await socketOf(gateway);
      const id = socket.subscribe(query);
      expect((await socket.next('error', id)).payload[0].extensions.code).toMatch(CLIENT_ERROR);
      expect(await socket.run('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } });
      expect(socket.messages('next', id)).toEqual([]);
    });
  });
});
