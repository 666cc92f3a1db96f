import { expect, test } from '@jest/globals';
import '../../../src/capabilities.ts';
import { messageSearch, type MessageFilter } from '../../../src/webhooks/archive/message-search.value.ts';
import { boundFilters, searchFilters } from '../../../src/webhooks/archive/webhook-message.rows.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const ANY: MessageFilter = {
  startDate: '2026-11-01',
  endDate: '2026-11-26',
};
const PERIOD = ['2026-11-01', '2026-11-27'];

function boundTo(filter: Partial<MessageFilter>) {
  const search = messageSearch({ ...ANY, ...filter }, NOW);
  if ('problem' in search) throw new Error(search.problem);
  return boundFilters(searchFilters(search));
}

// Earlier releases bound the cursors that clients stored to these values.
test.each<[Partial<MessageFilter>, readonly unknown[]]>([
  [{}, [null, null, null, null, null, null, null, null]],
  [{ states: ['FAILED'] }, [null, true, null, null, null, null, null, null]],
  [{ eventNames: ['OTHER'] }, [null, null, null, ['OTHER'], null, null, null, null]],
  [
    { eventNames: ['PIX_CASH_IN_WAS_CLEARED'], states: ['HOLD'] },
    [null, null, true, ['PIX_CASH_IN_WAS_CLEARED'], null, null, null, null],
  ],
  [
    { contexts: ['TED'] },
    [null, null, null, ['TED_CASH_IN_WAS_RECEIVED', 'TED_CASH_IN_WAS_CLEARED', 'OTHER'], null, null, 'TED', null],
  ],
  [
    { contexts: ['TED'], states: ['SUCCESS'] },
    [true, null, null, ['TED_CASH_IN_WAS_RECEIVED', 'TED_CASH_IN_WAS_CLEARED', 'OTHER'], null, null, 'TED', null],
  ],
  [{ rawEventNames: ['PIX_REFUND'] }, [null, null, null, null, 'PIX_REFUND', null, null, null]],
])('cursors of a search for %j are bound to the same values as in earlier releases', (filter, bound) => {
  expect(boundTo(filter)).toEqual([...PERIOD, ...bound]);
});
