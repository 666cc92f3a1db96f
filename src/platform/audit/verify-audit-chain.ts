import type { Database, Sql } from '../database/database.ts';
import { instantText } from '../statements/instant.ts';
import type { RowOf } from '../statements/compiled.ts';
import { statement } from '../statements/statement.ts';
import { CHAIN_START, nextHead, type ChainHead } from './audit-chain.rules.ts';
import { AuditHead } from './audit-head.entity.ts';

/** Most entries that one statement reads. */
const PAGE_SIZE = 5_000;

/** The exported end of a partner's chain. */
export interface ExportedHead extends ChainHead {
  readonly partnerId: string;
}

/** The result of verifying one chain. */
export interface ChainFinding {
  readonly partnerId: string;
  /** How many entries were verified. */
  readonly entries: number;
  /** Position of the oldest entry that exists; older ones were deleted. */
  readonly beginsAt: string;
  readonly head: ChainHead;
  /** The first problem, as a sentence; undefined if there is none. */
  readonly broken: string | undefined;
}

/** A statement: millions of entities would be created otherwise, each to be read once. */
const READ_CHAIN = statement(
  'read_audit_chain',
  `select id, at, partner_id as "partnerId", client, mutation, result, subject, count,
     correlation_id as "correlationId", entry.position::text as "position", hash
   from audit_entry as entry where partner_id = $1 and entry.position > $2 order by entry.position limit $3`,
  { neverNull: ['position', 'hash'] },
);

/** Returns the ends of the chains of all partners, or of one. */
export async function auditHeads({ entities }: Database, partnerId?: string): Promise<readonly ExportedHead[]> {
  const whose = partnerId === undefined ? {} : { partnerId };
  const heads = await entities.find(AuditHead, whose, { orderBy: { partnerId: 'asc' } });
  return heads.map((head) => ({ partnerId: head.partnerId, position: head.position, hash: head.hash }));
}

/**
 * Verifies a chain by recomputing it from its oldest entry.
 * @param known heads that were exported earlier: each must still be in the chain
 */
export async function verifyChain(sql: Sql, head: ExportedHead, known: readonly ExportedHead[]): Promise<ChainFinding> {
  const { partnerId } = head;
  const ends = [head, ...known.filter((one) => one.partnerId === partnerId)];
  const toMeet = new Map(ends.map(({ position, hash }) => [position, hash]));
  let reached: ChainHead = CHAIN_START;
  let [entries, beginsAt] = [0, '1'];
  const finding = (broken?: string): ChainFinding => ({ partnerId, entries, beginsAt, head: reached, broken });
  for (;;) {
    const page = await sql.run(READ_CHAIN, [partnerId, reached.position, PAGE_SIZE]);
    for (const entry of page) {
      if (entries === 0 && entry.position !== '1') [beginsAt, reached] = [entry.position, before(entry)];
      const broken = entries === 0 && beginsAt !== '1' ? undefined : problemOf(reached, entry);
      if (broken !== undefined) return finding(broken);
      reached = { position: entry.position, hash: entry.hash };
      entries += 1;
      if ((toMeet.get(entry.position) ?? entry.hash) !== entry.hash)
        return finding(`The entry ${entry.position} does not match the head at its position.`);
    }
    if (page.length < PAGE_SIZE) break;
  }
  const newest = ends.find(({ position }) => BigInt(position) > BigInt(reached.position));
  return finding(newest && `The entries from ${BigInt(reached.position) + 1n} to ${newest.position} are missing.`);
}

/** Returns what is wrong with the next entry, as a sentence that names the first broken one. */
function problemOf(reached: ChainHead, entry: RowOf<typeof READ_CHAIN>): string | undefined {
  const next = nextHead(reached, { ...entry, at: instantText(entry.at) });
  if (next.position !== entry.position) return `The entry ${next.position} is missing: ${entry.position} follows.`;
  return next.hash === entry.hash ? undefined : `The entry ${entry.position}, ${entry.id}, was changed.`;
}

/** Returns the head before the first entry of a chain whose older entries are gone: that entry is trusted as it is. */
function before({ position }: RowOf<typeof READ_CHAIN>): ChainHead {
  return { position: String(BigInt(position) - 1n), hash: '' };
}
