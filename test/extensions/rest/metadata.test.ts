import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { gateway } from '../../support/shared-gateway.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { call } from '../../support/rest.ts';
import { data, pocketCall, POCKETS } from './pocket-call.ts';

beforeAll(() => setPocketLimit(gateway, '200001', 100));
test('replays a request without metadata, with null and with an empty object', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await call(gateway, POCKETS, pocketCall({ headers }));
  expect(first.body.metadata).toEqual({});
  for (const metadata of [null, {}]) {
    const again = await call(gateway, POCKETS, pocketCall({ headers, body: { data, metadata } }));
    expect([again.status, again.body]).toEqual([201, first.body]);
  }
});

test('refuses a number that it cannot keep, by its name', async () => {
  const text = JSON.stringify({ data, metadata: { order: { id: 'ID' } } });
  const body = text.replace('"ID"', '12345678901234567890');
  const { status, body: refused } = await call(gateway, POCKETS, pocketCall({ body }));
  expect([status, refused.errors]).toEqual([
    400,
    [
      {
        code: 'INVALID_PARAMETER',
        propertyName: 'metadata.order.id',
        details: { code: 'RANGE' },
        messages: ['Give a number with fewer digits, or a string: this one cannot be represented exactly.'],
      },
    ],
  ]);
});
