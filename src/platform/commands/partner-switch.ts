import type { Database } from '../database/database.ts';
import { FLAG, readArguments, wrongUsage } from './arguments.ts';
import type { ExtensionCommand } from './command.ts';
import { unknownPartner } from './unknown-partner.ts';

/** A restriction of a partner that a command switches on, and off with its option. */
interface PartnerSwitch {
  readonly usage: string;
  /** The option that switches it off, without its dashes. */
  readonly off: string;
  /** Switches it on, with the time since when it is, or off; returns false if there is no such partner. */
  readonly set: (database: Database, partnerId: string, since: Date | null) => Promise<boolean>;
  /** Returns the output after it was switched on or off. */
  readonly says: (partnerId: string, isOn: boolean) => string;
}

/** Creates a command of the form `npm run NAME -- PARTNER [--OFF]`. */
export function partnerSwitch({ usage, off, set, says }: PartnerSwitch): ExtensionCommand {
  return async (line) => {
    const { values, positionals } = readArguments(line.args, { usage, options: { [off]: FLAG }, wordsMax: 1 });
    const [partnerId] = positionals;
    if (partnerId === undefined) throw wrongUsage('The id of a partner is missing.', usage);
    const isOn = values[off] !== true;
    return line.onDatabase(async ({ database, clock }) => {
      const since = isOn ? clock.now() : null;
      if (!(await set(database, partnerId, since))) throw await unknownPartner(database, partnerId);
      return says(partnerId, isOn);
    });
  };
}
