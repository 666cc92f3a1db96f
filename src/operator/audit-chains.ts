import { readFileSync } from 'node:fs';
import { auditHeads, verifyChain, type ChainFinding, type ExportedHead } from '../platform/audit/verify-audit-chain.ts';
import { Database } from '../platform/database/database.ts';
import { expectPartner, onDatabase } from './command.ts';
import { CommandError, type CommandLine } from '../platform/commands/command.ts';

interface ChainsRequest {
  readonly verify: boolean;
  readonly partner?: string | undefined;
  /** Name of a file with heads that were exported earlier. */
  readonly known?: string | undefined;
}

/**
 * Exports the ends of chains, or verifies the chains.
 * @throws CommandError that names what is broken
 */
export async function lookAtChains(line: CommandLine, { verify, partner, known }: ChainsRequest): Promise<string> {
  const exported = known === undefined ? [] : readHeads(known);
  return onDatabase(line, async ({ sessions }) => {
    const database = new Database(sessions);
    const heads = await auditHeads(database, partner);
    const missing = exported.filter(
      ({ partnerId }) => (partner ?? partnerId) === partnerId && !heads.some((head) => head.partnerId === partnerId),
    );
    if (partner !== undefined && heads.length + missing.length === 0) await expectPartner(database, partner);
    if (!verify) return heads.map((head) => JSON.stringify(head)).join('\n');
    const chains = [...heads, ...missing.map((head) => ({ ...head, position: '0' }))];
    const findings: ChainFinding[] = [];
    for (const head of chains) findings.push(await verifyChain(database, head, exported));
    const report = findings.map(sentenceOf).join('\n');
    if (findings.some(({ broken }) => broken !== undefined)) throw new CommandError(report);
    return report === '' ? 'There are no chains yet.' : report;
  });
}

function sentenceOf({ partnerId, entries, beginsAt, head, broken }: ChainFinding): string {
  const name = partnerId === '' ? 'refused logins' : partnerId;
  if (broken !== undefined) return `${name}: ${broken}`;
  const since = beginsAt === '1' ? '' : `, from position ${beginsAt} on: older ones were dropped`;
  return `${name}: ${entries} entries are intact${since}. Head ${head.position} ${head.hash}`;
}

function readHeads(file: string): readonly ExportedHead[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const heads = lines.filter((line) => line.trim() !== '').map((line) => headOf(JSON.parse(line)));
    if (heads.length === 0) throw new TypeError('The file is empty.');
    return heads;
  } catch (cause) {
    throw new CommandError(`The file ${file} contains no chain heads: write it with --heads.`, { cause });
  }
}

function headOf(value: unknown): ExportedHead {
  if (typeof value !== 'object' || value === null) throw new TypeError('A head is an object.');
  const { partnerId, position, hash } = { partnerId: undefined, position: undefined, hash: undefined, ...value };
  if (
    typeof partnerId !== 'string' ||
    typeof position !== 'string' ||
    typeof hash !== 'string' ||
    !/^\d+$/.test(position)
  )
    throw new TypeError('A head has a partner, a position and a hash.');
  return { partnerId, position, hash };
}
