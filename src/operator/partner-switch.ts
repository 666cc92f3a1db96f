import { Database, type Sql } from '../platform/database/database.ts';
import { CommandError, onDatabase, type Command } from './command.ts';

/** A restriction of a partner that a command switches on, and off with its option. */
interface PartnerSwitch {
  readonly usage: string;
  /** The option that switches it off, such as `--resume`. */
  readonly off: string;
  /** Returns false if there is no such partner. */
  readonly set: (sql: Sql, partnerId: string, isOn: boolean) => Promise<boolean>;
  /** Returns the output after it was switched on or off. */
  readonly says: (partnerId: string, isOn: boolean) => string;
}

/** Creates a command of the form `npm run NAME -- PARTNER [--OFF]`. */
export function partnerSwitch({ usage, off, set, says }: PartnerSwitch): Command {
  return async (line) => {
    const [partnerId, option, ...others] = line.args;
    if (partnerId === undefined || partnerId.startsWith('-') || others.length > 0) throw new CommandError(usage);
    if (option !== undefined && option !== off) throw new CommandError(usage);
    const isOn = option === undefined;
    return onDatabase(line, async ({ sessions }) => {
      if (!(await set(new Database(sessions), partnerId, isOn)))
        throw new CommandError(`There is no partner "${partnerId}".`);
      return says(partnerId, isOn);
    });
  };
}
