import { isUuid } from '../kernel/uuid.ts';
import { findAuditEntries, type AuditSearch, type FoundEntry } from '../platform/audit/find-audit-entries.ts';
import { Database } from '../platform/database/database.ts';
import { instantGiven } from '../platform/statements/instant.ts';
import { FLAG, readArguments, TEXT, wrongUsage } from '../platform/commands/arguments.ts';
import { lookAtChains } from './audit-chains.ts';
import { expectPartner, onDatabase } from './command.ts';
import { CommandError, type Command } from '../platform/commands/command.ts';

const LIMIT_DEFAULT = '100';
const LIMIT_MAX = 100_000;
/** A day, or an instant whose seconds and offset can be missing. */
const ISO_8601 = /^([\d-]+)(?:[T ](\d{2}:\d{2})(:[\d.]+)?(Z|[+-]\d{2}:\d{2})?)?$/;

const USAGE = `npm run audit -- --partner ACME_PAY [--since 2026-11-01] [--until 2026-12-01] [--mutation createPocket]
  [--result CreatePocketSuccess] [--correlation-id …] [--limit ${LIMIT_DEFAULT}] [--json]
npm run audit -- --heads > heads.json
npm run audit -- --verify [--partner ACME_PAY] [--known heads.json]

Lists the mutations of a partner and their results, newest first; --partner "" lists refused logins and the epochs that
operators opened. Days and instants are ISO 8601, in UTC unless they have an offset; --until is exclusive. --heads prints
the head of each chain as JSON lines: store them elsewhere. --verify recomputes the chains and names the first entry that
was changed or is missing; with --known it also checks that they contain the exported heads.`;

interface AuditRequest extends AuditSearch {
  readonly asJson: boolean;
}

function read(values: ReturnType<typeof parsed>): AuditRequest {
  const { partner, mutation, result, limit, json } = values;
  const correlationId = values['correlation-id']?.toLowerCase();
  if (partner === undefined) throw wrongUsage('--partner is missing.', USAGE);
  if (correlationId !== undefined && !isUuid(correlationId)) throw new CommandError('--correlation-id is not a UUID.');
  if (!/^[1-9]\d*$/.test(limit) || Number(limit) > LIMIT_MAX)
    throw new CommandError(`--limit is "${limit}": write a number from 1 to ${LIMIT_MAX}.`);
  const [since, until] = [instant('--since', values.since), instant('--until', values.until)];
  return { partnerId: partner, since, until, mutation, result, correlationId, limit: Number(limit), asJson: json };
}

function parsed(args: readonly string[]) {
  const options = {
    heads: FLAG,
    verify: FLAG,
    known: TEXT,
    partner: TEXT,
    since: TEXT,
    until: TEXT,
    mutation: TEXT,
    result: TEXT,
    'correlation-id': TEXT,
    limit: { ...TEXT, default: LIMIT_DEFAULT },
    json: FLAG,
  } as const;
  return readArguments(args, { usage: USAGE, options }).values;
}

function instant(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, day, minute = '00:00', second = ':00', offset = 'Z'] = ISO_8601.exec(text.toUpperCase()) ?? [];
  const given = instantGiven(`${day}T${minute}${second}${offset}`);
  if (given === undefined)
    throw new CommandError(
      `${option} is "${text}": write a day or an instant that exists, such as 2026-11-01 or 2026-11-01T12:00.`,
    );
  return new Date(given);
}

/** `npm run audit` */
export const audit: Command = async (line) => {
  const values = parsed(line.args);
  if (values.known !== undefined && !values.verify) throw wrongUsage('--known is only for --verify.', USAGE);
  if (values.heads || values.verify) return lookAtChains(line, values);
  const { asJson, ...search } = read(values);
  const entries = await onDatabase(line, ({ sessions }) => entriesOf(new Database(sessions), search));
  return asJson ? entries.map((entry) => JSON.stringify(entry)).join('\n') : tableOf(entries);
};

async function entriesOf(database: Database, search: AuditSearch): Promise<readonly FoundEntry[]> {
  const entries = await findAuditEntries(database, search);
  // Entries outlive their partner, so that only a partner without any may be a mistyped one.
  if (entries.length === 0) await expectPartner(database, search.partnerId);
  return entries;
}

function tableOf(entries: readonly FoundEntry[]): string {
  if (entries.length === 0) return 'No entries match.';
  const rows = entries.map(({ at, client, mutation, result, subject, count, correlationId }) => [
    at,
    client ?? '-',
    mutation,
    result,
    subject ?? '-',
    String(count),
    correlationId,
  ]);
  const all = [['at', 'client', 'mutation', 'result', 'subject', 'count', 'correlation id'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
