import { Database } from '../platform/database/database.ts';
import { listRetiring } from '../platform/schema/retiring-months.ts';
import { ATTEMPT_MONTHS, MESSAGE_MONTHS } from '../webhooks/archive/webhook-months.ts';
import { keepMessageMonths } from '../webhooks/deliveries/message-retention.ts';
import { FLAG, readArguments } from '../platform/commands/arguments.ts';
import { databaseClock, onDatabase } from './command.ts';
import type { Command } from '../platform/commands/command.ts';

const USAGE = `npm run retention [-- --drop-now]

Lists the months of webhook messages and attempts that are being removed. A month past its retention is detached a day
after that was noticed, and dropped another day later, one per day. --drop-now drops all such months immediately.`;

/** `npm run retention` */
export const retention: Command = async (line) => {
  const { 'drop-now': dropNow } = readArguments(line.args, { usage: USAGE, options: { 'drop-now': FLAG } }).values;
  return onDatabase(line, async ({ sessions }) => {
    const database = new Database(sessions);
    if (dropNow) await keepMessageMonths(database, (await databaseClock(database)).now(), true);
    const tables = [MESSAGE_MONTHS, ATTEMPT_MONTHS];
    const retiring = await Promise.all(tables.map(({ table }) => listRetiring(database, table)));
    const lines = retiring.flat().map(({ name, foundAt, detachedAt }) => {
      const detached = detachedAt && `, detached at ${detachedAt.toISOString()} as ${name}_detached`;
      return `${name}: found expired at ${foundAt.toISOString()}${detached ?? ''}`;
    });
    return lines.length === 0 ? 'No month is being removed.' : lines.join('\n');
  });
};
