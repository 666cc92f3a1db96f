import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isOutage } from '../../../src/platform/database/database-failure.ts';
import { tenantDatabases, type DatabaseFor } from '../../../src/platform/database/tenant-databases.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

/** Reads in one turn of the event loop that share a connection at most. */
const SHARED_BY_MAX = 8;

const SESSION = ownStatement<{ session: number }>('test_sharing_session', 'select pg_backend_pid() as "session"');
const DIVIDE = ownStatement<{ one: number }>('test_sharing_divide', 'select 1 / $1::int as "one"');
const BREAK = ownStatement('test_sharing_break', 'select pg_terminate_backend(pg_backend_pid())');
const SLEEP = ownStatement('test_sharing_sleep', 'select pg_sleep($1)');
const GIVE_UP = ownStatement(
  'test_sharing_give_up',
  `do $$ begin raise exception 'as asked' using errcode = '57014'; end $$`,
);
const WHO = ownStatement<{ partner: string | null }>(
  'test_sharing_who',
  `select nullif(current_setting('gateway.partner', true), '') as "partner"`,
);

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

onPostgreSql('reads that begin in one turn of the event loop', () => {
  let own: OwnDatabase;
  let databaseFor: DatabaseFor;

  beforeAll(async () => {
    own = await OwnDatabase.open({ poolSize: 2 * SHARED_BY_MAX });
    databaseFor = await tenantDatabases(own.opened);
  });
  afterAll(() => own.close());

  async function sessionsOf(sharer: string, reads: number): Promise<number[]> {
    const databases = Array.from({ length: reads }, () => own.database.together(sharer));
    const found = await Promise.all(databases.map((database) => database.run(SESSION, [])));
    return found.flat().map(({ session }) => session);
  }

  test('share connections within a partner, and none between partners', async () => {
    const [ours, theirs] = await Promise.all([sessionsOf('ours', 2 * SHARED_BY_MAX), sessionsOf('theirs', 2)]);
    const uses = ours.map((session) => ours.filter((other) => other === session).length);
    expect(new Set(uses)).toEqual(new Set([SHARED_BY_MAX]));
    expect(new Set(theirs).size).toBe(1);
    expect(theirs.filter((session) => ours.includes(session))).toEqual([]);
  });

  test('fail individually', async () => {
    const reads = [1, 0, 1].map((divisor) => own.database.together('ours').run(DIVIDE, [divisor]));
    const ends = await Promise.allSettled(reads);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('see only their own partner behind row-level security, and leave no setting behind', async () => {
    const partners = ['ACME_PAY', 'BETA_PAY', 'ACME_PAY'];
    const seen = await Promise.all(partners.map((partner) => databaseFor(partner).together('ours').run(WHO, [])));
    expect(seen.flat().map(({ partner }) => partner)).toEqual(partners);
    const left = await Promise.all(partners.map(() => own.database.together('ours').run(WHO, [])));
    expect(left.flat().map(({ partner }) => partner)).toEqual([null, null, null]);
  });

  /** Waits until connections are shared: for a while after slow statements they are not. */
  const shareAgain = () => eventually(async () => new Set(await sessionsOf('ours', 2)).size === 1);

  test('fail along with one that timed out in the database, as they would wait as long again', async () => {
    await shareAgain();
    const gaveUp = own.database.together('ours').run(GIVE_UP, []);
    const queued = own.database.together('ours').run(SLEEP, [3_600]);
    const ends = await Promise.allSettled([gaveUp, queued]);
    expect(ends.map((end) => end.status === 'rejected' && isOutage(end.reason))).toEqual([true, true]);
  });

  test('all fail when their connection breaks, and the next ones get another', async () => {
    await shareAgain();
    const broken = own.database.together('ours').run(BREAK, []);
    const after = own.database.together('ours').run(SESSION, []);
    const ends = await Promise.allSettled([broken, after]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await sessionsOf('ours', 3 * SHARED_BY_MAX)).toHaveLength(3 * SHARED_BY_MAX);
  });

  test('do not delay those of another partner when one takes long', async () => {
    const ended: string[] = [];
    const slow = own.database.together('ours').run(SLEEP, [1]);
    const quick = own.database.together('theirs').run(SESSION, []);
    await Promise.all([slow.then(() => ended.push('ours')), quick.then(() => ended.push('theirs'))]);
    expect(ended).toEqual(['theirs', 'ours']);
  });

  test('have a connection each while statements are slow', async () => {
    const used = await eventually(async () => {
      await own.database.together('ours').run(SLEEP, [0.5]);
      const sessions = new Set(await sessionsOf('ours', SHARED_BY_MAX));
      return sessions.size > 1 && sessions.size;
    });
    expect(used).toBe(SHARED_BY_MAX);
  });
});
