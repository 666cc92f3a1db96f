import { readArguments } from '../../../platform/commands/arguments.ts';
import { CommandError, type ExtensionCommand } from '../../../platform/commands/command.ts';
import { findViolations } from './find-violations.rows.ts';

const USAGE = `npm run check-ledger

Checks all books in one snapshot: entries sum to zero, balances are the sums of their entries, each cleared cash-in and each
saving and redeem is booked once, and no closed pocket has money. Ends with 1 and a sentence for each fault, up to 100.`;

/** `npm run check-ledger` */
export const checkLedger: ExtensionCommand = async ({ args, onDatabase }) => {
  readArguments(args, { usage: USAGE, options: {} });
  const faults = await onDatabase(({ database }) => findViolations(database, null));
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
  return 'The books add up.';
};
