import { systemRandom } from '../platform/system.ts';
import { openEpoch } from '../events/log/open-epoch.ts';
import { Database } from '../platform/database/database.ts';
import { readArguments, TEXT } from '../platform/commands/arguments.ts';
import { databaseClock, onDatabase } from './command.ts';
import { CommandError, type Command } from '../platform/commands/command.ts';

/** Upper bound of epochs: what the first part of a sequence has room for. */
const EPOCH_MAX = 2_000_000_000;

const USAGE = `npm run new-epoch [-- --above 3]

The last step of a restore to an earlier state, before the first process starts: new events get a new epoch, and cursors
of lost events are refused. If the database was restored from a dump that is older than its last epoch, give with --above
the highest epoch that partners have seen: the first part of webhook-sequence. A superfluous epoch does no harm.`;

function aboveOf(args: readonly string[]): number {
  const { above } = readArguments(args, { usage: USAGE, options: { above: { ...TEXT, default: '0' } } }).values;
  if (/^\d{1,10}$/.test(above) && Number(above) < EPOCH_MAX) return Number(above);
  throw new CommandError(`--above is "${above}": write an epoch, a whole number below ${EPOCH_MAX}.`);
}

/** `npm run new-epoch` */
export const newEpoch: Command = async (line) => {
  const above = aboveOf(line.args);
  return onDatabase(line, async ({ sessions }) => {
    const database = new Database(sessions);
    const now = (await databaseClock(database)).now();
    const epoch = await openEpoch(database, { above, random: systemRandom, now });
    return `Epoch ${epoch} is open: cursors of lost events are refused, with the cursor to resume after.`;
  });
};
