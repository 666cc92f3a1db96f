import { openSecretBox } from '../composition/services.ts';
import { readStorageConfig } from '../config/storage.ts';
import { CursorKeys } from '../platform/cursors/cursor-keys.ts';
import { rotateCursorKey as rotate } from '../platform/cursors/rotate-cursor-key.ts';
import { Database } from '../platform/database/database.ts';
import { FLAG, readArguments } from './arguments.ts';
import { onDatabase, withKeyWarning, type Command } from './command.ts';

const USAGE = `npm run rotate-cursor-key [-- --compromised]

Creates a key that encrypts cursors, in all processes, from two minutes later on; cursors of the previous key are
accepted for 30 more days. With --compromised it encrypts immediately, and cursors of all other keys are refused: clients
start over. Requires the SECRETS_KEY of the gateway.`;

/** `npm run rotate-cursor-key` */
export const rotateCursorKey: Command = async (line) => {
  const { compromised: isCompromised } = readArguments(line.args, {
    usage: USAGE,
    options: { compromised: FLAG },
  }).values;
  return onDatabase(line, async (opened) => {
    const storage = readStorageConfig(line.environment);
    const secrets = await openSecretBox(storage, opened);
    const database = new Database(opened.sessions);
    // Processes that cannot decrypt a key do not start. If SECRETS_KEY is lost, only --compromised may introduce another.
    if (!isCompromised || storage.secretsKeys === undefined) await new CursorKeys(database, secrets, '').look();
    const sealsFrom = await rotate(database, secrets, isCompromised);
    const sentence = isCompromised
      ? 'A new key encrypts cursors; cursors of all other keys are refused within seconds.'
      : `A new key encrypts cursors from ${sealsFrom} on; cursors of the previous key are accepted for 30 days after that.`;
    return withKeyWarning(line, sentence);
  });
};
