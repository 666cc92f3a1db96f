import { randomUUID } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Gateway } from '../../support/gateway.ts';
import {
  configurationInput,
  createConfiguration,
  newConfiguration,
  updateConfiguration,
} from '../../support/configurations.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api' });
});
afterAll(() => gateway.stop());

const NAME = 'Give a name of 1 to 50 characters.';
const PUBLIC_KEY = 'Give 1 to 64 visible ASCII characters without spaces.';
const SECRET = 'Give whsec_ and the base64 of 24 to 64 bytes.';
const LENGTH = 'Give an address of 1 to 500 characters.';

const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;
const uriOf = (length: number) => 'https://partner.example/'.padEnd(length, 'a');

/** Valid values of the fields, and invalid ones with their messages. */
const RULES = {
  name: {
    valid: ['a', 'é'.repeat(50), '🎁'.repeat(50), '  trimmed  ', `${'x'.repeat(50)} `],
    invalid: ['', '   ', 'x'.repeat(51), '🎁'.repeat(51), 'a\0b', '\ud800'].map((name) => [name, NAME]),
  },
  publicKey: {
    valid: ['k', '!~'.repeat(32)],
    invalid: ['', ' ', 'k'.repeat(65), 'a b', 'a\r\nx: y', 'key\n', 'chave-ã', '\u007f'].map((key) => [
      key,
      PUBLIC_KEY,
    ]),
  },
  secret: {
    valid: [secretOf(24), secretOf(32), secretOf(64)],
    invalid: [
      ...[secretOf(23), secretOf(65), ' ', 'whsec_', secretOf(24).replace('whsec_', 'WHSEC_'), secretOf(24).slice(6)],
      ...[`${secretOf(24)}=`, `whsec_${'-'.repeat(32)}`, ` ${secretOf(24)}`, `${secretOf(24)}\n`],
    ].map((secret) => [secret, SECRET]),
  },
  uri: {
    valid: [uriOf(500), 'http://localhost:3000/hook', 'http://10.0.0.1/hook?x=1', 'https://são.example/ç'],
    invalid: [
      [uriOf(501), LENGTH],
      ['', LENGTH],
      ['garbage', 'The URL cannot be parsed.'],
      ['ftp://partner.example/', 'The URL is neither http nor https.'],
      ['https://user@partner.example/', 'The URL contains a user name or a password.'],
      ['https://partner.example/#x', 'The URL contains a fragment.'],
      ['https://', 'The URL cannot be parsed.'],
      ['https://./', 'The URL has no host name that could be looked up.'],
      [' https://partner.example/', 'The URL contains a space or a control character.'],
      ['https://partner.example/a b', 'The URL contains a space or a control character.'],
    ],
  },
} as const;

const valid = Object.entries(RULES).flatMap(([field, rule]) => rule.valid.map((value) => [field, value] as const));
const invalid = Object.entries(RULES).flatMap(([field, rule]) =>
  rule.invalid.map(([value, message]) => [field, value, message] as const),
);

describe('a field of a configuration', () => {
  test.each(valid)('%s can be %j, at creation and in an update', async (field, value) => {
    const created = await createConfiguration(gateway, { [field]: value });
    expect(created).toMatchObject({ __typename: 'CreateWebhookConfigurationSuccess' });
    const { id } = created.configuration;
    const updated = await updateConfiguration(gateway, { configurationId: id, [field]: value });
    expect(updated).toMatchObject({ __typename: 'UpdateWebhookConfigurationSuccess' });
    const shown = { ...updated.configuration, secret: updated.signingSecret };
    expect(shown[field]).toBe(field === 'name' ? value.trim() : value);
  });

  test.each(invalid)('%s cannot be %j: %s', async (field, value, message) => {
    const refusal = { code: 'INVALID_PARAMETER', status: 400, violations: [{ path: [field], message }] };
    expect(await createConfiguration(gateway, { [field]: value })).toMatchObject(refusal);
    const id = await newConfiguration(gateway);
    expect(await updateConfiguration(gateway, { configurationId: id, [field]: value })).toMatchObject(refusal);
  });

  test.each([
    ['PIX', 'TED_CASH_IN_WAS_CLEARED', 'TED'],
    ['CUSTOMER', 'POCKET_ACCOUNT_WAS_CREATED', 'POCKET'],
  ])('context cannot be %s if the event is %s', async (context, eventName, wanted) => {
    expect(await createConfiguration(gateway, { context, eventName })).toMatchObject({
      violations: [{ path: ['context'], message: `Give ${wanted}: ${eventName} occurs there.` }],
    });
    expect(await createConfiguration(gateway, { context: wanted, eventName })).toMatchObject({ configuration: {} });
  });

  test('that is optional counts as absent if it is empty', async () => {
    const created = await createConfiguration(gateway, { secret: '', rawContext: '' });
    expect(created).toMatchObject({ signingSecret: expect.stringMatching(/^whsec_.{43}=$/) });
    const { id } = created.configuration;
    expect(await updateConfiguration(gateway, { configurationId: id, secret: '' })).toMatchObject({
      configuration: { id },
      signingSecret: null,
    });
    const other = { context: 'OTHER', eventName: 'OTHER', rawEventNames: ['CARD_WAS_LOST'], rawContext: '' };
    expect(await createConfiguration(gateway, other)).toMatchObject({ violations: [{ path: ['rawContext'] }] });
  });

  test('is named with all others that are invalid, sorted', async () => {
    const wrong = { name: '', uri: 'x', publicKey: '', secret: 'x', context: 'TED' };
    const violations = ['context', 'name', 'publicKey', 'secret', 'uri'].map((field) => ({ path: [field] }));
    expect(await createConfiguration(gateway, wrong)).toMatchObject({ violations });
  });

  test.each([{ uri: null }, { name: 1 }, { context: 'pix' }, { eventName: 'X' }, { color: 'red' }])(
    'of the wrong type makes the request invalid: %j',
    async (changes) => {
      const query =
        'mutation ($input: CreateWebhookConfigurationInput!) { createWebhookConfiguration(input: $input) { __typename } }';
      const { status, body } = await gateway.ask({ query, variables: { input: configurationInput(changes) } });
      expect([status, body.errors?.[0]?.extensions['code']]).toEqual([400, 'BAD_USER_INPUT']);
    },
  );
});

describe('what is not given', () => {
  const uri = () => `https://partner.example:8443/${randomUUID()}`;
  const bare = { name: null, context: null, publicKey: null };

  test.each([
    [{ eventName: 'TED_CASH_IN_WAS_CLEARED' }, 'TED_CASH_IN_WAS_CLEARED', 'TED'],
    [
      { eventName: null, eventNames: ['PIX_CASH_IN_WAS_RECEIVED', 'TED_CASH_IN_WAS_CLEARED'] },
      'PIX_CASH_IN_WAS_RECEIVED',
      'PIX',
    ],
  ])('follows from uri and %j', async (events, eventName, context) => {
    expect(await createConfiguration(gateway, { ...bare, ...events, uri: uri() })).toMatchObject({
      configuration: {
        name: 'partner.example:8443',
        context,
        eventName,
        publicKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
  });

  test.each([
    [{ eventName: null }, 'eventName'],
    [{ eventName: 'OTHER', rawEventNames: ['A'], rawContext: 'Loans' }, 'context'],
  ])('does not follow from %j', async (events, field) => {
    expect(await createConfiguration(gateway, { ...bare, ...events, uri: uri() })).toMatchObject({
      code: 'INVALID_PARAMETER',
      violations: [{ path: [field] }],
    });
  });
});
