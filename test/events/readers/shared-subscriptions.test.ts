import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import { Executor } from '../../../src/platform/graphql/operations/executor.ts';
import type { Gateway } from '../../support/gateway.ts';
import { happen, live, shownInAll, socketOf } from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { TestSocket } from '../../support/socket.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
  await setPocketLimit(gateway, '200001', 1_000_000);
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

describe('subscribers of one view', () => {
  test('share one execution and one read of each event, whatever their number', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => socketOf(gateway)));
    const query =
      'subscription Shared { webhookEvents { entityId ... on PocketAccountWasCreatedEvent { pocket { label } } } }';
    const ids: string[] = [];
    for (const socket of sockets) ids.push(await live(gateway, socket, query));
    for (const socket of sockets) socket.received.length = 0;
    const run = jest.spyOn(Executor.prototype, 'run');
    const statements = jest.spyOn(Database.prototype, 'run');
    try {
      const number = await happen(gateway);
      for (const [index, socket] of sockets.entries())
        expect(await shownInAll(socket, ids[index] ?? '', 1)).toEqual([number]);
      expect(run.mock.calls.filter(([, , , { root } = {}]) => root !== undefined)).toHaveLength(1);
      const names = statements.mock.calls.map(([{ name }]) => name);
      expect(names.filter((name) => name.startsWith('webhook_events_first'))).toEqual([]);
    } finally {
      run.mockRestore();
      statements.mockRestore();
    }
  });

  test('with different tokens see only what each allows: one without the scope is refused', async () => {
    const query = 'subscription { webhookEvents { ... on PocketAccountWasCreatedEvent { pocket { label } } } }';
    const [full, limited] = [await socketOf(gateway), await socketOf(gateway, 'acme-pay', 'webhook.read')];
    await live(gateway, full, query.replace('{ ...', '{ entityId ...'));
    const id = limited.subscribe(query);
    expect((await limited.next('error', id)).payload).toMatchObject([
      { extensions: { code: 'FORBIDDEN', requiredScopes: ['pocket.read', 'webhook.read'] } },
    ]);
  });
});

describe('a subscription', () => {
  test('over HTTP is refused with a reference to WebSocket', async () => {
    const { status, body } = await gateway.ask({ query: 'subscription { webhookEvents { id } }' });
    expect([status, body.errors?.[0]]).toMatchObject([
      400,
      { message: expect.stringContaining('WebSocket'), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test.each([
    ['a skipped field', 'subscription { webhookEvents @skip(if: true) { id } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'variables that do not fit',
      'subscription ($f: WebhookEventFilter) { webhookEvents(filter: $f) { id } }',
      { f: { eventNames: ['X'] } },
      'BAD_USER_INPUT',
    ],
    ['two fields', 'subscription { a: webhookEvents { id } b: webhookEvents { id } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
  ])('with %s is refused', async (_case, query, variables, code) => {
    const socket = await socketOf(gateway);
    const id = socket.subscribe(query, variables);
    expect((await socket.next('error', id)).payload).toMatchObject([{ extensions: { code } }]);
  });
});
