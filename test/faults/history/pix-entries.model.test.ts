import { describe, expect, test } from '@jest/globals';
import { answered, lost } from './calls.ts';
import { findOrder } from './find-order.ts';
import { pixCallsOf, pixEntriesModel, type PixOperation, type PixCall } from './pix-entries.model.ts';

const LIMITS = { A: 2, B: 3 };
const MINUTE = 60_000;
const FULL = 'MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT';
const SOON = 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL';
const MINE = 'ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT';
const TAKEN = 'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER';
const SPENT = 'INVALID_TRANSACTIONAL_HASH';

type Span = readonly [number, number];

const email = (account: string, value: string): PixOperation => ({
  account,
  type: 'EMAIL',
  value,
  hash: `${account}-${value}`,
});
const evp = (account: string): PixOperation => ({ account, type: 'EVP' });
const refused = (at: Span, operation: PixOperation, code: string): PixCall => answered(at, operation, { code });
const made = (at: Span, account: string, value: string): PixCall =>
  answered(at, email(account, value), { type: 'EMAIL', value, createdAt: at[0] });
const madeEvp = (at: Span, account: string, value: string, createdAt = at[0]): PixCall =>
  answered(at, evp(account), { type: 'EVP', value, createdAt });
const again = (account: string, value: string): PixOperation => ({ account, type: 'EMAIL', value, hash: 'another' });
const list = (at: Span, account: string, ...entries: (readonly [type: string, value: string, createdAt: number])[]) =>
  answered(
    at,
    { list: account },
    {
      entries: entries.map(([type, value, createdAt]) => ({ type, value, createdAt })),
    },
  ) satisfies PixCall;

function isExplained(calls: readonly PixCall[]): boolean {
  return 'state' in findOrder(pixEntriesModel(LIMITS), { entries: [], spent: [] }, calls);
}

describe('a history of Pix keys is explained', () => {
  test.each<[string, readonly PixCall[]]>([
    ['when a key is registered and listed', [made([0, 1], 'A', 'x'), list([2, 3], 'A', ['EMAIL', 'x', 0])]],
    ['when the other account is first', [refused([0, 9], email('A', 'x'), TAKEN), made([0, 9], 'B', 'x')]],
    ["when it is already the account's own", [made([0, 1], 'A', 'x'), refused([2, 3], again('A', 'x'), MINE)]],
    ['when a hash is spent', [made([0, 1], 'A', 'x'), refused([2, 3], email('A', 'x'), SPENT)]],
    [
      'when a lost registration has spent the hash',
      [lost(0, email('A', 'x')), refused([2, 3], email('A', 'x'), SPENT)],
    ],
    [
      'when the account is full',
      [made([0, 9], 'A', 'x'), made([0, 9], 'A', 'y'), refused([0, 9], email('A', 'z'), FULL)],
    ],
    ['when an EVP is requested too soon', [madeEvp([0, 1], 'A', 'x'), refused([MINUTE - 9, MINUTE], evp('A'), SOON)]],
    ['when an EVP is requested a minute later', [madeEvp([0, 1], 'A', 'x'), madeEvp([MINUTE, MINUTE + 1], 'A', 'y')]],
    [
      'when a lost EVP is found',
      [lost(0, evp('A')), refused([1, 2], evp('A'), SOON), list([3, 4], 'A', ['EVP', 'x', 1])],
    ],
    ['when two accounts register EVPs', [madeEvp([0, 1], 'A', 'x'), madeEvp([2, 3], 'B', 'y')]],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(true);
  });
});

describe('a history of Pix keys is refused', () => {
  test.each<[string, readonly PixCall[]]>([
    ['when two accounts have the same key', [made([0, 9], 'A', 'x'), made([0, 9], 'B', 'x')]],
    [
      'when an account has a key twice',
      [made([0, 9], 'B', 'x'), answered([0, 9], again('B', 'x'), { type: 'EMAIL', value: 'x', createdAt: 0 })],
    ],
    ['when an account has one too many', [made([0, 9], 'A', 'x'), made([0, 9], 'A', 'y'), made([0, 9], 'A', 'z')]],
    ['when an account is reported full but is not', [made([0, 1], 'A', 'x'), refused([2, 3], email('A', 'y'), FULL)]],
    ['when a free key is reported as taken', [refused([0, 1], email('A', 'x'), TAKEN), made([2, 3], 'B', 'x')]],
    [
      'when a hash registers two keys',
      [
        made([0, 1], 'B', 'x'),
        answered(
          [2, 3],
          { account: 'B', type: 'EMAIL', value: 'y', hash: 'B-x' },
          { type: 'EMAIL', value: 'y', createdAt: 2 },
        ),
      ],
    ],
    ['when EVPs follow too soon', [madeEvp([0, 9], 'A', 'x', 1), madeEvp([MINUTE, MINUTE + 9], 'A', 'y', MINUTE)]],
    [
      'when an EVP follows a lost one too soon',
      [
        lost(0, evp('A')),
        madeEvp([MINUTE / 2, MINUTE / 2 + 1], 'A', 'y'),
        list([MINUTE, MINUTE + 1], 'A', ['EVP', 'x', 1], ['EVP', 'y', MINUTE / 2]),
      ],
    ],
    [
      'when an EVP is reported too soon long after',
      [madeEvp([0, 1], 'A', 'x'), refused([MINUTE + 5_000, 2 * MINUTE], evp('A'), SOON)],
    ],
    ['when the first EVP is reported too soon', [refused([0, 1], evp('A'), SOON)]],
    ['when two EVPs are the same', [madeEvp([0, 1], 'A', 'x'), madeEvp([0, 1], 'B', 'x')]],
    ['when a success is lost', [made([0, 1], 'A', 'x'), list([2, 3], 'A')]],
    ['when a key is listed with another time', [made([0, 1], 'A', 'x'), list([2, 3], 'A', ['EMAIL', 'x', 1])]],
    [
      'when a refusal has registered a key',
      [refused([0, 1], email('A', 'x'), TAKEN), list([2, 3], 'A', ['EMAIL', 'x', 0])],
    ],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(false);
  });
});

test('only lost calls that are not visible at the end are ignored', () => {
  const calls = [made([0, 1], 'A', 'x'), lost(2, email('A', 'y')), lost(2, evp('A')), lost(2, evp('B'))];
  const last = { A: [{ type: 'EVP', value: 'z', createdAt: 0 }], B: [{ type: 'EMAIL', value: 'y', createdAt: 0 }] };
  expect(pixCallsOf(calls, last)).toEqual([calls[0], calls[2]]);
});
