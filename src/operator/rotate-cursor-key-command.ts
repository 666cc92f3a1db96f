import { openSecretBox } from '../composition/services.ts';
import { readStorageConfig } from '../config/storage.ts';
import { rotateCursorKey as rotate } from '../platform/cursors/rotate-cursor-key.ts';
import { Database } from '../platform/database/database.ts';
import { CommandError, onDatabase, type Command } from './command.ts';

const COMPROMISED = '--compromised';

const USAGE = `npm run rotate-cursor-key [-- ${COMPROMISED}]

Makes a key that seals cursors from two minutes later on, at all processes; those of the key before open for 30 days
more. With ${COMPROMISED} it seals at once and no other key opens any cursor: clients begin again.`;

/** `npm run rotate-cursor-key` */
export const rotateCursorKey: Command = async (line) => {
  const [option, ...others] = line.args;
  if (others.length > 0 || (option !== undefined && option !== COMPROMISED)) throw new CommandError(USAGE);
  return onDatabase(line, async (opened) => {
    const secrets = await openSecretBox(readStorageConfig(line.environment), opened);
    const isCompromised = option === COMPROMISED;
    const sealsFrom = await rotate(new Database(opened.sessions), secrets, isCompromised);
    return isCompromised
      ? 'A new key seals cursors; those of all other keys are refused within seconds.'
      : `A new key seals cursors from ${sealsFrom} on; those of the key before are taken for 30 days from then.`;
  });
};
