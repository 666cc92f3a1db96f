import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { archive } from '../../support/archive.ts';
import { CLIENT, newConfiguration } from '../../support/configurations.ts';
import type { Gateway } from '../../support/gateway.ts';
import { sql } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const MESSAGES = 130;

let gateway: Gateway;
let filter: { startDate: string; endDate: string };
/** Ids of the messages, the newest first. */
let newestFirst: readonly string[];

beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api' });
  const configurationId = await newConfiguration(gateway);
  const now = gateway.clock.now().getTime();
  const messages = await archive(
    gateway,
    Array.from({ length: MESSAGES }, (_, nth) => ({
      configurationId,
      eventName: 'PIX_CASH_IN_WAS_CLEARED' as const,
      progress: 'FAILED' as const,
      sentDate: new Date(now - nth * 1_000).toISOString(),
    })),
  );
  const [first = { position: 0, partnerId: '' }] = messages;
  await sql(gateway, 'update webhook_message set event_position = ? where partner_id = ?', [
    first.position,
    first.partnerId,
  ]);
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  filter = { startDate: dayOf(now - 600_000), endDate: dayOf(now) };
  newestFirst = messages.map(({ id }) => id);
});
afterAll(() => gateway.stop());

/** Returns the event, read through one of its messages. */
async function event(selection: string) {
  const query = `query ($filter: WebhookMessageFilter!) {
    webhookMessages(filter: $filter, first: 1) { nodes { event { ${selection} } } } }`;
  const { webhookMessages } = await gateway.data({ query, variables: { filter }, client: CLIENT });
  return webhookMessages.nodes[0].event;
}

const ids = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id);

describe('the messages of an event', () => {
  test('are the newest 100 without pages', async () => {
    const { messages } = await event('messages { id }');
    expect(ids(messages)).toEqual(newestFirst.slice(0, 100));
  });

  test('are complete in pages, forwards and backwards', async () => {
    const page = (args: string) =>
      event(`messageConnection(${args}) { totalCount nodes { id } pageInfo { hasNextPage endCursor } }`);
    const { messageConnection: first } = await page('first: 100');
    expect(first.totalCount).toBe(MESSAGES);
    expect(ids(first.nodes)).toEqual(newestFirst.slice(0, 100));
    expect(first.pageInfo.hasNextPage).toBe(true);
    const { messageConnection: rest } = await page(`first: 100, after: "${String(first.pageInfo.endCursor)}"`);
    expect(ids(rest.nodes)).toEqual(newestFirst.slice(100));
    expect(rest.pageInfo.hasNextPage).toBe(false);
    const { messageConnection: last } = await page('last: 3');
    expect(ids(last.nodes)).toEqual(newestFirst.slice(-3));
  });

  test('have cursors that are invalid for other events', async () => {
    const { messageConnection } = await event('messageConnection(first: 1) { pageInfo { endCursor } }');
    const query = `query ($after: String) {
      webhookEvents(first: 5) { nodes { messageConnection(first: 1, after: $after) { nodes { id } } } } }`;
    const { body } = await gateway.ask({
      query,
      variables: { after: messageConnection.pageInfo.endCursor },
      client: CLIENT,
    });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
  });

  test('cost a hundred without pages, and the page size in pages', async () => {
    const costOf = async (selection: string) => {
      const query = `{ webhookEvents(first: 40) { nodes { ${selection} } } }`;
      const { status, body } = await gateway.ask({ query, client: CLIENT });
      expect(status).toBe(200);
      return body.extensions?.cost?.['requested'];
    };
    expect(await costOf('messages { id }')).toBe(1 + 40 * 101);
    expect(await costOf('messageConnection(first: 5) { nodes { id } }')).toBe(1 + 40 * 7);
  });

  test('are refused before they are read if the events could have more than an answer may cost', async () => {
    const ask = (first: number) =>
      gateway.ask({ query: `{ webhookEvents(first: ${first}) { nodes { messages { id } } } }`, client: CLIENT });
    expect((await ask(50)).body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect((await ask(49)).status).toBe(200);
  });
});
