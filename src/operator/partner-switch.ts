import { Database, type Sql } from '../platform/database/database.ts';
import { FLAG, readArguments, wrongUsage } from './arguments.ts';
import { onDatabase, unknownPartner, type Command } from './command.ts';

/** A restriction of a partner that a command switches on, and off with its option. */
interface PartnerSwitch {
  readonly usage: string;
  /** The option that switches it off, without its dashes. */
  readonly off: string;
  /** Returns false if there is no such partner. */
  readonly set: (sql: Sql, partnerId: string, isOn: boolean) => Promise<boolean>;
  /** Returns the output after it was switched on or off. */
  readonly says: (partnerId: string, isOn: boolean) => string;
}

/** Creates a command of the form `npm run NAME -- PARTNER [--OFF]`. */
export function partnerSwitch({ usage, off, set, says }: PartnerSwitch): Command {
  return async (line) => {
    const { values, positionals } = readArguments(line.args, { usage, options: { [off]: FLAG }, wordsMax: 1 });
    const [partnerId] = positionals;
    if (partnerId === undefined) throw wrongUsage('The id of a partner is missing.', usage);
    const isOn = values[off] !== true;
    return onDatabase(line, async ({ sessions }) => {
      if (!(await set(new Database(sessions), partnerId, isOn)))
        throw await unknownPartner(new Database(sessions), partnerId);
      return says(partnerId, isOn);
    });
  };
}
