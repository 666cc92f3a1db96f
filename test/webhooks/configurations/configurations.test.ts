import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { eventually, Gateway } from '../../support/gateway.ts';
import { serverUrl } from '../../support/test-database.ts';
import { sql } from '../../support/webhooks.ts';
import {
  CLIENT,
  configurationInput,
  createConfiguration,
  deleteConfiguration,
  newConfiguration,
  pingConfiguration,
  updateConfiguration,
} from '../../support/configurations.ts';

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const NOT_FOUND = { code: 'WEBHOOK_CONFIGURATION_NOT_FOUND', status: 404, message: 'Webhook configuration not found.' };
const EXISTS = { code: 'WEBHOOK_CONFIGURATION_ALREADY_EXISTS', status: 409 };
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

let gateway: Gateway;
const lines: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  gateway = await Gateway.start({ environment: { ROLES: 'api' }, logger });
});
afterAll(() => gateway.stop());

describe('createWebhookConfiguration', () => {
  test('returns a configuration that is ENABLED and was never updated, and its secret', async () => {
    const input = configurationInput({ name: '  Cash-ins ' });
    const { uri, publicKey, context, eventName } = input;
    const shown = { name: 'Cash-ins', context, eventName, uri, publicKey, status: 'ENABLED', updatedAt: null };
    const created = await createConfiguration(gateway, input);
    expect(created).toMatchObject({ configuration: shown, signingSecret: expect.stringMatching(/^whsec_.{43}=$/) });
    const query = `query ($id: ID!) { node(id: $id) { ... on WebhookConfiguration { name context eventName uri publicKey
      status updatedAt breaker { state openedAt heldCount nextProbeAt lastFailure } } } }`;
    const { node } = await gateway.data({ query, variables: { id: created.configuration.id }, client: CLIENT });
    const breaker = { state: 'CLOSED', openedAt: null, heldCount: 0, nextProbeAt: null, lastFailure: null };
    expect(node).toEqual({ ...shown, breaker });
  });

  test('refuses a duplicate of context, event and address, whatever the status of the other', async () => {
    const uri = `https://partner.example/${randomUUID()}`;
    const id = await newConfiguration(gateway, { uri });
    expect(await createConfiguration(gateway, { uri, name: 'Other', publicKey: 'other' })).toMatchObject(EXISTS);
    await updateConfiguration(gateway, { configurationId: id, status: 'DISABLED' });
    expect(await createConfiguration(gateway, { uri })).toMatchObject(EXISTS);
    await newConfiguration(gateway, { uri, eventName: 'PIX_CASH_IN_WAS_RECEIVED' });
    await newConfiguration(gateway, { uri }, { client: 'gama-pay' });
    await deleteConfiguration(gateway, id);
    await newConfiguration(gateway, { uri });
  });
});

describe('another spelling of an address', () => {
  const address = (path: string) => `https://spelled.example/${path}`;

  test.each([
    ['an upper-case host', (path: string) => `HTTPS://Spelled.Example/${path}`],
    ['the default port', (path: string) => `https://spelled.example:443/${path}`],
    ['a dot after the host', (path: string) => `https://spelled.example./${path}`],
    ['needless escapes', (path: string) => `https://spelled.example/${path.replace('x', '%78').replace('~', '%7e')}`],
    ['dots in the path', (path: string) => `https://spelled.example/a/../${path}`],
  ])('with %s is a duplicate, and an own address is shown as it was given', async (_what, spelled) => {
    const path = `x-~${randomUUID()}`;
    const id = await newConfiguration(gateway, { uri: address(path) });
    expect(await createConfiguration(gateway, { uri: spelled(path) })).toMatchObject(EXISTS);
    const other = await newConfiguration(gateway);
    expect(await updateConfiguration(gateway, { configurationId: other, uri: spelled(path) })).toMatchObject(EXISTS);
    const uri = spelled(path);
    expect(await updateConfiguration(gateway, { configurationId: id, uri })).toMatchObject({
      configuration: { id, uri },
    });
  });

  test.each([
    ['another scheme', 'http://spelled.example/'],
    ['another port', 'https://spelled.example:8443/'],
    ['another case of the path', 'https://spelled.example/A'],
    ['an escape that has a meaning', 'https://spelled.example/%2F'],
  ])('is none with %s', async (_what, uri) => {
    const client = 'gama-pay';
    for (const other of ['https://spelled.example/', 'https://spelled.example/a', 'https://spelled.example//'])
      await createConfiguration(gateway, { uri: other }, { client });
    expect(await createConfiguration(gateway, { uri }, { client })).toMatchObject({ configuration: { uri } });
  });
});

onPostgreSql('createWebhookConfiguration, for concurrent duplicates,', () => {
  test('accepts one of them', async () => {
    const uri = `https://partner.example/${randomUUID()}`;
    const duplicates = await Promise.all(Array.from({ length: 8 }, () => createConfiguration(gateway, { uri })));
    expect(duplicates.filter(({ code }) => code === EXISTS.code)).toHaveLength(7);
    expect(duplicates.filter(({ configuration }) => configuration !== undefined)).toHaveLength(1);
  });
});

describe('updateWebhookConfiguration', () => {
  test('changes given fields, keeps those that are absent or null, and sets updatedAt', async () => {
    const { configuration } = await createConfiguration(gateway);
    const { id } = configuration;
    const changes = { name: 'Renamed', uri: `http://localhost/${id}`, publicKey: 'key-2', status: 'DISABLED' };
    for (const [field, value] of Object.entries(changes)) {
      const before = await updateConfiguration(gateway, { configurationId: id });
      const after = await updateConfiguration(gateway, {
        configurationId: id,
        name: null,
        secret: null,
        [field]: value,
      });
      const updatedAt = expect.stringMatching(/Z$/);
      expect(after).toMatchObject({
        signingSecret: null,
        configuration: { ...before.configuration, [field]: value, updatedAt },
      });
    }
  });

  test('refuses to duplicate another configuration, and accepts its own address', async () => {
    const [first, second] = [await createConfiguration(gateway), await createConfiguration(gateway)];
    const { id, uri } = first.configuration;
    const duplicate = await updateConfiguration(gateway, { configurationId: second.configuration.id, uri });
    expect(duplicate).toMatchObject(EXISTS);
    expect(await updateConfiguration(gateway, { configurationId: id, uri })).toMatchObject({
      configuration: { id, uri },
    });
  });

  test('shows a changed secret once, and can decrypt it although the id was in upper case', async () => {
    const id = await newConfiguration(gateway);
    const changed = await updateConfiguration(gateway, { configurationId: id.toUpperCase(), secret: SECRET });
    expect(changed).toMatchObject({ signingSecret: SECRET, configuration: { id } });
    const { attempt } = await pingConfiguration(gateway, id);
    expect(attempt).toMatchObject({ httpStatus: null, error: expect.any(String) });
  });
});

describe('a signing secret', () => {
  test('is only in the responses that return it: not in storage, not in a log line', async () => {
    const created = await createConfiguration(gateway, { secret: SECRET });
    const { signingSecret } = await createConfiguration(gateway);
    await createConfiguration(gateway, { secret: SECRET, name: '' });
    await sql(gateway, `alter table webhook_configuration add constraint test_bug check (name <> 'Bug')`);
    await expect(createConfiguration(gateway, { secret: SECRET, name: 'Bug' })).rejects.toThrow('INTERNAL');
    expect(created.signingSecret).toBe(SECRET);
    const rows = await sql(gateway, 'select * from webhook_configuration');
    await eventually(() => Promise.resolve(lines.some((line) => line.includes('test_bug'))));
    for (const secret of [SECRET, String(signingSecret)]) {
      const key = secret.slice('whsec_'.length);
      expect(JSON.stringify(rows)).not.toContain(key);
      expect(lines.join()).not.toContain(key);
    }
  });
});

describe('deleteWebhookConfiguration', () => {
  test('deletes the configuration and its breaker', async () => {
    const id = await newConfiguration(gateway);
    expect(await deleteConfiguration(gateway, id.toUpperCase())).toEqual({
      __typename: 'DeleteWebhookConfigurationSuccess',
      configurationId: id,
    });
    expect(await deleteConfiguration(gateway, id)).toMatchObject(NOT_FOUND);
    const query = 'query ($id: ID!) { node(id: $id) { id } }';
    expect(await gateway.data({ query, variables: { id }, client: CLIENT })).toEqual({ node: null });
    expect(await sql(gateway, 'select * from webhook_breaker where configuration_id = ?::uuid', [id])).toEqual([]);
  });
});

describe('an unknown configuration', () => {
  const ids = ['', 'nope', '1', '\0', 'x'.repeat(10_000), '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55'];

  test.each(ids)('is not found: %j', async (id) => {
    expect(await updateConfiguration(gateway, { configurationId: id, name: 'x' })).toMatchObject(NOT_FOUND);
    expect(await deleteConfiguration(gateway, id)).toMatchObject(NOT_FOUND);
    expect(await pingConfiguration(gateway, id)).toMatchObject(NOT_FOUND);
  });

  test("can be another partner's", async () => {
    const id = await newConfiguration(gateway);
    const ask = { client: 'gama-pay' };
    expect(await updateConfiguration(gateway, { configurationId: id, name: 'x' }, ask)).toMatchObject(NOT_FOUND);
    expect(await deleteConfiguration(gateway, id, ask)).toMatchObject(NOT_FOUND);
    expect(await pingConfiguration(gateway, id, ask)).toMatchObject(NOT_FOUND);
    expect(await updateConfiguration(gateway, { configurationId: id })).toMatchObject({
      configuration: { name: 'Cash-ins' },
    });
  });
});
