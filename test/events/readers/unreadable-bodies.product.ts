import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { sql } from '../../support/webhooks.ts';

/** From the second time on, a document is run by a function that is compiled for it. */
const TIMES = 4;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

test('a body that is no JSON is an error of its field, and the event is shown otherwise', async () => {
  const found = await sql<{ id: string }>(
    gateway,
    `update event set body = 'no JSON' where log_position = (select max(log_position) from event) returning id`,
  );
  for (let time = 0; time < TIMES; time += 1) {
    const { body } = await gateway.ask({ query: '{ webhookEvents(last: 2) { nodes { id payload } } }' });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
    const { webhookEvents } = await gateway.data({ query: '{ webhookEvents(last: 1) { nodes { id body } } }' });
    expect(webhookEvents.nodes).toEqual([{ id: found[0]?.id, body: 'no JSON' }]);
  }
});
