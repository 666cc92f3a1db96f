import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  CLIENT,
  configurationInput,
  CREATE_CONFIGURATION,
  createConfiguration,
  deleteConfiguration,
} from '../../support/configurations.ts';
import type { Gateway } from '../../support/gateway.ts';
import { sql } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const LIMIT = 100;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());

/** Creates configurations, as before there was a limit. */
async function configure(count: number): Promise<void> {
  await sql(gateway, 'delete from webhook_configuration');
  await sql(
    gateway,
    `with added as (
       insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status, created_at)
       select gen_random_uuid(), ?, 'Hook', 'PIX', 'PIX_CASH_IN_WAS_CLEARED', 'https://a.example/' || nth, 'k', 's', 'DISABLED', now()
       from generate_series(1, ?::int) as nth
       returning *
     )
     insert into webhook_configuration_event (configuration_id, event_name, partner_id, uri, nth)
     select id, event_name, partner_id, uri, 0 from added`,
    [gateway.partnerOf(CLIENT), count],
  );
}

async function count(): Promise<number> {
  const [row] = await sql<{ count: number }>(gateway, 'select count(*)::int as "count" from webhook_configuration');
  return row?.count ?? 0;
}

const REFUSED = {
  __typename: 'TooManyWebhookConfigurationsError',
  code: 'TOO_MANY_WEBHOOK_CONFIGURATIONS',
  status: 422,
  message: 'Too many webhook configurations: a partner may have 100.',
};

test('of several concurrent creations only as many succeed as the limit allows', async () => {
  await configure(LIMIT - 3);
  const made = await Promise.all(Array.from({ length: 8 }, () => createConfiguration(gateway)));
  const types = made.map(({ __typename }) => __typename as string).toSorted();
  expect(types).toEqual([
    ...Array<string>(3).fill('CreateWebhookConfigurationSuccess'),
    ...Array<string>(5).fill(REFUSED.__typename),
  ]);
  expect(await count()).toBe(LIMIT);
});

test('the refusal shows the limit, and changes nothing', async () => {
  await configure(LIMIT);
  const query = CREATE_CONFIGURATION.replace(
    '... on DomainError {',
    '... on TooManyWebhookConfigurationsError { limit } ... on DomainError {',
  );
  const { createWebhookConfiguration: refused } = await gateway.data({
    ...{ query, variables: { input: configurationInput() }, client: CLIENT },
  });
  expect(refused).toEqual({ ...REFUSED, limit: LIMIT });
  expect(await count()).toBe(LIMIT);
});

test('a duplicate is reported as such, even at the limit', async () => {
  await configure(LIMIT);
  expect(await createConfiguration(gateway, { uri: 'https://a.example/7' })).toMatchObject({
    code: 'WEBHOOK_CONFIGURATION_ALREADY_EXISTS',
  });
});

test('a partner with more keeps them, and can create one again once there are fewer', async () => {
  await configure(LIMIT + 1);
  expect(await createConfiguration(gateway)).toMatchObject(REFUSED);
  expect(await count()).toBe(LIMIT + 1);
  const rows = await sql<{ id: string }>(gateway, 'select id from webhook_configuration limit 2');
  // None has a breaker, without which it cannot be locked for deletion.
  await sql(
    gateway,
    'insert into webhook_breaker (configuration_id, partner_id) select id, partner_id from webhook_configuration',
  );
  for (const { id } of rows)
    expect(await deleteConfiguration(gateway, id)).toMatchObject({ __typename: 'DeleteWebhookConfigurationSuccess' });
  expect(await createConfiguration(gateway)).toMatchObject({ __typename: 'CreateWebhookConfigurationSuccess' });
});

test('other partners are not affected', async () => {
  await configure(LIMIT);
  const made = await createConfiguration(gateway, {}, { client: 'acme-pay' });
  expect(made).toMatchObject({ __typename: 'CreateWebhookConfigurationSuccess' });
});
