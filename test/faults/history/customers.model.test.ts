import { describe, expect, test } from '@jest/globals';
import { answered, lost } from './calls.ts';
import { customersModel, OCCUPATION, type CustomerOperation, type CustomerCall } from './customers.model.ts';
import { findOrder } from './find-order.ts';

const WAITS = 'CUSTOMER_AWAIT_EVALUATION';
const REJECTED = 'REGISTRATION_REJECTED';
const PHONE = 'PHONE_ALREADY_IN_USE';
const EMAIL = 'EMAIL_ALREADY_IN_USE';
const WORK = 'INVALID_OCCUPATION';
const PICTURES = 'DOCUMENT_ANALYSIS_NOT_APPROVED';

type Span = readonly [number, number];

const ask = (document: string, contact: string, changes: object = {}): CustomerOperation => ({
  ...{ key: 'k', document, phone: contact, email: contact, occupation: OCCUPATION },
  ...changes,
});
const made = (at: Span, ...operation: Parameters<typeof ask>): CustomerCall =>
  answered(at, ask(...operation), { id: 'id', replayed: false });
const refused = (at: Span, code: string, ...operation: Parameters<typeof ask>): CustomerCall =>
  answered(at, ask(...operation), { code });
const shown = (at: Span, document: string, status: string, contact: string): CustomerCall =>
  answered(at, { look: document }, { customer: { status, phone: contact, email: contact } });

function isExplained(calls: readonly CustomerCall[]): boolean {
  const model = customersModel([
    ...['A', 'B'].map((document) => ({ document, isReproved: false, hasPictures: true })),
    { document: 'R', isReproved: true, hasPictures: true },
    { document: 'U', isReproved: false, hasPictures: false },
  ]);
  return 'state' in findOrder(model, {}, calls);
}

describe('a history of customers is explained', () => {
  test.each<[string, readonly CustomerCall[]]>([
    ['when one waits', [made([0, 1], 'A', 'x'), refused([2, 3], WAITS, 'A', 'x')]],
    ['when one registers again', [made([0, 1], 'A', 'x'), made([2, 3], 'A', 'y'), shown([4, 5], 'A', 'APPROVED', 'x')]],
    ['when the other one is first', [refused([0, 9], PHONE, 'A', 'x'), made([0, 9], 'B', 'x')]],
    ['when only the e-mail is taken', [made([0, 1], 'A', 'x'), refused([2, 3], EMAIL, 'B', 'x', { phone: 'y' })]],
    ['when the previous contact is free', [made([0, 1], 'A', 'x'), made([2, 3], 'A', 'y'), made([4, 5], 'B', 'x')]],
    [
      'when the previous contact is still held',
      [made([0, 1], 'A', 'x'), made([2, 3], 'A', 'y'), refused([4, 5], PHONE, 'B', 'x')],
    ],
    [
      'when a rejected one releases a contact',
      [made([0, 1], 'R', 'x'), made([2, 3], 'A', 'x'), shown([4, 5], 'R', 'REPROVED', 'x')],
    ],
    [
      'when a rejected one registers again',
      [made([0, 1], 'R', 'x'), refused([2, 3], WAITS, 'R', 'x'), refused([4, 5], REJECTED, 'R', 'y')],
    ],
    ['when a pending one holds a contact', [made([0, 1], 'R', 'x'), refused([2, 3], PHONE, 'A', 'x')]],
    ['when one whose answer was lost holds a contact', [lost(0, ask('A', 'x')), refused([1, 2], PHONE, 'B', 'x')]],
    [
      'when occupation or pictures are wrong',
      [refused([0, 1], WORK, 'A', 'x', { occupation: 'X' }), refused([0, 1], PICTURES, 'U', 'x')],
    ],
    [
      'when one is shown before and after its decision',
      [made([0, 1], 'A', 'x'), shown([2, 3], 'A', 'PENDING_APPROVAL', 'x'), shown([4, 5], 'A', 'APPROVED', 'x')],
    ],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(true);
  });
});

describe('a history of customers is refused', () => {
  test.each<[string, readonly CustomerCall[]]>([
    ['when two have the same phone', [made([0, 9], 'A', 'x'), made([0, 9], 'B', 'x', { email: 'y' })]],
    ['when two have the same e-mail address', [made([0, 9], 'A', 'x'), made([0, 9], 'B', 'x', { phone: 'y' })]],
    ['when a free contact is reported as taken', [refused([0, 1], PHONE, 'A', 'x'), made([2, 3], 'B', 'x')]],
    ['when one collides with itself', [made([0, 1], 'A', 'x'), refused([2, 3], PHONE, 'A', 'x')]],
    ['when one is pending that was not registered', [refused([0, 1], WAITS, 'A', 'x'), made([2, 3], 'A', 'x')]],
    [
      'when one is pending that was decided',
      [made([0, 1], 'A', 'x'), shown([2, 3], 'A', 'APPROVED', 'x'), refused([4, 5], WAITS, 'A', 'x')],
    ],
    ['when a success is lost', [made([0, 1], 'A', 'x'), answered([2, 3], { look: 'A' }, { customer: null })]],
    ['when one is approved that must be rejected', [made([0, 1], 'R', 'x'), shown([2, 3], 'R', 'APPROVED', 'x')]],
    [
      'when a rejected one keeps a contact',
      [made([0, 1], 'R', 'x'), shown([2, 3], 'R', 'REPROVED', 'x'), refused([4, 5], PHONE, 'A', 'x')],
    ],
    ['when a rejected one registers anew', [made([0, 1], 'R', 'x'), made([2, 3], 'R', 'x')]],
    ['when one is rejected that must be approved', [made([0, 1], 'A', 'x'), refused([2, 3], REJECTED, 'A', 'x')]],
    ['when one without pictures succeeds', [made([0, 1], 'U', 'x')]],
    ['when one without a valid occupation succeeds', [made([0, 1], 'A', 'x', { occupation: 'X' })]],
    [
      'when one is pending again',
      [made([0, 1], 'A', 'x'), shown([2, 3], 'A', 'APPROVED', 'x'), shown([4, 5], 'A', 'PENDING_APPROVAL', 'x')],
    ],
    [
      'when a refusal has registered one',
      [refused([0, 1], WORK, 'A', 'x', { occupation: 'X' }), shown([2, 3], 'A', 'APPROVED', 'x')],
    ],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(false);
  });
});
