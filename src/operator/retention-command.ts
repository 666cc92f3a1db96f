import { parseArgs } from 'node:util';
import { systemClock } from '../composition/system.ts';
import { DatabaseClock } from '../platform/database/database-clock.ts';
import { Database } from '../platform/database/database.ts';
import { listRetiring } from '../platform/schema/retiring-months.ts';
import { ATTEMPT_MONTHS, MESSAGE_MONTHS } from '../webhooks/archive/webhook-months.ts';
import { keepMessageMonths } from '../webhooks/deliveries/message-retention.ts';
import { CommandError, onDatabase, type Command } from './command.ts';

const USAGE = `npm run retention [-- --drop-now]

Lists the months of webhook messages and attempts that are on their way out. A month that is older than what is kept is
detached a day after that was found, and dropped a day later, one a day. --drop-now drops all old months at once.`;

/** `npm run retention` */
export const retention: Command = async (line) => {
  const dropNow = asked(line.args);
  return onDatabase(line, async ({ sessions }) => {
    const database = new Database(sessions);
    const clock = new DatabaseClock(systemClock);
    await clock.begin(database);
    if (dropNow) await keepMessageMonths(database, clock.now(), true);
    const tables = [MESSAGE_MONTHS, ATTEMPT_MONTHS];
    const retiring = await Promise.all(tables.map(({ table }) => listRetiring(database, table)));
    const lines = retiring.flat().map(({ name, foundAt, detachedAt }) => {
      const detached = detachedAt && `, detached at ${detachedAt.toISOString()} as ${name}_detached`;
      return `${name}: found old at ${foundAt.toISOString()}${detached ?? ''}`;
    });
    return lines.length === 0 ? 'No month is on its way out.' : lines.join('\n');
  });
};

function asked(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { 'drop-now': { type: 'boolean', default: false } } }).values[
      'drop-now'
    ];
  } catch {
    throw new CommandError(USAGE);
  }
}
