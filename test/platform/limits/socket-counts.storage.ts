import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SocketCounts } from '../../../src/platform/limits/socket-counts.ts';
import { systemRandom } from '../../../src/platform/system.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const MAX = 3;

let own: OwnDatabase;
let here: SocketCounts;
let there: SocketCounts;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
beforeEach(async () => {
  await own.sql('delete from socket_count');
  [here, there] = [counts(), counts()];
});
afterAll(() => own.close());

/** A process, as far as sockets are counted. */
function counts(max = MAX): SocketCounts {
  return new SocketCounts({ max, processId: systemRandom.uuid(), sql: own.database });
}

/** Tries to open sockets; returns how many of them the partner gets. */
function open(at: SocketCounts, tries: number, partner: string): number {
  return Array.from({ length: tries }, () => at.enter(partner)).filter((refusal) => refusal === undefined).length;
}

/** The same without a token, each time from another address. */
function openWithoutToken(at: SocketCounts, tries: number): number {
  const refusals = Array.from({ length: tries }, (_, nth) => at.enter(undefined, `198.51.100.${nth}`));
  return refusals.filter((refusal) => refusal === undefined).length;
}

describe('the sockets of a partner', () => {
  test('are limited in one process', () => {
    expect([open(here, 5, 'ACME_PAY'), open(here, 5, 'BETA_PAY'), openWithoutToken(here, 5)]).toEqual([MAX, MAX, MAX]);
    here.leave('ACME_PAY');
    expect(open(here, 5, 'ACME_PAY')).toBe(1);
  });

  test('are limited across processes, once these have exchanged their counts', async () => {
    expect(open(here, 2, 'ACME_PAY')).toBe(2);
    expect(openWithoutToken(here, 1)).toBe(1);
    await here.exchange();
    await there.exchange();
    expect([open(there, 5, 'ACME_PAY'), open(there, 5, 'BETA_PAY'), openWithoutToken(there, 5)]).toEqual([1, MAX, 2]);
    await there.exchange();
    await here.exchange();
    expect(open(here, 5, 'ACME_PAY')).toBe(0);
  });

  test('of a process that is gone are forgotten even if the clock was set back meanwhile', async () => {
    open(here, MAX, 'ACME_PAY');
    open(there, 1, 'BETA_PAY');
    await here.exchange();
    await there.exchange();
    await own.sql(`update socket_count set told_at = told_at + interval '1 hour'`);
    await there.exchange();
    expect(open(there, 5, 'ACME_PAY')).toBe(MAX);
    expect(await own.sql('select partner_id as "partner", told_at <= now() as "isPast" from socket_count')).toEqual([
      { partner: 'BETA_PAY', isPast: true },
    ]);
  });

  test('that are closed free their places in other processes', async () => {
    open(here, MAX, 'ACME_PAY');
    await here.exchange();
    here.leave('ACME_PAY');
    here.leave('ACME_PAY');
    await here.exchange();
    await there.exchange();
    expect(open(there, 5, 'ACME_PAY')).toBe(2);
    here.leave('ACME_PAY');
    await here.exchange();
    await there.exchange();
    expect(open(there, 5, 'ACME_PAY')).toBe(1);
  });

  test('of a process that is gone are forgotten soon', async () => {
    open(here, MAX, 'ACME_PAY');
    await here.exchange();
    await own.sql(`update socket_count set told_at = told_at - interval '7 seconds'`);
    await there.exchange();
    expect(open(there, 5, 'ACME_PAY')).toBe(MAX);
    await there.exchange();
    expect(await own.sql('select sockets from socket_count')).toEqual([{ sockets: MAX }]);
  });

  test('are unlimited if no limit is set', async () => {
    const unlimited = counts(0);
    expect(open(unlimited, 1_000, 'ACME_PAY')).toBe(1_000);
    await unlimited.exchange();
    expect(await own.sql('select from socket_count')).toEqual([]);
  });
});
