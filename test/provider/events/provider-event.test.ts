import { expect, test } from '@jest/globals';
import { readEvent } from '../../../src/provider/events/provider-event.value.ts';

const TEXT = '{ "companyKey": "ACME_PAY", "name": "PIX_REFUND_WAS_RECEIVED", "context": "Pix" }\n';
const received = { partnerId: 'ACME_PAY', receivedAt: new Date('2026-11-20T12:00:00Z') };

test('the body of an event is its exact text', () => {
  expect(readEvent(TEXT, received)?.body).toBe(TEXT);
});

test('a byte order mark is no part of it: webhooks, CloudEvents and `payload` would not be JSON', () => {
  const event = readEvent(`\uFEFF${TEXT}`, received);
  expect(event?.body).toBe(TEXT);
  expect(event).toEqual(readEvent(TEXT, received));
});
