import { expect, test } from '@jest/globals';
import { shownEvents } from '../../../../src/capabilities.ts';
import { providerSubjects } from '../../../../src/extensions/provider/sides.ts';
import { readEvent } from '../../../../src/extensions/provider/events/provider-event.value.ts';

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

test('each event of the partner API has a subject, without which it is unreadable from a provider', () => {
  const known = new Set(providerSubjects.flatMap(({ names }) => names));
  const events = shownEvents.map(({ definition }) => definition).filter(({ origin }) => origin === 'PARTNER_API');
  const lacking = events.filter(({ name }) => !known.has(name));
  expect(lacking.map(({ name }) => `${name}: add it to \`names\` of its ProviderSubject`)).toEqual([]);
});
