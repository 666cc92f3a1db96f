import { findLookupSize, setLookupSize } from '../bank/partners/lookup-size.ts';
import { Database } from '../platform/database/database.ts';
import { budgetSize } from '../platform/limits/budget.ts';
import { readArguments, wrongUsage } from '../platform/commands/arguments.ts';
import { onDatabase } from './command.ts';
import { CommandError, type Command } from '../platform/commands/command.ts';
import { unknownPartner } from '../platform/commands/unknown-partner.ts';

const DEFAULT = 'default';

const USAGE = `npm run lookup-budget -- ACME_PAY [1000/6 | ${DEFAULT}]

Shows or sets how many answers may reveal to a partner that someone else uses a contact or a key. 1000/6: a thousand, with
one refilled every 6 seconds; customers and keys count separately. ${DEFAULT} restores LOOKUP_BUDGET.`;

/** `npm run lookup-budget` */
export const lookupBudget: Command = async (line) => {
  const [partnerId, text] = readArguments(line.args, { usage: USAGE, options: {}, wordsMax: 2 }).positionals;
  if (partnerId === undefined) throw wrongUsage('The id of a partner is missing.', USAGE);
  const wanted = text === undefined ? undefined : sizeOf(text);
  return onDatabase(line, async ({ sessions }) => {
    const database = new Database(sessions);
    const size = await (wanted === undefined
      ? findLookupSize(database, partnerId)
      : setLookupSize(database, partnerId, wanted));
    if (size === undefined) throw await unknownPartner(database, partnerId);
    return size.points === null
      ? `${partnerId} has the default look-up budget, LOOKUP_BUDGET.`
      : `${partnerId} has a look-up budget of ${size.points}; one is refilled every ${size.seconds ?? 0} s.`;
  });
};

function sizeOf(text: string) {
  if (text === DEFAULT) return { points: null, seconds: null };
  const size = budgetSize(text);
  if (size !== undefined) return size;
  throw new CommandError(`The budget is "${text}": write a number, and seconds until one is refilled, such as 1000/6.`);
}
