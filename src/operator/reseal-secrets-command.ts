import { capabilities } from '../capabilities.ts';
import { readStorageConfig } from '../config/storage.ts';
import { Database } from '../platform/database/database.ts';
import type { ResealedSecrets } from '../platform/secrets/resealed-secrets.ts';
import { FLAG, readArguments } from '../platform/commands/arguments.ts';
import { onDatabase } from './command.ts';
import { CommandError, type Command } from '../platform/commands/command.ts';
import { openSecretBox } from '../platform/schema/open-secret-box.ts';

/** Most configurations and partners that are named if their secrets cannot be decrypted. */
const NAMED_MAX = 5;

const USAGE = `npm run reseal-secrets [-- --yes]

Encrypts all stored secrets again, with the first passphrase of SECRETS_KEY, so that the others can be removed, such as
signing secrets of webhook configurations, and signing keys of partners. Without --yes it only counts them, and checks
that all can be decrypted.`;

/** `npm run reseal-secrets` */
export const resealSecrets: Command = async (line) => {
  const isDryRun = !readArguments(line.args, { usage: USAGE, options: { yes: FLAG } }).values.yes;
  return onDatabase(line, async (opened) => {
    const secrets = await openSecretBox(readStorageConfig(line.environment), opened);
    const database = new Database(opened.sessions);
    const kinds: { readonly what: string; readonly of: ResealedSecrets }[] = [];
    for (const { what, reseal } of capabilities.flatMap(({ sealed = [] }) => sealed))
      kinds.push({ what, of: await reseal(database, secrets, isDryRun) });
    const unopened = kinds.flatMap(({ of }) => of.unopened);
    if (unopened.length > 0) throw new CommandError(lossOf(unopened));
    return [
      isDryRun ? 'All secrets can be decrypted. Would be encrypted again with --yes:' : 'Encrypted again:',
      ...kinds
        .filter(({ of }, nth) => nth === 0 || of.resealed + of.upToDate > 0)
        .map(({ what, of }) => `  the ${what.replace('<n>', String(of.resealed))}; ${of.upToDate} are up to date`),
    ].join('\n');
  });
};

function lossOf(unopened: readonly string[]): string {
  const named = unopened.slice(0, NAMED_MAX).join(', ');
  return `No passphrase of SECRETS_KEY decrypts the secrets of ${unopened.length} configurations, partners or cash-ins, such as ${named}: add the one that encrypted them to the end of the list.`;
}
