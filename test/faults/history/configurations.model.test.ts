import { describe, expect, test } from '@jest/globals';
import { answered, lost } from './calls.ts';
import {
  configurationsModel,
  type ConfigurationAnswer,
  type ConfigurationOperation,
  type ConfigurationCall,
} from './configurations.model.ts';
import { findOrder } from './find-order.ts';

const LIMIT = 2;
const EXISTS = 'WEBHOOK_CONFIGURATION_ALREADY_EXISTS';
const FULL = 'TOO_MANY_WEBHOOK_CONFIGURATIONS';
const GONE = 'WEBHOOK_CONFIGURATION_NOT_FOUND';

type Span = readonly [number, number];

const call = (at: Span, operation: ConfigurationOperation, answer: ConfigurationAnswer): ConfigurationCall =>
  answered(at, operation, answer);
const made = (at: Span, uri: string, id = `id-${uri}`) => call(at, { uri }, { id });
const deleted = (at: Span, uri: string) => call(at, { deleted: `id-${uri}` }, { id: `id-${uri}` });
const refused = (at: Span, operation: ConfigurationOperation, code: string) => call(at, operation, { code });
const list = (at: Span, ...uris: string[]) =>
  call(at, 'list', { configurations: uris.map((uri) => ({ uri, id: `id-${uri}` })) });

function isExplained(calls: readonly ConfigurationCall[]): boolean {
  return 'state' in findOrder(configurationsModel(LIMIT), {}, calls);
}

describe('a history of configurations is explained', () => {
  test.each<[string, readonly ConfigurationCall[]]>([
    ['when one already exists', [made([0, 9], 'a'), refused([0, 9], { uri: 'a' }, EXISTS), list([10, 11], 'a')]],
    ['when one makes room', [made([0, 1], 'a'), made([0, 1], 'b'), deleted([2, 9], 'a'), made([2, 9], 'c')]],
    ['when there is no room', [made([0, 1], 'a'), lost(2, { uri: 'b' }), refused([3, 4], { uri: 'c' }, FULL)]],
    [
      'when there is no room and one already exists',
      [made([0, 1], 'a'), made([0, 1], 'b'), refused([2, 3], { uri: 'a' }, EXISTS)],
    ],
    [
      'when the answer to a deletion was lost',
      [made([0, 1], 'a'), lost(2, { deleted: 'id-a' }), refused([3, 4], { deleted: 'id-a' }, GONE)],
    ],
    [
      'when one whose answer was lost is found',
      [lost(0, { uri: 'a' }), list([1, 2], 'a'), deleted([3, 4], 'a'), list([5, 6])],
    ],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(true);
  });
});

describe('a history of configurations is refused', () => {
  test.each<[string, readonly ConfigurationCall[]]>([
    ['when there are too many', [made([0, 9], 'a'), made([0, 9], 'b'), made([0, 9], 'c')]],
    ['when one exists twice', [made([0, 9], 'a'), made([0, 9], 'a', 'id-other')]],
    ['when it is listed twice', [lost(0, { uri: 'a' }), lost(0, { uri: 'b' }), list([1, 2], 'a', 'a')]],
    ['when one disappears without a deletion', [made([0, 1], 'a'), list([2, 3])]],
    ['when a deleted one reappears', [made([0, 1], 'a'), deleted([2, 3], 'a'), list([4, 5], 'a')]],
    ['when one is deleted twice', [made([0, 1], 'a'), deleted([2, 9], 'a'), deleted([2, 9], 'a')]],
    ['when it is reported full but is not', [made([0, 1], 'a'), refused([2, 3], { uri: 'b' }, FULL)]],
    ['when an existing one is not found', [made([0, 1], 'a'), refused([2, 3], { deleted: 'id-a' }, GONE)]],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(false);
  });
});
