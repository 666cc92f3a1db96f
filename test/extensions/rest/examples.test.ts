import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { errorCatalogue } from '../../../src/capabilities.ts';
import { DescribedRow } from '../../../src/extensions/rest/described-row.ts';
import { restRows } from '../../../src/extensions/rest/rest-rows.ts';
import type { RestRow } from '../../../src/extensions/rest/rest-row.ts';
import { gateway } from '../../support/sandbox-gateway.ts';
import { call, type RestAnswer } from '../../support/rest.ts';

/** Paths whose examples name something that must be created first, and the tests that do so. */
const CREATED_FIRST: Readonly<Record<string, string>> = {
  'PUT /document-analysis/{documentNumber}': 'pictures.test.ts',
  'POST /document-analysis/{documentNumber}/deepface': 'walk.test.ts',
  'GET /document-analysis/{documentNumber}': 'pictures.test.ts',
  'GET /pockets/{pocketNumber}': 'rest.test.ts',
  'PATCH /pockets/{pocketNumber}/closure': 'endings.test.ts',
  'GET /pockets/{pocketNumber}/balances': 'money.test.ts',
  'POST /pockets/{pocketNumber}/transactions/savings': 'money.test.ts',
  'POST /pockets/{pocketNumber}/transactions/redeems': 'money.test.ts',
  'GET /pockets/{pocketNumber}/transactions/{authenticationCode}': 'money.test.ts',
  'PUT /customers/{documentNumber}': 'registrations.test.ts',
  'DELETE /pix/entries/{key}': 'endings.test.ts',
  'PATCH /customers/{documentNumber}/cancel': 'endings.test.ts',
  'PATCH /accounts/{accountNumber}/closure': 'endings.test.ts',
  'PATCH /totp': 'codes.test.ts',
  'POST /webhooks/processed-messages/{idempotencyKey}': 'sent-again.test.ts',
  'POST /webhooks/configurations': 'configurations.test.ts',
  'GET /webhooks/configurations/{configurationId}': 'configurations.test.ts',
  'PATCH /webhooks/configurations/{configurationId}': 'configurations.test.ts',
  'DELETE /webhooks/configurations/{configurationId}': 'configurations.test.ts',
  'PATCH /webhooks/configurations/{configurationId}/enable': 'configurations.test.ts',
  'PATCH /webhooks/configurations/{configurationId}/disable': 'configurations.test.ts',
};

const rows = restRows
  .filter((row): row is RestRow => !('unbuilt' in row))
  .map((row) => ({ ...row, operation: `${row.method} ${row.path}` }));

function send({ operation, version, example }: (typeof rows)[number]): Promise<RestAnswer> {
  const filled = operation.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? ''));
  const query = new URLSearchParams(example.query).toString();
  const headers = { 'api-version': String(version), ...example.headers };
  return call(gateway, query === '' ? filled : `${filled}?${query}`, {
    headers,
    ...(example.body && { body: example.body }),
  });
}

// A new path is called here without a test of its own; `call` checks the body against OpenAPI.
test.each(rows.filter(({ operation }) => !(operation in CREATED_FIRST)))(
  '$operation succeeds with its example',
  async (row) => {
    const { status, text } = await send(row);
    const advice = `mend the row or its example; if something must be created first, test it and add it to CREATED_FIRST`;
    expect(status === row.success ? [] : [`${row.operation} returned ${status} ${text}: ${advice}`]).toEqual([]);
  },
);

test.each(Object.entries(CREATED_FIRST))('%s is served, and %s tests it', (operation, file) => {
  expect(rows.map((row) => row.operation)).toContain(operation);
  expect(existsSync(`test/extensions/rest/${file}`)).toBe(true);
});

test('a row is refused whose missing result has no error, or one that is not in the catalogue', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const row = rows.find(({ operation }) => operation === 'GET /pockets/{pocketNumber}');
  if (row === undefined) throw new Error('There is no such row.');
  const { absent, ...without } = row;
  expect(() => new DescribedRow(row, schema, errorCatalogue)).not.toThrow();
  expect(() => new DescribedRow(without, schema, errorCatalogue)).toThrow('pocket can be null');
  const unknown = { ...row, absent: { code: 'NO_SUCH_ERROR', names: absent?.names ?? '' } };
  expect(() => new DescribedRow(unknown, schema, errorCatalogue)).toThrow('NO_SUCH_ERROR');
});
