import { openSecretBox } from '../composition/services.ts';
import { readStorageConfig } from '../config/storage.ts';
import { rotateCursorKey as rotate } from '../platform/cursors/rotate-cursor-key.ts';
import { Database } from '../platform/database/database.ts';
import { CommandError, onDatabase, type Command } from './command.ts';

const COMPROMISED = '--compromised';

const USAGE = `npm run rotate-cursor-key [-- ${COMPROMISED}]

Creates a key that seals cursors in two minutes, in all processes; cursors of the previous key are accepted for 30 more
days. With ${COMPROMISED} it seals immediately, and cursors of all other keys are refused: clients start over.`;

/** `npm run rotate-cursor-key` */
export const rotateCursorKey: Command = async (line) => {
  const [option, ...others] = line.args;
  if (others.length > 0 || (option !== undefined && option !== COMPROMISED)) throw new CommandError(USAGE);
  return onDatabase(line, async (opened) => {
    const secrets = await openSecretBox(readStorageConfig(line.environment), opened);
    const isCompromised = option === COMPROMISED;
    const sealsFrom = await rotate(new Database(opened.sessions), secrets, isCompromised);
    return isCompromised
      ? 'A new key seals cursors; cursors of all other keys are refused within seconds.'
      : `A new key seals cursors from ${sealsFrom} on; cursors of the previous key are accepted for 30 days after that.`;
  });
};
