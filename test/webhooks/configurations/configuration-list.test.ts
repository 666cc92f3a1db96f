import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Gateway } from '../../support/gateway.ts';
import { cursorsOf, page, walkBackward, walkForward, type Walk } from '../../support/pages.ts';
import { statementsOf } from '../../support/statement-spans.ts';
import { sql } from '../../support/webhooks.ts';
import { CLIENT, newConfiguration, updateConfiguration } from '../../support/configurations.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const CONFIGURATIONS = 7;
/** Every other one is DISABLED. */
const DISABLED = 3;

let gateway: Gateway;
/** The newest first. */
let ids: string[];

beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api' });
  for (let made = 0; made < CONFIGURATIONS; made += 1) {
    const id = await newConfiguration(gateway);
    if (made % 2 === 1) await updateConfiguration(gateway, { configurationId: id, status: 'DISABLED' });
  }
  // Some have the same instant: the id decides.
  const instant = '2026-01-31T00:00:00Z';
  await sql(gateway, `update webhook_configuration set created_at = ? where status = 'DISABLED'`, [instant]);
  const rows = await sql<{ id: string }>(
    gateway,
    'select id from webhook_configuration where partner_id = ? order by created_at desc, id desc',
    [gateway.partnerOf('beta-pay')],
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => gateway.stop());

const ARGS = '$status: WebhookConfigurationStatus, $first: Int, $after: String, $last: Int, $before: String';
const USE = 'filter: { status: $status }, first: $first, after: $after, last: $last, before: $before';
const PAGE = 'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount';
const QUERY = `query (${ARGS}) { webhookConfigurations(${USE}) { ${PAGE} } }`;

function walkOf(status: string | null): Walk {
  return { gateway, client: CLIENT, query: QUERY, variables: { status }, pageOf: (data) => data.webhookConfigurations };
}

describe('webhookConfigurations', () => {
  test.each([
    [null, CONFIGURATIONS],
    ['ENABLED', CONFIGURATIONS - DISABLED],
    ['DISABLED', DISABLED],
  ])('of the status %s are listed newest first in pages of any size, in both directions', async (status, total) => {
    const all = cursorsOf([await page(walkOf(status), { first: 100 })]);
    expect(all).toHaveLength(total);
    for (const size of [1, 2, 3, 100]) {
      const forward = await walkForward(walkOf(status), size);
      const backward = await walkBackward(walkOf(status), size);
      expect([cursorsOf(forward), cursorsOf(backward)]).toEqual([all, all]);
      expect(new Set([...forward, ...backward].map(({ totalCount }) => totalCount))).toEqual(new Set([total]));
    }
  });

  test('are in order of creation, then of id', async () => {
    const { edges } = await page(walkOf(null), { first: 100 });
    expect(edges.map(({ node }) => node)).toEqual(ids.map((id) => ({ id })));
  });

  test.each([
    ['first', { first: 0 }],
    ['first', { first: 101 }],
    ['last', { last: 0 }],
    ['last', { last: 101 }],
    ['last', { first: 1, last: 1 }],
  ])('refuse a page size out of bounds, naming %s: %j', async (argument, variables) => {
    const { status, body } = await gateway.ask({ query: QUERY, variables });
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([400, { code: 'BAD_USER_INPUT', argument }]);
  });

  test.each(['after', 'before'])('refuse a cursor of another filter, naming %s', async (argument) => {
    const [cursor] = cursorsOf([await page(walkOf('ENABLED'), { first: 1 })]);
    for (const status of [null, 'DISABLED']) {
      const { body } = await gateway.ask({ query: QUERY, variables: { status, [argument]: cursor }, client: CLIENT });
      expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR', argument } }]);
    }
  });

  test.each([
    ['{ webhookConfigurations { totalCount } }', 'webhook.read'],
    ['mutation { deleteWebhookConfiguration(input: { configurationId: "x" }) { __typename } }', 'webhook.write'],
    ['mutation { pingWebhookConfiguration(input: { configurationId: "x" }) { __typename } }', 'webhook.write'],
    ['mutation { reprocessWebhookMessages(input: { messageIds: [] }) { __typename } }', 'webhook.read'],
    ['{ webhookConfiguration(id: "x") { id } }', 'webhook.read'],
    ['{ webhookMessage(id: "x") { id } }', 'webhook.read'],
    ['{ webhookReprocessing(id: "x") { id } }', 'webhook.read'],
  ])('and related operations require their scope: %s', async (query, scope) => {
    const others = ['webhook.read', 'webhook.write', 'pocket.read'].filter((other) => other !== scope).join(' ');
    const { status, body } = await gateway.ask({ query, scope: others });
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([403, { requiredScopes: [scope] }]);
    expect((await gateway.ask({ query, scope })).status).toBe(200);
  });
});

describe('webhookConfiguration', () => {
  const query = 'query ($id: ID!) { webhookConfiguration(id: $id) { id status } }';

  test('is found by its id, in capitals too; null if there is none', async () => {
    const [id = ''] = ids;
    const find = async (given: string) =>
      (await gateway.data({ query, variables: { id: given }, client: CLIENT })).webhookConfiguration;
    const found = { id, status: 'ENABLED' };
    expect([await find(id), await find(id.toUpperCase())]).toEqual([found, found]);
    expect([await find('0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55'), await find('no-uuid')]).toEqual([null, null]);
  });

  test('costs one statement, however many are asked for', async () => {
    const fields = ids.map((id, nth) => `c${nth}: webhookConfiguration(id: "${id}") { id }`);
    const query = `{ ${fields.join(' ')} }`;
    expect(await statementsOf((headers) => gateway.data({ query, client: CLIENT, headers }))).toHaveLength(1);
  });
});
