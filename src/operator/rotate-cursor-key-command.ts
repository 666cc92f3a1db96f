import { openSecretBox } from '../composition/services.ts';
import { readStorageConfig } from '../config/storage.ts';
import { rotateCursorKey as rotate } from '../platform/cursors/rotate-cursor-key.ts';
import { Database } from '../platform/database/database.ts';
import { FLAG, readArguments } from './arguments.ts';
import { onDatabase, type Command } from './command.ts';

const USAGE = `npm run rotate-cursor-key [-- --compromised]

Creates a key that encrypts cursors, in all processes, from two minutes later on; cursors of the previous key are
accepted for 30 more days. With --compromised it encrypts immediately, and cursors of all other keys are refused: clients
start over.`;

/** `npm run rotate-cursor-key` */
export const rotateCursorKey: Command = async (line) => {
  const { compromised: isCompromised } = readArguments(line.args, {
    usage: USAGE,
    options: { compromised: FLAG },
  }).values;
  return onDatabase(line, async (opened) => {
    const secrets = await openSecretBox(readStorageConfig(line.environment), opened);
    const sealsFrom = await rotate(new Database(opened.sessions), secrets, isCompromised);
    return isCompromised
      ? 'A new key encrypts cursors; cursors of all other keys are refused within seconds.'
      : `A new key encrypts cursors from ${sealsFrom} on; cursors of the previous key are accepted for 30 days after that.`;
  });
};
