import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { systemRandom } from '../../../src/platform/system.ts';
import { endOf } from '../../../src/operator/command.ts';
import { audit } from '../../../src/operator/audit-command.ts';
import { AUDIT_BACKLOG } from '../../../src/platform/audit/audit-backlog.ts';
import { AuditTrail } from '../../../src/platform/audit/audit-trail.ts';
import { sealAuditEntries } from '../../../src/platform/audit/seal-audit-entries.ts';
import { auditHeads, verifyChain } from '../../../src/platform/audit/verify-audit-chain.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { tenantDatabases } from '../../../src/platform/database/tenant-databases.ts';
import { handbookSql } from '../../deploy/deploy-file.ts';
import { failingWork } from '../../support/failing-work.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';
import { TestClock } from '../../support/test-clock.ts';

const ENTRIES = 20;
const YEAR_SECONDS = 365 * 86_400;
let own: OwnDatabase;
let trail: AuditTrail;
const clock = new TestClock();

beforeAll(async () => {
  own = await OwnDatabase.open();
  trail = new AuditTrail({
    database: own.database,
    clock,
    random: systemRandom,
    failing: failingWork(),
    logger: pino({ level: 'silent' }),
  });
  for (const partnerId of ['ACME_PAY', 'BETA_PAY']) await record(partnerId, ENTRIES);
  await seal();
});
afterAll(() => own.close());

async function record(partnerId: string, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1)
    await trail.record({
      ...{ partnerId, client: 'client', mutation: 'createPocket', result: `Result${nth}` },
      correlationId: systemRandom.uuid(),
    });
}

/** Seals three times concurrently, as several workers do. */
async function seal(): Promise<void> {
  await Promise.all(Array.from({ length: 3 }, () => sealAuditEntries(own.database)));
}

async function findings(known: Awaited<ReturnType<typeof auditHeads>> = []): Promise<(string | undefined)[]> {
  const heads = await auditHeads(own.database);
  const found = await Promise.all(heads.map((head) => verifyChain(own.database, head, known)));
  return found.map(({ broken }) => broken);
}

/** Changes the entries by a statement, returns the first finding, and restores them. */
async function tampered(text: string, known: Awaited<ReturnType<typeof auditHeads>> = []): Promise<string | undefined> {
  await own.sql('create table copy_of_entries as select * from audit_entry');
  await own.sql('create table copy_of_heads as select * from audit_head');
  try {
    await own.sql(text);
    return (await findings(known))[0];
  } finally {
    await own.sql('delete from audit_entry');
    await own.sql('insert into audit_entry select * from copy_of_entries');
    await own.sql('delete from audit_head');
    await own.sql('insert into audit_head select * from copy_of_heads');
    await own.sql('drop table copy_of_entries');
    await own.sql('drop table copy_of_heads');
  }
}

/** Findings of three chains; `toEqual` would accept any number of them. */
const THREE_INTACT = [undefined, undefined, undefined];
const place = `partner_id = 'ACME_PAY' and position`;

describe('the chain of a partner', () => {
  test('has no gaps, holds each entry once, and is intact', async () => {
    const rows = await own.sql<{ result: string; position: string }>(
      `select result, position::text as position from audit_entry where partner_id = 'ACME_PAY' order by audit_entry.position`,
    );
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: ENTRIES }, (_, nth) => `${nth + 1}`));
    expect(new Set(rows.map(({ result }) => result)).size).toBe(ENTRIES);
    expect(await findings()).toStrictEqual([undefined, undefined]);
  });

  test('reports how many entries wait to be sealed, and since when, until they are sealed', async () => {
    const inMinutes = (minutes: number) => AUDIT_BACKLOG.read(own.database, new Date(Date.now() + minutes * 60_000));
    expect(await inMinutes(5)).toEqual({ entries: 0, oldest_seconds: 0 });
    await record('GAMA_PAY', 2);
    const { entries, oldest_seconds: seconds } = await inMinutes(5);
    expect(entries).toBe(2);
    expect(seconds).toBeGreaterThanOrEqual(300);
    expect(seconds).toBeLessThan(330);
    expect((await inMinutes(-5))['oldest_seconds']).toBe(0);
    await seal();
    expect(await inMinutes(5)).toEqual({ entries: 0, oldest_seconds: 0 });
  });

  test('continues when an entry is stored again after it was sealed, since its first response was lost', async () => {
    const columns = 'id, at, partner_id, client, mutation, result, subject, count, correlation_id';
    await own.sql(`insert into audit_outbox (${columns})
      select ${columns} from audit_entry where partner_id = 'BETA_PAY' and position = 3`);
    await record('BETA_PAY', 1);
    await seal();
    const [left] = await own.sql<{ unsealed: number; sealed: number }>(`select
      (select count(*)::int from audit_outbox) as unsealed,
      (select count(*)::int from audit_entry where partner_id = 'BETA_PAY') as sealed`);
    expect(left).toEqual({ unsealed: 0, sealed: ENTRIES + 1 });
    expect(await findings()).toStrictEqual(THREE_INTACT);
  });

  test.each([
    ['another result', `update audit_entry set result = 'Success' where ${place} = 7`, /entry 7, .* was changed/],
    [
      'another instant',
      `update audit_entry set at = at + interval '1 ms' where ${place} = 8`,
      /entry 8, .* was changed/,
    ],
    ['no client', `update audit_entry set client = null where ${place} = 9`, /entry 9, .* was changed/],
    [
      'a hash of its own',
      `update audit_entry set hash = repeat('a', 64) where ${place} = 10`,
      /entry 10, .* was changed/,
    ],
    ['a missing entry in the middle', `delete from audit_entry where ${place} = 11`, /entry 11 is missing/],
    ['missing entries at the end', `delete from audit_entry where ${place} > 18`, /entries from 19 to 20 are missing/],
  ])('reports the first broken entry: %s', async (_what, text, sentence) => {
    expect(await tampered(text)).toMatch(sentence);
    expect(await findings()).toStrictEqual(THREE_INTACT);
  });

  test('that was truncated together with its head is detected by an exported head', async () => {
    const known = await auditHeads(own.database);
    const cut = `with gone as (delete from audit_entry where ${place} > 18)
      update audit_head set position = 18, hash = (select hash from audit_entry where ${place} = 18)
      where partner_id = 'ACME_PAY'`;
    expect(await tampered(cut)).toBeUndefined();
    expect(await tampered(cut, known)).toMatch(/entries from 19 to 20 are missing/);
  });

  test('begins later if its oldest entries were removed', async () => {
    await own.sql(`delete from audit_entry where ${place} < 5`);
    const [head] = await auditHeads(own.database, 'ACME_PAY');
    if (head === undefined) throw new Error('There is no chain.');
    expect(await verifyChain(own.database, head, [])).toMatchObject({ beginsAt: '5', entries: 16, broken: undefined });
  });

  test('continues, and loses no entry, when sealing fails', async () => {
    await record('ACME_PAY', 3);
    await own.sql('alter table audit_head add constraint no_more check (position < 22)');
    await expect(sealAuditEntries(own.database)).rejects.toThrow();
    await own.sql('alter table audit_head drop constraint no_more');
    await seal();
    expect(await findings()).toStrictEqual(THREE_INTACT);
    expect((await auditHeads(own.database, 'ACME_PAY'))[0]?.position).toBe('23');
  });

  test('is intact once old entries were deleted as in the handbook, even if all are old, or one was stored late', async () => {
    for (const year of [-6, -4, -6, 0]) {
      clock.advance(year * YEAR_SECONDS);
      await record('DELTA_PAY', 2);
      if (year === -6) await record('EPSILON_PAY', 2);
      await seal();
      clock.reset();
    }
    await own.sql(handbookSql('with chain'));
    const left = await own.sql(`select partner_id, array_agg(position order by position)::text as positions
      from audit_entry where partner_id in ('DELTA_PAY', 'EPSILON_PAY') group by partner_id order by partner_id`);
    expect(left).toEqual([
      { partner_id: 'DELTA_PAY', positions: '{3,4,5,6,7,8}' },
      { partner_id: 'EPSILON_PAY', positions: '{4}' },
    ]);
    expect(new Set(await findings())).toEqual(new Set([undefined]));
  });
});

describe('a statement for a partner', () => {
  test.each(['audit_entry', 'audit_outbox', 'audit_head'])('can neither read nor change %s', async (table) => {
    const tenant = (await tenantDatabases(own.opened))('ACME_PAY');
    for (const text of [`select 1 from ${table}`, `update ${table} set partner_id = 'X'`, `delete from ${table}`]) {
      const forbidden = ownStatement(`test_${text.replaceAll(/\W/g, '_')}`, text);
      await expect(tenant.run(forbidden, [])).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('npm run audit', () => {
  const folders = new TemporaryFolders();
  let world: OwnWorld;

  beforeAll(async () => {
    world = await OwnWorld.make();
  });
  afterAll(async () => {
    await world.remove();
    folders.remove();
  });

  const run = (...args: string[]) => endOf(audit, { args, environment: world.environment });

  test('verifies chains against exported heads', async () => {
    expect(await run('--verify')).toEqual({ code: 0, output: 'There are no chains yet.\n', errors: '' });
    const file = join(folders.make(), 'heads.json');
    writeFileSync(file, `${JSON.stringify({ partnerId: 'ACME_PAY', position: '3', hash: 'a'.repeat(64) })}\n`);
    expect(await run('--verify', '--known', file)).toEqual({
      ...{ code: 1, output: '' },
      errors: 'ACME_PAY: The entries from 1 to 3 are missing.\n',
    });
    for (const text of ['no heads', '', '\n']) {
      writeFileSync(file, text);
      const { code, errors } = await run('--verify', '--known', file);
      expect({ code, errors }).toEqual({
        code: 1,
        errors: expect.stringMatching(/contains no chain heads: write it with --heads/),
      });
    }
  });
});
