import { readStorageConfig } from '../config/storage.ts';
import { Database } from '../platform/database/database.ts';
import { resealSecrets as reseal } from '../webhooks/configurations/reseal-secrets.ts';
import { resealCredentials } from '../provider/calls/reseal-credentials.ts';
import { resealIntents } from '../provider/intents/reseal-intents.ts';
import { resealSigningKeys } from '../webhooks/signing/reseal-signing-keys.ts';
import type { ResealedSecrets } from '../platform/secrets/resealed-secrets.ts';
import { FLAG, readArguments } from './arguments.ts';
import { CommandError, onDatabase, type Command } from './command.ts';
import { openSecretBox } from '../composition/services.ts';

/** Most configurations and partners that are named if their secrets cannot be decrypted. */
const NAMED_MAX = 5;

const USAGE = `npm run reseal-secrets [-- --yes]

Encrypts all stored secrets again, with the first passphrase of SECRETS_KEY, so that the others can be removed: signing
secrets of webhook configurations, credentials and open mutations at the provider, and signing keys of partners. Without
--yes it only counts them, and checks that all can be decrypted.`;

/** `npm run reseal-secrets` */
export const resealSecrets: Command = async (line) => {
  const isDryRun = !readArguments(line.args, { usage: USAGE, options: { yes: FLAG } }).values.yes;
  return onDatabase(line, async (opened) => {
    const secrets = await openSecretBox(readStorageConfig(line.environment), opened);
    const database = new Database(opened.sessions);
    const ofConfigurations = await reseal(database, secrets, isDryRun);
    const ofPartners = await resealCredentials(database, secrets, isDryRun);
    const ofIntents = await resealIntents(database, secrets, isDryRun);
    const ofSigning = await resealSigningKeys(database, secrets, isDryRun);
    const unopened = [ofConfigurations, ofPartners, ofIntents, ofSigning].flatMap((one) => one.unopened);
    if (unopened.length > 0) throw new CommandError(lossOf(unopened));
    const lineOf = (what: string, { resealed, upToDate }: ResealedSecrets) =>
      resealed + upToDate > 0 ? [`  the ${what.replace('<n>', String(resealed))}; ${upToDate} are up to date`] : [];
    return [
      isDryRun ? 'All secrets can be decrypted. Would be encrypted again with --yes:' : 'Encrypted again:',
      `  the secrets of ${ofConfigurations.resealed} configurations; ${ofConfigurations.upToDate} are up to date`,
      ...lineOf('credentials of <n> partners', ofPartners),
      ...lineOf('inputs of <n> mutations at the provider', ofIntents),
      ...lineOf('<n> signing keys of partners', ofSigning),
    ].join('\n');
  });
};

function lossOf(unopened: readonly string[]): string {
  const named = unopened.slice(0, NAMED_MAX).join(', ');
  return `No passphrase of SECRETS_KEY decrypts the secrets of ${unopened.length} configurations or partners, such as ${named}: add the one that encrypted them to the end of the list.`;
}
