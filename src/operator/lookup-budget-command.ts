import { findLookupSize, setLookupSize } from '../bank/partners/lookup-size.ts';
import { Database } from '../platform/database/database.ts';
import { budgetSize } from '../platform/limits/budget.ts';
import { CommandError, onDatabase, type Command } from './command.ts';

const DEFAULT = 'default';

const USAGE = `npm run lookup-budget -- ACME_PAY [1000/6 | ${DEFAULT}]

Says how often a partner may be told that a contact or a key is in use by somebody else, or gives it another budget: here
a thousand, and one back in 6 seconds, of customers and of keys each. ${DEFAULT} goes back to LOOKUP_BUDGET.`;

/** `npm run lookup-budget` */
export const lookupBudget: Command = async (line) => {
  const [partnerId, text, ...others] = line.args;
  if (partnerId === undefined || partnerId.startsWith('-') || others.length > 0) throw new CommandError(USAGE);
  const wanted = text === undefined ? undefined : sizeOf(text);
  return onDatabase(line, async ({ sessions }) => {
    const database = new Database(sessions);
    const size = await (wanted === undefined
      ? findLookupSize(database, partnerId)
      : setLookupSize(database, partnerId, wanted));
    if (size === undefined) throw new CommandError(`There is no partner "${partnerId}".`);
    return size.points === null
      ? `${partnerId} has the look-up budget of all partners, LOOKUP_BUDGET.`
      : `${partnerId} has a look-up budget of ${size.points}, and one comes back in ${size.seconds ?? 0} s.`;
  });
};

function sizeOf(text: string) {
  if (text === DEFAULT) return { points: null, seconds: null };
  const size = budgetSize(text);
  if (size !== undefined) return size;
  throw new CommandError(`The budget is "${text}": write how many, and the seconds in which one comes back: 1000/6.`);
}
